import type { Context } from '../../context.ts';
import { type Notified, notifyPayment } from '../../domain/orders/payments/notify.ts';
import { paymentDetails, slipOf } from '../../domain/orders/payments/read.ts';
import { confirmPayment, rejectPayment } from '../../domain/orders/payments/review.ts';
import { existingOrder } from '../../domain/orders/read.ts';
import { idText } from '../../lib/ids.ts';
import { actOf, USER_OPTION } from '../find.ts';
import { FORCE_OPTION, writeNewFile } from '../new-file.ts';
import { answerOrder } from '../orders/answers.ts';
import { readInput } from '../read-input.ts';
import { idArgument, readText, type Shell } from '../shell.ts';
import { answerPayments, paymentDocument } from './answers.ts';
import { amountArgument, methodOption, type PaymentOptions, REMARK_OPTION } from './arguments.ts';

interface NotifyOptions extends PaymentOptions {
  slip?: string;
}

interface SlipOptions {
  out: string;
  force?: boolean;
}

export function paymentCommands(shell: Shell): void {
  const payment = shell.program.command('payment').description('what buyers have paid, or say that they have');
  payment
    .command('list')
    .description('an order’s payments, who confirmed them, and what was paid back')
    .argument('<order>', 'the order’s id')
    .action((id: string) =>
      shell.withDatabase((ctx) => answerPayments(shell, ctx, existingOrder(ctx.db, idArgument(id, 'ORDER')).id)),
    );
  payment
    .command('notify')
    .description('keep that money is said to be sent; confirm it when it is there')
    .argument('<order>', 'the order’s id')
    .argument('<amount>', 'in baht')
    .addOption(methodOption('how it was sent').default('transfer'))
    .option('--slip <file>', 'the picture of the slip: PNG, JPEG or WebP')
    .option(...REMARK_OPTION)
    .option(...USER_OPTION)
    .action((id: string, text: string, { slip, method, note, ...options }: NotifyOptions) =>
      shell.withDatabase(async (ctx) => {
        const orderId = idArgument(id, 'ORDER');
        const amount = amountArgument(text);
        const notification = { method, amount, note, slip: slip === undefined ? undefined : readInput(slip) };
        const notified = await ctx.write((db) => notifyPayment(db, orderId, notification, actOf(ctx, options)));
        answerNotified(shell, ctx, notified);
      }),
    );
  payment
    .command('confirm')
    .description('the money of a notified payment is there')
    .argument('<id>', 'the payment’s id')
    .option(...USER_OPTION)
    .action((id: string, options: { user?: string }) =>
      shell.withDatabase(async (ctx) => {
        const paymentId = idArgument(id, 'ID');
        answerOrder(shell, ctx, await ctx.write((db) => confirmPayment(db, paymentId, actOf(ctx, options))));
      }),
    );
  payment
    .command('reject')
    .description('the money of a notified payment is not there')
    .argument('<id>', 'the payment’s id')
    .requiredOption('--reason <text>', 'why it is rejected')
    .option(...USER_OPTION)
    .action((id: string, { reason: text, ...options }: { reason: string; user?: string }) =>
      shell.withDatabase(async (ctx) => {
        const paymentId = idArgument(id, 'ID');
        const reason = readText(text, '--reason');
        answerOrder(shell, ctx, await ctx.write((db) => rejectPayment(db, paymentId, reason, actOf(ctx, options))));
      }),
    );
  payment
    .command('slip')
    .description('write the picture that came with a payment into a file')
    .argument('<id>', 'the payment’s id')
    .requiredOption('--out <file>', 'the file to write')
    .option(...FORCE_OPTION)
    .action((id: string, { out, ...options }: SlipOptions) =>
      shell.withDatabase((ctx) => {
        const { mediaType, picture } = slipOf(ctx.db, idArgument(id, 'ID'));
        writeNewFile(out, picture, options);
        shell.answer({ file: out, media_type: mediaType }, `${out}: ${mediaType}`);
      }),
    );
}

function answerNotified(shell: Shell, ctx: Context, { order, paymentId, sameSlip }: Notified): void {
  const seen = sameSlip.map((use) => ({ payment_id: idText(use.paymentId), order_id: idText(use.orderId) }));
  for (const { payment_id, order_id } of seen)
    shell.warn(`the same picture came with payment ${payment_id} of order ${order_id}`);
  const payment = paymentDetails(ctx.db, order.id).find(({ id }) => id === paymentId);
  shell.answer({ payment: payment && paymentDocument(payment), same_slip: seen }, [
    `payment ${paymentId} of order ${order.id} is to be confirmed`,
  ]);
}
