import { Option } from 'commander';
import { CANCELERS, type Canceler, cancelOrder, deleteOrder } from '../../domain/orders/close.ts';
import { existingOrder, listOrders } from '../../domain/orders/order.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { type PageOptions, parsePage } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { actOf, selectedStore } from '../lookup.ts';
import { orderPaymentCommands } from '../payments/order-payments.ts';
import { editCommand } from './order-edit.ts';
import { historyCommand } from './order-history.ts';
import { printOrder, printOrders } from './order-output.ts';
import { orderShippingCommands } from './order-shipping.ts';
import { receiptCommands } from './replace-receipt.ts';

export function orderCommands(cli: Cli): void {
  const order = cli.program.command('order').description('Manage orders');
  order
    .command('list')
    .description('List the orders of a store, newest first')
    .pageOptions()
    .storeOption()
    .databaseAction((ctx, options: PageOptions & { store?: string }) =>
      printOrders(cli, ctx, listOrders(ctx.db, selectedStore(ctx, options).id, parsePage(options))),
    );
  order
    .command('show')
    .description('Show an order')
    .idArgument('id', 'Order id')
    .databaseAction((ctx, id: Id) => printOrder(cli, ctx, existingOrder(ctx.db, id)));
  order
    .command('cancel')
    .description('Cancel an open order and release its stock')
    .idArgument('id', 'Order id')
    .addOption(new Option('--by <party>', 'Party that canceled it').choices(CANCELERS).default('store'))
    .userOption()
    .databaseAction(async (ctx, orderId: Id, { by, ...options }: { by: Canceler; user?: string }) => {
      printOrder(cli, ctx, await ctx.write((tx) => cancelOrder(tx, orderId, by, actOf(ctx, options))));
    });
  order
    .command('delete')
    .description('Delete a canceled order without payments. Partners get 404; its external id cannot be reused.')
    .idArgument('id', 'Order id')
    .userOption()
    .databaseAction(async (ctx, orderId: Id, options: { user?: string }) => {
      await ctx.write((tx) => deleteOrder(tx, orderId, actOf(ctx, options)));
      cli.print({ deleted: idText(orderId) }, `deleted order ${orderId}`);
    });
  orderPaymentCommands(cli, order);
  receiptCommands(cli, order);
  editCommand(cli, order);
  historyCommand(cli, order);
  orderShippingCommands(cli, order);
}
