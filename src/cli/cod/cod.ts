import { type Command, Option } from 'commander';
import { noteCod, reopenCod } from '../../domain/orders/payments/cod.ts';
import { listCodParcels } from '../../domain/orders/payments/cod-parcels.ts';
import { COD_MOVES, type CodStatus } from '../../domain/orders/states.ts';
import {
  type PageOptions,
  parseIdArgument,
  parsePage,
  STORE_OPTION,
  USER_OPTION,
  withPageOptions,
} from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { actOf, selectedStore } from '../lookup.ts';
import { printOrder } from '../orders/order-output.ts';
import { printParcels } from './cod-output.ts';
import { remittanceCommands } from './remittances.ts';

interface ListOptions extends PageOptions {
  status?: CodStatus;
  courier?: string;
  store?: string;
}

export function codCommands(cli: Cli): void {
  const cod = cli.program.command('cod').description('Track cash on delivery');
  withPageOptions(cod.command('list').description('List COD parcels, newest first, with totals'))
    .addOption(new Option('--status <status>', 'Only with this COD status').choices(Object.keys(COD_MOVES)))
    .option('--courier <shipping_type>', 'Only of this courier')
    .option(...STORE_OPTION)
    .action(({ status, courier, ...options }: ListOptions) =>
      cli.withDatabase((ctx) => {
        const search = { codStatus: status, shippingType: courier, ...parsePage(options) };
        printParcels(cli, listCodParcels(ctx.db, selectedStore(ctx, options).id, search));
      }),
    );
  statusCommand(cli, cod, {
    name: 'collect',
    description: 'Record that the courier has collected the money',
    change: (tx, orderId, act) => noteCod(tx, orderId, 'collected', act),
  });
  statusCommand(cli, cod, {
    name: 'fail',
    description: 'Record that nothing will be collected',
    change: (tx, orderId, act) => noteCod(tx, orderId, 'failed', act),
  });
  statusCommand(cli, cod, {
    name: 'reopen',
    description: 'Undo "collect" or "fail"; the status follows the parcels again',
    change: reopenCod,
  });
  remittanceCommands(cli, cod);
}

interface StatusCommand {
  name: string;
  description: string;
  change: typeof reopenCod;
}

const statusCommand = (cli: Cli, cod: Command, { name, description, change }: StatusCommand): Command =>
  cod
    .command(name)
    .description(description)
    .argument('<order>', 'Order id')
    .option(...USER_OPTION)
    .action((id: string, options: { user?: string }) =>
      cli.withDatabase(async (ctx) => {
        const orderId = parseIdArgument(id, 'ORDER');
        printOrder(cli, ctx, await ctx.write((tx) => change(tx, orderId, actOf(ctx, options))));
      }),
    );
