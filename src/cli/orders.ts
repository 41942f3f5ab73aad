import { Option } from 'commander';
import { CANCELERS, type Canceler, cancelOrder } from '../domain/orders/close.ts';
import { confirmPayment, PAYMENT_METHODS, type PaymentMethod } from '../domain/orders/pay.ts';
import { existingOrder, listOrders, type Order } from '../domain/orders/read.ts';
import { orderView } from '../domain/orders/view.ts';
import { moneyText, parseMoney } from '../lib/money.ts';
import { idArgument, type Shell, storeOption, WrongUsage, wholeArgument } from './shell.ts';
import { table } from './table.ts';

export function orderCommands(shell: Shell): void {
  const order = shell.program.command('order').description('an order’s life from the shell');
  order
    .command('list')
    .description('a store’s orders, newest first')
    .option('--store <store>', 'its key or id; not needed where there is one store')
    .option('--limit <count>', 'how many', '50')
    .option('--offset <count>', 'how many to pass over', '0')
    .action((options: { store?: string; limit: string; offset: string }) =>
      shell.withDatabase((ctx) => {
        const page = {
          limit: wholeArgument(options.limit, { name: '--limit', least: 1 }),
          offset: wholeArgument(options.offset, { name: '--offset' }),
        };
        answerOrders(shell, listOrders(ctx.db, storeOption(ctx, options).id, page));
      }),
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
    .action((id: string, text: string | undefined, { method }: { method: PaymentMethod }) =>
      shell.withDatabase(async (ctx) => {
        const amount = text === undefined ? undefined : parseMoney(text);
        if (text !== undefined && amount === undefined) throw new WrongUsage(`AMOUNT must be in baht; not ${text}`);
        const orderId = idArgument(id, 'ID');
        answerOrder(shell, await ctx.write((db) => confirmPayment(db, orderId, { method, amount }, ctx.now())));
      }),
    );
  order
    .command('cancel')
    .description('cancel an open order and give its stock back')
    .argument('<id>', 'the order’s id')
    .addOption(new Option('--by <who>', 'who canceled it').choices(CANCELERS).default('store'))
    .action((id: string, { by }: { by: Canceler }) =>
      shell.withDatabase(async (ctx) => {
        const orderId = idArgument(id, 'ID');
        answerOrder(shell, await ctx.write((db) => cancelOrder(db, orderId, by, ctx.now())));
      }),
    );
}

/** What `/v1` shows, and what only the store sees. */
const storeView = (order: Order) => ({
  ...orderView(order),
  private_note: order.privateNote ?? undefined,
  differing_replay_time: order.differingReplayTime ?? undefined,
});

function answerOrders(shell: Shell, orders: readonly Order[]): void {
  const heads = ['id', 'number', 'created', 'status', 'payment', 'shipping', 'recipient', 'total'];
  const rows = orders.map((order) => [
    order.id,
    order.orderNumber,
    new Date(order.createTime).toISOString(),
    order.status,
    order.paymentStatus,
    order.shippingStatus,
    order.recipientAddress.name,
    moneyText(order.total),
  ]);
  shell.answer({ orders: orders.map(storeView) }, table(heads, rows));
}

function answerOrder(shell: Shell, order: Order): void {
  const { recipientAddress: to } = order;
  const address = [to.name, to.telephone, to.address1, to.sub_district, to.district, to.province, to.postal_code];
  const lines = order.lines.map((line) => [
    `${line.name} ${line.variantName}`.trim(),
    line.sku,
    line.qty,
    moneyText(line.price),
    moneyText(line.amount),
  ]);
  shell.answer({ order: storeView(order) }, [
    `order      ${order.id}  number ${order.orderNumber}${order.externalOrderId === null ? '' : `  external ${order.externalOrderId}`}`,
    `status     ${order.status}, ${order.paymentStatus}, ${order.shippingStatus}`,
    `recipient  ${address.filter(Boolean).join(' ')}`,
    `shipping   ${order.shippingType}`,
    `total      ${moneyText(order.total)} baht, ${moneyText(order.paidAmount)} paid`,
    ...(order.privateNote === null ? [] : [`note       ${order.privateNote}`]),
    ...(order.differingReplayTime === null
      ? []
      : [`hint       repeated with another body at ${new Date(order.differingReplayTime).toISOString()}`]),
    ...table(['product', 'sku', 'qty', 'price', 'amount'], lines),
  ]);
}
