import type { Context } from '../../context.ts';
import { listCouriers } from '../../domain/couriers/couriers.ts';
import { type CourierChange, changedEntry, resetCourierSecret, setUpCourier } from '../../domain/couriers/set-up.ts';
import { SETTING_NAMES } from '../../domain/couriers/settings.ts';
import { describe } from '../../lib/messages/messages.ts';
import { readSettings, type Shell, STORE_OPTION, storeOption, WrongUsage } from '../shell.ts';
import { answerCouriers, answerSecret } from './answers.ts';
import { readShippingType, storesOf } from './find.ts';
import { poolCommand } from './pool.ts';

export function courierCommands(shell: Shell): void {
  const courier = shell.program.command('courier').description('the couriers that carry a store’s parcels');
  courier
    .command('list')
    .description('the couriers that a store, or each, has set up, and how they are doing')
    .option(...STORE_OPTION)
    .action((options: { store?: string }) =>
      shell.withDatabase((ctx) =>
        answerCouriers(
          shell,
          ctx,
          storesOf(ctx, options).flatMap(({ id }) => listCouriers(ctx.db, id)),
        ),
      ),
    );
  courier
    .command('set')
    .description('set up who carries a shipping type, or change that; where raan makes the secret it is printed, once')
    .argument('<shipping_type>', 'as orders name it')
    .argument(
      '<setting...>',
      `KEY=VALUE: ${SETTINGS_HELP}; an empty value takes a setting away, but no secret that the courier needs`,
    )
    .option(...STORE_OPTION)
    .action((shippingType: string, settings: string[], options: { store?: string }) =>
      shell.withDatabase((ctx) => setCourier(shell, ctx, { shippingType, settings, ...options })),
    );
  courier
    .command('reset-secret')
    .description('give a courier that raan makes the secret of a new one and print it, once')
    .argument('<shipping_type>', 'whose courier it is')
    .option(...STORE_OPTION)
    .action((shippingType: string, options: { store?: string }) =>
      shell.withDatabase(async (ctx) => {
        const { id } = storeOption(ctx, options);
        answerSecret(shell, await ctx.write((db) => resetCourierSecret(db, id, shippingType)));
      }),
    );
  poolCommand(shell, courier);
}

async function setCourier(
  shell: Shell,
  ctx: Context,
  { shippingType, settings, store }: { shippingType: string; settings: readonly string[]; store?: string },
): Promise<void> {
  const { id: storeId } = storeOption(ctx, { store });
  const name = { storeId, shippingType: readShippingType(ctx, shippingType) };
  const change = readSettings<CourierChange>(settings, READERS);
  const { courier, secret } = await ctx.write((db) => {
    const read = changedEntry(db, name, change);
    if ('problems' in read)
      throw new WrongUsage(`${shippingType}: ${read.problems.map((problem) => describe(problem)).join('; ')}`);
    return setUpCourier(db, storeId, read.entry);
  });
  answerCouriers(shell, ctx, [courier], secret);
}

const SETTINGS_HELP = [
  `adapter, one of ${[...SETTING_NAMES.keys()].join(', ')}`,
  ...[...SETTING_NAMES].map(([adapter, names]) => `of ${adapter} ${names.join(', ')}`),
].join('; ');

const READERS = Object.fromEntries(
  ['adapter', ...new Set([...SETTING_NAMES.values()].flat())].map((name) => [
    name,
    (text: string) => ({ [name]: text === '' ? null : readValue(name, text) }),
  ]),
);

const WHOLE: readonly string[] = ['first', 'count', 'given', 'warn_below'];

/** The value as a store file has it; what is of the wrong kind stays text, and is refused as that. */
function readValue(name: string, text: string): unknown {
  if (WHOLE.includes(name) && /^\d+$/.test(text)) return Number(text);
  return name === 'cod' && /^(true|false)$/.test(text) ? text === 'true' : text;
}
