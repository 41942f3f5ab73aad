import type { Command } from 'commander';
import * as v from 'valibot';
import { type Address, postedAddress } from '../../domain/addresses.ts';
import { type AddedCodes, salesChannels } from '../../domain/orders/codes.ts';
import { editOrder, type OrderEdit } from '../../domain/orders/edit.ts';
import type { LineChange } from '../../domain/orders/edit-lines.ts';
import { Fault, Refusal } from '../../lib/errors.ts';
import { textOf } from '../../lib/fields.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { fault } from '../../lib/shape.ts';
import { actOf, USER_OPTION } from '../find.ts';
import { readJson } from '../read-input.ts';
import { idArgument, type Shell, WrongUsage } from '../shell.ts';
import { timeArgument } from '../stock/when.ts';
import { answerOrder } from './answers.ts';
import { bahtArgument, readLinePrices, readLineQtys, readNewLines } from './lines.ts';

interface EditOptions {
  set?: string[];
  price?: string[];
  add?: string[];
  remove?: string[];
  recipient?: string;
  labelNote?: string;
  privateNote?: string;
  discount?: string;
  shippingFee?: string;
  otherFee?: string;
  codAmount?: string;
  codFee?: string;
  expires?: string;
  shipBy?: string;
  shipBeforePay?: string;
  salesChannel?: string;
  user?: string;
}

export const editCommand = (shell: Shell, order: Command): Command =>
  order
    .command('edit')
    .description(
      'edit an open order of which nothing is booked or shipped, its private note as long as it is open (order_edited)',
    )
    .argument('<id>', 'the order’s id')
    .option('--set <line=qty...>', 'make QTY how many of a line are ordered; LINE is its id, which order show prints')
    .option('--price <line=price...>', 'make PRICE what one of a line costs, in baht')
    .option('--add <variant=qty...>', 'add a line: VARIANT=QTY or VARIANT=QTY@PRICE, by the variant’s id')
    .option('--remove <line...>', 'take a line out of the order')
    .option('--recipient <file>', 'send it to the address in this JSON file, as in the API; - is standard input')
    .option('--label-note <text>', 'what the shipping label says; empty takes it away')
    .option('--private-note <text>', 'what only the store sees; empty takes it away')
    .option('--discount <amount>', 'in baht, as all amounts here')
    .option('--shipping-fee <amount>', 'what shipping costs the buyer')
    .option('--other-fee <amount>', 'what else costs the buyer')
    .option('--cod-amount <amount>', 'what the courier collects')
    .option('--cod-fee <amount>', 'what collecting costs the buyer')
    .option('--expires <time>', 'when it expires unless it is paid; never, unix milliseconds or ISO 8601')
    .option('--ship-by <time>', 'when it has to be shipped; never, unix milliseconds or ISO 8601')
    .option('--ship-before-pay <yes|no>', 'whether it may be shipped before it is paid')
    .option('--sales-channel <channel>', 'where it was sold, in the words of the API; empty takes it away')
    .option(...USER_OPTION)
    .action((id: string, { user, ...options }: EditOptions) =>
      shell.withDatabase(async (ctx) => {
        if (Object.keys(options).length === 0)
          throw new WrongUsage(
            'say what to edit: --set, --price, --add, --remove, --recipient, a note, an amount, --expires, --ship-by, --ship-before-pay or --sales-channel',
          );
        const orderId = idArgument(id, 'ID');
        const edit = readEdit(options, ctx.config.values);
        const by = actOf(ctx, { user });
        const edited = await namingNewLines(options.add, () => ctx.write((db) => editOrder(db, orderId, edit, by)));
        answerOrder(shell, ctx, edited);
      }),
    );

/** A new line is called `products[0]` where it is refused; the command line knows it as it was typed. */
async function namingNewLines<T>(add: readonly string[] = [], edit: () => Promise<T>): Promise<T> {
  try {
    return await edit();
  } catch (error) {
    const [, i, told = ''] = /^products\[(\d+)\]\.?(.*)$/s.exec((error as Error).message) ?? [];
    if (!(error instanceof Refusal) || i === undefined) throw error;
    throw new Refusal(error.code, `--add ${add[Number(i)]}: ${told.replace(/^(product_variant_id)? /, 'it ')}`);
  }
}

const readEdit = (options: EditOptions, added: AddedCodes): OrderEdit => ({
  ...linesOf(options),
  recipientAddress: options.recipient === undefined ? undefined : readAddress(options.recipient),
  shippingLabelNote: noteOf(options.labelNote, '--label-note'),
  privateNote: noteOf(options.privateNote, '--private-note'),
  discount: amountOf(options.discount, '--discount'),
  shippingFee: amountOf(options.shippingFee, '--shipping-fee'),
  otherFee: amountOf(options.otherFee, '--other-fee'),
  codAmount: amountOf(options.codAmount, '--cod-amount'),
  codFee: amountOf(options.codFee, '--cod-fee'),
  expirationTime: timeOf(options.expires, '--expires'),
  shipDeadlineTime: timeOf(options.shipBy, '--ship-by'),
  shipBeforePay: yesOrNo(options.shipBeforePay, '--ship-before-pay'),
  salesChannel: channelOf(options.salesChannel, added),
});

/** What it says of lines; nothing where it names none, since a private note can be edited where lines cannot. */
function linesOf({ set = [], price = [], add = [], remove = [] }: EditOptions): OrderEdit {
  if (set.length + price.length + add.length + remove.length === 0) return {};
  return {
    set: changesOf(set, price),
    add: readNewLines(add),
    remove: remove.map((line) => idArgument(line, 'LINE')),
  };
}

/** What is said of each line by `--set` and `--price` together. */
function changesOf(set: readonly string[], price: readonly string[]): LineChange[] {
  const changes = new Map<Id, LineChange>();
  for (const change of [...readLineQtys(set), ...readLinePrices(price)])
    changes.set(change.lineId, { ...changes.get(change.lineId), ...change });
  return [...changes.values()];
}

function readAddress(file: string): Address {
  const read = v.safeParse(postedAddress, readJson(file));
  if (!read.success) throw new Fault(read.issues.map((issue) => `${file}: ${fault(issue, 'the address')}`));
  return read.output;
}

const amountOf = (text: string | undefined, name: string): Money | undefined =>
  text === undefined ? undefined : bahtArgument(text, name);

const NOTE = textOf(0, 1_000);

function noteOf(text: string | undefined, name: string): string | null | undefined {
  if (text === undefined || text === '') return text === '' ? null : undefined;
  const read = v.safeParse(NOTE, text);
  if (!read.success) throw new WrongUsage(`${name} ${read.issues[0].message}`);
  return read.output;
}

function timeOf(text: string | undefined, name: string): number | null | undefined {
  if (text === undefined) return undefined;
  return text === 'never' ? null : timeArgument(text, name);
}

function yesOrNo(text: string | undefined, name: string): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== 'yes' && text !== 'no') throw new WrongUsage(`${name} must be yes or no`);
  return text === 'yes';
}

function channelOf(text: string | undefined, added: AddedCodes): string | null | undefined {
  if (text === undefined || text === '') return text === '' ? null : undefined;
  const channels = salesChannels(added);
  if (!channels.includes(text)) throw new WrongUsage(`--sales-channel must be one of ${channels.join(', ')}`);
  return text;
}
