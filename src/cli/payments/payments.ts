import { Option } from 'commander';
import type { Context } from '../../context.ts';
import { existingOrder } from '../../domain/orders/order.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../domain/orders/order-states.ts';
import { paymentDetails, slipOf } from '../../domain/orders/payments/payment-details.ts';
import {
  confirmPayment,
  notifyPayment,
  type ReportedPayment,
  rejectPayment,
} from '../../domain/orders/payments/payments.ts';
import { undoConfirmation } from '../../domain/orders/payments/undo-confirmation.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { message } from '../../lib/messages/message.ts';
import type { Money } from '../../lib/money.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { parseSignedAmount, parseText } from '../arguments.ts';
import { type Cli, DRY_RUN_OPTION } from '../cli.ts';
import { FORCE_OPTION, readInput, writeNewFile } from '../files.ts';
import { actOf } from '../lookup.ts';
import { printOrder } from '../orders/order-output.ts';
import { paymentDocument, printPayments } from './payment-output.ts';

interface NotifyOptions extends PaymentOptions {
  slip?: string;
}

interface SlipOptions {
  out: string;
  force?: boolean;
}

export function paymentCommands(cli: Cli): void {
  const payment = cli.program.command('payment').description('Manage payments of orders');
  payment
    .command('list')
    .description('List the payments and refunds of an order')
    .idArgument('order', 'Order id')
    .databaseAction((ctx, id: Id) => printPayments(cli, ctx, existingOrder(ctx.db, id).id));
  payment
    .command('notify')
    .description('Add a payment that the customer has submitted, to be confirmed later')
    .idArgument('order', 'Order id')
    .argument('<amount>', 'Amount in baht')
    .addOption(methodOption('How it was sent').default('transfer'))
    .option('--slip <file>', 'Image of the transfer slip: PNG, JPEG or WebP')
    .noteOption()
    .userOption()
    .databaseAction(async (ctx, orderId: Id, text: string, { slip, method, note, ...options }: NotifyOptions) => {
      const amount = parseSignedAmount(text, 'AMOUNT');
      const notification = { method, amount, note, slip: slip === undefined ? undefined : readInput(slip) };
      const notified = await ctx.write((tx) => notifyPayment(tx, orderId, notification, actOf(ctx, options)));
      printReportedPayment(cli, ctx, notified);
    });
  payment
    .command('confirm')
    .summary('Confirm that a submitted payment has arrived')
    .description(
      'Confirm that a submitted payment has arrived. A transfer that pays several orders is confirmed in the office only.',
    )
    .idArgument('id', 'Payment id')
    .userOption()
    .databaseAction(async (ctx, paymentId: Id, options: { user?: string }) => {
      printOrder(cli, ctx, await ctx.write((tx) => confirmPayment(tx, paymentId, actOf(ctx, options))));
    });
  payment
    .command('reject')
    .description('Reject a submitted payment that has not arrived')
    .idArgument('id', 'Payment id')
    .requiredOption('--reason <text>', 'Reason')
    .userOption()
    .databaseAction(async (ctx, paymentId: Id, { reason: text, ...options }: { reason: string; user?: string }) => {
      const reason = parseText(text, '--reason', MAX_LENGTH.note);
      printOrder(cli, ctx, await ctx.write((tx) => rejectPayment(tx, paymentId, reason, actOf(ctx, options))));
    });
  payment
    .command('undo-confirm')
    .summary('Undo the confirmation of a payment')
    .description(
      'Undo the confirmation of a payment: it waits for review again. A payment with a refund, of an order with a receipt or with a parcel that was handed over, cannot be undone.',
    )
    .idArgument('id', 'Payment id')
    .option(...DRY_RUN_OPTION)
    .userOption()
    .databaseAction(async (ctx, paymentId: Id, { dryRun, ...options }: { dryRun?: boolean; user?: string }) => {
      const order = await ctx.write((tx) => undoConfirmation(tx, paymentId, actOf(ctx, options)));
      printOrder(cli, ctx, order, { dryRun });
    });
  payment
    .command('slip')
    .description('Save the transfer slip of a payment')
    .idArgument('id', 'Payment id')
    .requiredOption('--out <file>', 'File to write')
    .option(...FORCE_OPTION)
    .databaseAction((ctx, id: Id, { out, ...options }: SlipOptions) => {
      const { mediaType, picture } = slipOf(ctx.db, id);
      writeNewFile(out, picture, options);
      cli.print({ file: out, media_type: mediaType }, `${out}: ${mediaType}`);
    });
}

function printReportedPayment(cli: Cli, ctx: Context, { order, paymentId, sameSlip }: ReportedPayment): void {
  const seen = sameSlip.map((use) => ({ payment_id: idText(use.paymentId), order_id: idText(use.orderId) }));
  for (const { payment_id, order_id } of seen)
    cli.warn(message('payment_has_same_slip', { payment: payment_id, order: order_id }));
  const payment = paymentDetails(ctx.db, order.id).find(({ id }) => id === paymentId);
  cli.print({ payment: payment && paymentDocument(payment), same_slip: seen }, [
    `recorded payment ${paymentId} of order ${order.id}; it waits for confirmation`,
  ]);
}

/** Options of every command that records money. */
export interface PaymentOptions {
  method: PaymentMethod;
  note?: string;
  user?: string;
}

export const methodOption = (description: string): Option =>
  new Option('--method <method>', description).choices(PAYMENT_METHODS);

/** An AMOUNT argument that may be omitted. */
export const optionalAmount = (text: string | undefined): Money | undefined =>
  text === undefined ? undefined : parseSignedAmount(text, 'AMOUNT');
