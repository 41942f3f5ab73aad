import type { Context } from '../../context.ts';
import { numberDoubt } from '../../domain/couriers/number-format.ts';
import type { LineQty } from '../../domain/orders/lines.ts';
import { existingOrder } from '../../domain/orders/order.ts';
import { bookShipment, type ShipmentInput } from '../../domain/orders/shipments/book.ts';
import { shipOrder } from '../../domain/orders/shipments/move.ts';
import { type ReturnedLine, returnGoods } from '../../domain/orders/shipments/return.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { parseAmount, parseText } from '../arguments.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { actOf, findStockWarehouse } from '../lookup.ts';
import { printDocument } from '../stock/document-output.ts';
import { parseLineQtys } from './line-arguments.ts';
import { printOrder } from './order-output.ts';
import { type PickUpOptions, parsePickUp, withPickUpOptions } from './shipments.ts';

interface BookingOptions {
  tracking: string;
  line?: string[];
  cod?: string;
  user?: string;
}

interface ReturnOptions {
  damaged?: string[];
  missing?: string[];
  warehouse?: string;
  user?: string;
  note?: string;
}

export function orderShippingCommands(cli: Cli, order: CliCommand): void {
  const bookingCommand = (name: string, description: string): CliCommand =>
    order
      .command(name)
      .description(description)
      .idArgument('id', 'Order id')
      .requiredOption('--tracking <number>', 'Tracking number from the courier')
      .option('--line <line=qty...>', 'Ship QTY of a line (default: everything not shipped yet)')
      .option('--cod <amount>', 'Amount in baht that this parcel collects (default: the rest to collect)')
      .userOption();

  bookingCommand('book', 'Book a shipment of reserved goods').databaseAction(
    async (ctx, orderId: Id, options: BookingOptions) => {
      const booking = parseBooking(options);
      await ctx.write((tx) => bookShipment(tx, orderId, booking, actOf(ctx, options)));
      warnOfMistyped(cli, ctx, orderId, booking);
      printOrder(cli, ctx, existingOrder(ctx.db, orderId));
    },
  );
  withPickUpOptions(bookingCommand('ship', 'Book a shipment and record its handover (pick-up)')).databaseAction(
    async (ctx, orderId: Id, options: BookingOptions & PickUpOptions) => {
      const { storeId } = existingOrder(ctx.db, orderId);
      const shipment = { ...parseBooking(options), ...parsePickUp(ctx, storeId, options) };
      await ctx.write((tx) => shipOrder(tx, orderId, shipment, actOf(ctx, options)));
      warnOfMistyped(cli, ctx, orderId, shipment);
      printOrder(cli, ctx, existingOrder(ctx.db, orderId));
    },
  );
  order
    .command('return')
    .describeChange('Return goods from the customer to stock', 'returned')
    .idArgument('id', 'Order id')
    .argument('[line...]', 'LINE=QTY: line id and quantity in good condition')
    .option('--damaged <line...>', 'LINE=QTY: came back damaged and is written off')
    .option('--missing <line...>', 'LINE=QTY: does not come back and is written off as lost')
    .option('--warehouse <warehouse>', 'Warehouse id or key (default: where they were shipped from)')
    .userOption()
    .noteOption()
    .databaseAction(async (ctx, orderId: Id, lines: string[], options: ReturnOptions) => {
      const { warehouse, note } = options;
      const returned = {
        lines: returnedLines(lines, options),
        warehouseId: findStockWarehouse(ctx, existingOrder(ctx.db, orderId).storeId, warehouse),
        note,
      };
      printDocument(cli, ctx, await ctx.write((tx) => returnGoods(tx, orderId, returned, actOf(ctx, options))));
    });
}

/** Each line once, with its good, damaged and missing pieces. */
function returnedLines(good: readonly string[], { damaged = [], missing = [] }: ReturnOptions): ReturnedLine[] {
  const none = { qty: 0, damaged: 0, missing: 0 };
  const parts = [
    ...linesOnce(good).map(({ lineId, qty }) => ({ ...none, lineId, qty })),
    ...linesOnce(damaged).map(({ lineId, qty }) => ({ ...none, lineId, damaged: qty })),
    ...linesOnce(missing).map(({ lineId, qty }) => ({ ...none, lineId, missing: qty })),
  ];
  return [...Map.groupBy(parts, ({ lineId }) => lineId)].map(([lineId, ofLine]) => ({
    lineId,
    qty: total(ofLine, 'qty'),
    damaged: total(ofLine, 'damaged'),
    missing: total(ofLine, 'missing'),
  }));
}

/** @throws AppError invalid_request if a line is repeated, which is likely a mistake */
function linesOnce(texts: readonly string[]): LineQty[] {
  const lines = parseLineQtys(texts);
  const repeated = lines.find(({ lineId }, i) => lines.findIndex((line) => line.lineId === lineId) < i);
  if (repeated) throw invalidRequest('line_repeated', { line: repeated.lineId });
  return lines;
}

const total = <Name extends string>(parts: readonly Record<Name, number>[], name: Name): number =>
  parts.reduce((sum, part) => sum + part[name], 0);

const parseBooking = ({ tracking, line, cod }: BookingOptions): ShipmentInput => ({
  trackingNumber: parseText(tracking, '--tracking'),
  lines: line && parseLineQtys(line),
  codAmount: cod === undefined ? undefined : parseAmount(cod, '--cod'),
});

/** Only a warning: a number with a wrong check digit may still be correct. */
function warnOfMistyped(cli: Cli, { db }: Context, orderId: Id, { trackingNumber }: ShipmentInput): void {
  const { storeId, shippingType } = existingOrder(db, orderId, 0);
  const problem = numberDoubt(db, storeId, { shippingType, trackingNumber });
  if (problem) cli.warn(problem);
}
