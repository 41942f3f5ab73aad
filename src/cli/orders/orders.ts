import { Option } from 'commander';
import { CANCELERS, type Canceler, cancelOrder } from '../../domain/orders/close.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../domain/orders/payments/methods.ts';
import { confirmPayment } from '../../domain/orders/payments/pay.ts';
import { existingOrder, listOrders } from '../../domain/orders/read.ts';
import { parseMoney } from '../../lib/money.ts';
import { actOf, USER_OPTION } from '../find.ts';
import { type PageOptions, pageOf, takesPage } from '../paging.ts';
import { idArgument, type Shell, STORE_OPTION, storeOption, WrongUsage } from '../shell.ts';
import { answerOrder, answerOrders } from './answers.ts';
import { editCommand } from './edit.ts';
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
      shell.withDatabase((ctx) => answerOrder(shell, existingOrder(ctx.db, idArgument(id, 'ID')))),
    );
  order
    .command('pay')
    .description('confirm a payment')
    .argument('<id>', 'the order’s id')
    .argument('[amount]', 'in baht; what is still to pay by default')
    .addOption(new Option('--method <method>', 'how it was paid').choices(PAYMENT_METHODS).default('transfer'))
    .option(...USER_OPTION)
    .action((id: string, text: string | undefined, { method, ...options }: { method: PaymentMethod; user?: string }) =>
      shell.withDatabase(async (ctx) => {
        const amount = text === undefined ? undefined : parseMoney(text);
        if (text !== undefined && amount === undefined) throw new WrongUsage(`AMOUNT must be in baht; not ${text}`);
        const orderId = idArgument(id, 'ID');
        answerOrder(
          shell,
          await ctx.write((db) => confirmPayment(db, orderId, { method, amount }, actOf(ctx, options))),
        );
      }),
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
        answerOrder(shell, await ctx.write((db) => cancelOrder(db, orderId, by, actOf(ctx, options))));
      }),
    );
  editCommand(shell, order);
  orderShippingCommands(shell, order);
}
