import type { Command } from 'commander';
import { takePayment } from '../../domain/orders/payments/pay.ts';
import { type Promptpay, promptpayOf } from '../../domain/orders/payments/promptpay.ts';
import { refundOrder } from '../../domain/orders/payments/refund.ts';
import { existingOrder } from '../../domain/orders/read.ts';
import { drawQr } from '../../domain/print/run.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { moneyText } from '../../lib/money.ts';
import { actOf, USER_OPTION } from '../find.ts';
import { FORCE_OPTION, writeNewFile } from '../new-file.ts';
import { answerOrder } from '../orders/answers.ts';
import { readLineQtys } from '../orders/lines.ts';
import { idArgument, type Shell, WrongUsage } from '../shell.ts';
import { methodOption, optionalAmount, type PaymentOptions, REMARK_OPTION } from './arguments.ts';

interface RefundOptions extends Partial<PaymentOptions> {
  line?: string[];
  payment?: string;
}

interface QrOptions {
  out?: string;
  force?: boolean;
}

/** How an order is paid, and its money goes back. */
export function orderPaymentCommands(shell: Shell, order: Command): void {
  order
    .command('pay')
    .description('confirm a payment')
    .argument('<id>', 'the order’s id')
    .argument('[amount]', 'in baht; what is still to pay by default')
    .addOption(methodOption('how it was paid').default('transfer'))
    .option(...REMARK_OPTION)
    .option(...USER_OPTION)
    .action((id: string, text: string | undefined, { method, note, ...options }: PaymentOptions) =>
      shell.withDatabase(async (ctx) => {
        const payment = { method, note, amount: optionalAmount(text) };
        const orderId = idArgument(id, 'ID');
        answerOrder(shell, ctx, await ctx.write((db) => takePayment(db, orderId, payment, actOf(ctx, options))));
      }),
    );
  order
    .command('refund')
    .description('pay back what was paid for an order, whatever its state; it moves no goods')
    .argument('<id>', 'the order’s id')
    .argument('[amount]', 'in baht; what was paid for the lines, or without lines all that was paid, by default')
    .option('--line <line=qty...>', 'pay it back for so many of a line; LINE is its id, which order show prints')
    .option('--payment <payment>', 'the payment that gives it, by its id; the newest ones by default')
    .addOption(methodOption('how it goes back; as it came by default'))
    .option(...REMARK_OPTION)
    .option(...USER_OPTION)
    .action((id: string, text: string | undefined, { line, payment, method, note, ...options }: RefundOptions) =>
      shell.withDatabase(async (ctx) => {
        const orderId = idArgument(id, 'ID');
        const refund = {
          amount: optionalAmount(text),
          lines: line && readLineQtys(line),
          paymentId: payment === undefined ? undefined : idArgument(payment, '--payment'),
          method,
          note,
        };
        answerOrder(shell, ctx, await ctx.write((db) => refundOrder(db, orderId, refund, actOf(ctx, options))));
      }),
    );
  order
    .command('promptpay')
    .description('the PromptPay QR code of what is still to pay')
    .argument('<id>', 'the order’s id')
    .option('--out <file>', 'write it as a PNG into this file, in place of printing it')
    .option(...FORCE_OPTION)
    .action((id: string, { out, ...options }: QrOptions) =>
      shell.withDatabase((ctx) => {
        if (out !== undefined && !out.toLowerCase().endsWith('.png'))
          throw new WrongUsage(`--out must be a .png file; not ${out}`);
        const orderId = idArgument(id, 'ID');
        const promptpay = promptpayOf(ctx.db, existingOrder(ctx.db, orderId));
        return answerPromptpay(shell, { orderId, promptpay, out, ...options });
      }),
    );
}

async function answerPromptpay(
  shell: Shell,
  { orderId, promptpay, out, ...options }: QrOptions & { orderId: Id; promptpay: Promptpay },
): Promise<void> {
  const { id, amount, payload } = promptpay;
  const { png, blocks } = await drawQr(payload);
  if (out !== undefined) writeNewFile(out, png, options);
  const document = { order_id: idText(orderId), promptpay_id: id, amount: moneyText(amount), payload, file: out };
  shell.answer(document, [
    `order ${orderId}: ${moneyText(amount)} baht to ${id}`,
    payload,
    ...(out === undefined ? blocks : [out]),
  ]);
}
