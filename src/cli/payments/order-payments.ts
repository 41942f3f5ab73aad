import { Option } from 'commander';
import type { WriteTx } from '../../context.ts';
import { MAX_HOLDER_LENGTH } from '../../domain/bank-accounts.ts';
import type { Act } from '../../domain/orders/history.ts';
import { existingOrder } from '../../domain/orders/order.ts';
import { type Owed, owedGoods, settleOwed } from '../../domain/orders/owed-refunds.ts';
import { takePayment } from '../../domain/orders/payments/payments.ts';
import { type Promptpay, promptpayOf } from '../../domain/orders/payments/promptpay.ts';
import { refundOrder } from '../../domain/orders/payments/refund.ts';
import type { TypedRefundAccount } from '../../domain/orders/payments/refund-account.ts';
import { OWED_REASONS, type OwedReason } from '../../domain/orders/refund-marks.ts';
import { drawQr } from '../../domain/print/print-job.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { moneyText } from '../../lib/money.ts';
import { parseIdArgument, parseText, WrongUsage } from '../arguments.ts';
import { type Cli, type CliCommand, DRY_RUN_OPTION, DRY_RUN_TEXT } from '../cli.ts';
import { FORCE_OPTION, writeNewFile } from '../files.ts';
import { actOf } from '../lookup.ts';
import { parseLineQtys } from '../orders/line-arguments.ts';
import { printOrder } from '../orders/order-output.ts';
import { methodOption, optionalAmount, type PaymentOptions } from './payments.ts';

interface RefundOptions extends Partial<PaymentOptions>, ToOptions {
  line?: string[];
  payment?: string;
}

/** The customer's account. */
interface ToOptions {
  toPromptpay?: string;
  toBank?: string;
  toNumber?: string;
  toName?: string;
}

interface NoRefundOptions {
  reason?: OwedReason;
  dryRun?: boolean;
  user?: string;
}

interface QrOptions {
  out?: string;
  force?: boolean;
}

export function orderPaymentCommands(cli: Cli, order: CliCommand): void {
  order
    .command('pay')
    .description('Record a confirmed payment')
    .idArgument('id', 'Order id')
    .argument('[amount]', 'Amount in baht (default: the balance due)')
    .addOption(methodOption('How it was paid').default('transfer'))
    .noteOption()
    .userOption()
    .databaseAction(
      async (ctx, orderId: Id, text: string | undefined, { method, note, ...options }: PaymentOptions) => {
        const payment = { method, note, amount: optionalAmount(text) };
        printOrder(cli, ctx, await ctx.write((tx) => takePayment(tx, orderId, payment, actOf(ctx, options))));
      },
    );
  order
    .command('refund')
    .summary('Refund an order')
    .description(
      'Refund payments of an order in any state. Goods are not returned to stock. Transfers and PromptPay record the account of the customer, if given.',
    )
    .idArgument('id', 'Order id')
    .argument('[amount]', 'Amount in baht (default: the price of the given lines, or everything paid)')
    .option('--line <line=qty...>', 'Refund QTY of a line; "raan order show" prints line ids')
    .option('--payment <payment>', 'Id of the payment to refund (default: the newest ones)')
    .addOption(methodOption('How it is refunded (default: as it was paid)'))
    .option('--to-promptpay <id>', 'PromptPay of the customer: phone number, national ID, tax ID or e-wallet ID')
    .option(
      '--to-bank <code>',
      'Bank of the customer instead: its code in the Thai payment systems, such as 004 for KBANK',
    )
    .option('--to-number <number>', 'Account number at that bank')
    .option('--to-name <name>', 'Name of the account holder')
    .noteOption()
    .userOption()
    .databaseAction(
      async (
        ctx,
        orderId: Id,
        text: string | undefined,
        { line, payment, method, note, ...options }: RefundOptions,
      ) => {
        const refund = {
          amount: optionalAmount(text),
          lines: line && parseLineQtys(line),
          paymentId: payment === undefined ? undefined : parseIdArgument(payment, '--payment'),
          method,
          note,
          to: accountOf(options),
        };
        printOrder(cli, ctx, await ctx.write((tx) => refundOrder(tx, orderId, refund, actOf(ctx, options))));
      },
    );
  order
    .command('no-refund')
    .summary('Decide not to refund missing or returned items')
    .description(
      'Decide not to refund paid items that did not ship or that the customer returned. The order is no longer listed for a refund, until more items are missing or returned.',
    )
    .idArgument('id', 'Order id')
    .addOption(new Option('--reason <reason>', 'Only items of this kind (default: all)').choices(OWED_REASONS))
    .option(...DRY_RUN_OPTION)
    .userOption()
    .databaseAction(async (ctx, orderId: Id, { reason, dryRun, ...options }: NoRefundOptions) => {
      const settled = await ctx.write((tx) => settleReasons(tx, orderId, reason, actOf(ctx, options)));
      printSettled(cli, orderId, settled, { dryRun });
    });
  order
    .command('promptpay')
    .description('Show the PromptPay QR code for the balance due')
    .idArgument('id', 'Order id')
    .option('--out <file>', 'Write a PNG file instead of printing it')
    .option(...FORCE_OPTION)
    .databaseAction((ctx, orderId: Id, { out, ...options }: QrOptions) => {
      if (out !== undefined && !out.toLowerCase().endsWith('.png'))
        throw new WrongUsage('argument_not_a_png_file', { name: '--out', text: out });
      const promptpay = promptpayOf(ctx.db, existingOrder(ctx.db, orderId));
      return printPromptpay(cli, { orderId, promptpay, out, ...options });
    });
}

const accountOf = ({ toPromptpay, toBank, toNumber, toName }: ToOptions): TypedRefundAccount => ({
  promptpay: toPromptpay,
  bank: toBank,
  number: toNumber,
  name: toName === undefined ? undefined : parseText(toName, '--to-name', MAX_HOLDER_LENGTH),
});

/** @throws AppError not_found; invalid_request if nothing is owed for this reason, by default for any */
function settleReasons(tx: WriteTx, orderId: Id, reason: OwedReason | undefined, act: Act): Owed {
  const owed = owedGoods(tx, existingOrder(tx, orderId));
  const open = OWED_REASONS.filter((each) => owed[each] !== undefined);
  const reasons = reason === undefined && open.length > 0 ? open : [reason ?? 'short'];
  for (const each of reasons) settleOwed(tx, orderId, each, act);
  return Object.fromEntries(reasons.map((each) => [each, owed[each]]));
}

function printSettled(cli: Cli, orderId: Id, settled: Owed, { dryRun = false }): void {
  const notRefunded = OWED_REASONS.flatMap((reason) => {
    const goods = settled[reason];
    return goods ? [{ reason, amount: moneyText(goods.amount), lines: goods.lines }] : [];
  });
  cli.print({ ...(dryRun && { dry_run: true }), order_id: idText(orderId), not_refunded: notRefunded }, [
    ...notRefunded.map(({ reason, amount, lines }) => {
      const items = lines.map(({ name, qty }) => `${name} x ${qty}`).join(', ');
      return `order ${orderId}: ${amount} baht not refunded, ${reason}: ${items}`;
    }),
    ...(dryRun ? [DRY_RUN_TEXT] : []),
  ]);
}

async function printPromptpay(
  cli: Cli,
  { orderId, promptpay, out, ...options }: QrOptions & { orderId: Id; promptpay: Promptpay },
): Promise<void> {
  const { id, name, amount, payload } = promptpay;
  const { png, blocks } = await drawQr(payload);
  if (out !== undefined) writeNewFile(out, png, options);
  const document = {
    order_id: idText(orderId),
    promptpay_id: id,
    promptpay_name: name ?? undefined,
    amount: moneyText(amount),
    payload,
    file: out,
  };
  cli.print(document, [
    `order ${orderId}: ${moneyText(amount)} baht to ${id}${name === null ? '' : ` (${name})`}`,
    payload,
    ...(out === undefined ? blocks : [out]),
  ]);
}
