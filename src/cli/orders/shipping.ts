import type { Command } from 'commander';
import { s10Problem } from '../../domain/couriers/s10.ts';
import { existingOrder } from '../../domain/orders/read.ts';
import { bookShipment, type WantedShipment } from '../../domain/orders/shipments/book.ts';
import { returnGoods } from '../../domain/orders/shipments/return.ts';
import { shipOrder } from '../../domain/orders/shipments/ship.ts';
import { describe } from '../../lib/messages/messages.ts';
import { NOTE_OPTION } from '../document-options.ts';
import { actOf, findKeepingWarehouse, USER_OPTION } from '../find.ts';
import { idArgument, readText, type Shell } from '../shell.ts';
import { answerDocument } from '../stock/document-answers.ts';
import { answerOrder } from './answers.ts';
import { bahtArgument, readLineQtys } from './lines.ts';
import { type PickUpOptions, readPickUp, takesPickUp } from './pick-up.ts';

interface BookingOptions {
  tracking: string;
  line?: string[];
  cod?: string;
  user?: string;
}

interface ReturnOptions {
  warehouse?: string;
  user?: string;
  note?: string;
}

/** How an order's goods leave, and come back. */
export function orderShippingCommands(shell: Shell, order: Command): void {
  const bookingCommand = (name: string, description: string): Command =>
    order
      .command(name)
      .description(description)
      .argument('<id>', 'the order’s id')
      .requiredOption('--tracking <number>', 'the tracking number that the courier has given')
      .option('--line <line=qty...>', 'only so many of these lines; all that is left to ship by default')
      .option('--cod <amount>', 'what this parcel collects, in baht; all that is still to collect by default')
      .option(...USER_OPTION);

  bookingCommand('book', 'book a shipment of what is reserved; raan shipment pick-up has it leave').action(
    (id: string, options: BookingOptions) =>
      shell.withDatabase(async (ctx) => {
        const orderId = idArgument(id, 'ID');
        const booking = readBooking(options);
        await ctx.write((db) => bookShipment(db, orderId, booking, actOf(ctx, options)));
        warnOfNumber(shell, booking);
        answerOrder(shell, ctx, existingOrder(ctx.db, orderId));
      }),
  );
  takesPickUp(bookingCommand('ship', 'book a shipment and have it picked up at once')).action(
    (id: string, options: BookingOptions & PickUpOptions) =>
      shell.withDatabase(async (ctx) => {
        const orderId = idArgument(id, 'ID');
        const { storeId } = existingOrder(ctx.db, orderId);
        const shipment = { ...readBooking(options), ...readPickUp(ctx, storeId, options) };
        await ctx.write((db) => shipOrder(db, orderId, shipment, actOf(ctx, options)));
        warnOfNumber(shell, shipment);
        answerOrder(shell, ctx, existingOrder(ctx.db, orderId));
      }),
  );
  order
    .command('return')
    .description('take in goods that the customer has sent back (returned)')
    .argument('<id>', 'the order’s id')
    .argument('<line...>', 'LINE=QTY: a line’s id and so many of it')
    .option('--warehouse <warehouse>', 'where they go, its id or key; by default where they were shipped from')
    .option(...USER_OPTION)
    .option(...NOTE_OPTION)
    .action((id: string, lines: string[], { warehouse, note, ...options }: ReturnOptions) =>
      shell.withDatabase(async (ctx) => {
        const orderId = idArgument(id, 'ID');
        const returned = {
          lines: readLineQtys(lines),
          warehouseId: findKeepingWarehouse(ctx, existingOrder(ctx.db, orderId).storeId, warehouse),
          note,
        };
        answerDocument(shell, ctx, await ctx.write((db) => returnGoods(db, orderId, returned, actOf(ctx, options))));
      }),
    );
}

const readBooking = ({ tracking, line, cod }: BookingOptions): WantedShipment => ({
  trackingNumber: readText(tracking, '--tracking'),
  lines: line && readLineQtys(line),
  codAmount: cod === undefined ? undefined : bahtArgument(cod, '--cod'),
});

/** A number that looks mistyped may be right all the same. */
function warnOfNumber(shell: Shell, { trackingNumber }: WantedShipment): void {
  const problem = s10Problem(trackingNumber);
  if (problem) shell.warn(describe(problem));
}
