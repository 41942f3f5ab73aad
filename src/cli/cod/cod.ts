import { type Command, Option } from 'commander';
import { noteCod, reopenCod } from '../../domain/orders/payments/cod.ts';
import { listCodParcels } from '../../domain/orders/payments/cod-parcels.ts';
import { COD_MOVES, type CodStatus } from '../../domain/orders/states.ts';
import { actOf, USER_OPTION } from '../find.ts';
import { answerOrder } from '../orders/answers.ts';
import { type PageOptions, pageOf, takesPage } from '../paging.ts';
import { idArgument, type Shell, STORE_OPTION, storeOption } from '../shell.ts';
import { answerParcels } from './answers.ts';
import { remittanceCommands } from './remittances.ts';

interface ListOptions extends PageOptions {
  status?: CodStatus;
  courier?: string;
  store?: string;
}

/** What couriers collect for the store, and pay out to it. */
export function codCommands(shell: Shell): void {
  const cod = shell.program.command('cod').description('cash on delivery: what couriers collect, and pay out');
  takesPage(cod.command('list').description('the parcels that collect, newest first, and what they come to'))
    .addOption(new Option('--status <status>', 'only of this COD status').choices(Object.keys(COD_MOVES)))
    .option('--courier <shipping_type>', 'only of this courier')
    .option(...STORE_OPTION)
    .action(({ status, courier, ...options }: ListOptions) =>
      shell.withDatabase((ctx) => {
        const search = { codStatus: status, shippingType: courier, ...pageOf(options) };
        answerParcels(shell, listCodParcels(ctx.db, storeOption(ctx, options).id, search));
      }),
    );
  noteCommand(shell, cod, {
    name: 'collect',
    description: 'note that the courier has collected',
    note: (db, orderId, act) => noteCod(db, orderId, 'collected', act),
  });
  noteCommand(shell, cod, {
    name: 'fail',
    description: 'note that nothing will be collected',
    note: (db, orderId, act) => noteCod(db, orderId, 'failed', act),
  });
  noteCommand(shell, cod, {
    name: 'reopen',
    description: 'take back what collect or fail has noted by mistake: its parcels say again what became of it',
    note: reopenCod,
  });
  remittanceCommands(shell, cod);
}

interface Note {
  name: string;
  description: string;
  note: typeof reopenCod;
}

const noteCommand = (shell: Shell, cod: Command, { name, description, note }: Note): Command =>
  cod
    .command(name)
    .description(description)
    .argument('<order>', 'the order’s id')
    .option(...USER_OPTION)
    .action((id: string, options: { user?: string }) =>
      shell.withDatabase(async (ctx) => {
        const orderId = idArgument(id, 'ORDER');
        answerOrder(shell, ctx, await ctx.write((db) => note(db, orderId, actOf(ctx, options))));
      }),
    );
