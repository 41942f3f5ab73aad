import { Option } from 'commander';
import { CANCELERS, type Canceler, cancelOrder } from '../../domain/orders/close.ts';
import { existingOrder, listOrders } from '../../domain/orders/read.ts';
import { actOf, USER_OPTION } from '../find.ts';
import { type PageOptions, pageOf, takesPage } from '../paging.ts';
import { orderPaymentCommands } from '../payments/order-payments.ts';
import { idArgument, type Shell, STORE_OPTION, storeOption } from '../shell.ts';
import { answerOrder, answerOrders } from './answers.ts';
import { editCommand } from './edit.ts';
import { historyCommand } from './history.ts';
import { orderShippingCommands } from './shipping.ts';

export function orderCommands(shell: Shell): void {
  const order = shell.program.command('order').description('an order’s life from the shell');
  takesPage(order.command('list').description('a store’s orders, newest first'))
    .option(...STORE_OPTION)
    .action((options: PageOptions & { store?: string }) =>
      shell.withDatabase((ctx) =>
        answerOrders(shell, listOrders(ctx.db, storeOption(ctx, options).id, pageOf(options))),
      ),
    );
  order
    .command('show')
    .description('one order, whole')
    .argument('<id>', 'the order’s id')
    .action((id: string) =>
      shell.withDatabase((ctx) => answerOrder(shell, ctx, existingOrder(ctx.db, idArgument(id, 'ID')))),
    );
  order
    .command('cancel')
    .description('cancel an open order and give its stock back')
    .argument('<id>', 'the order’s id')
    .addOption(new Option('--by <who>', 'who canceled it').choices(CANCELERS).default('store'))
    .option(...USER_OPTION)
    .action((id: string, { by, ...options }: { by: Canceler; user?: string }) =>
      shell.withDatabase(async (ctx) => {
        const orderId = idArgument(id, 'ID');
        answerOrder(shell, ctx, await ctx.write((db) => cancelOrder(db, orderId, by, actOf(ctx, options))));
      }),
    );
  orderPaymentCommands(shell, order);
  editCommand(shell, order);
  historyCommand(shell, order);
  orderShippingCommands(shell, order);
}
