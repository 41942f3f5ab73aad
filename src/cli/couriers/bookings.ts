import { Option } from 'commander';
import type { Context } from '../../context.ts';
import { findCourier } from '../../domain/couriers/couriers.ts';
import { unfinishedBookings } from '../../domain/orders/bookings/booking.ts';
import { dropBookingOfOrder, requestBooking, switchCourier } from '../../domain/orders/bookings/booking-actions.ts';
import { statusOf } from '../../domain/orders/bookings/booking-states.ts';
import { openCancellations } from '../../domain/orders/bookings/cancellation.ts';
import type { Id } from '../../lib/ids.ts';
import { message } from '../../lib/messages/message.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { actOf, parseShippingType, selectedStores } from '../lookup.ts';
import { printOrderBookings, printQueue } from './booking-output.ts';

const STATUSES = ['waiting', 'requested', 'failed', 'refused'] as const;

interface ListOptions {
  store?: string;
  status?: (typeof STATUSES)[number];
}

export function bookingCommands(cli: Cli): void {
  const booking = cli.program.command('booking').description('Manage tracking number requests (bookings)');
  booking
    .command('list')
    .description('List waiting, open and failed tracking number requests, and open cancellations')
    .addOption(
      new Option('--status <status>', 'Only with this status; refused applies to cancellations').choices(STATUSES),
    )
    .storeOption()
    .databaseAction((ctx, options: ListOptions) => listQueue(cli, ctx, options));

  const ofOrder = (name: string, summary: string, details = ''): CliCommand =>
    booking
      .command(name)
      .summary(summary)
      .description(details === '' ? summary : `${summary}. ${details}`)
      .idArgument('order', 'Order id')
      .userOption();
  for (const [name, change, summary, details] of [
    [
      'retry',
      requestBooking,
      'Request a tracking number now',
      'Works for the first request, after a failure, and before the next automatic attempt.',
    ],
    [
      'drop',
      dropBookingOfOrder,
      'Cancel a tracking number request',
      'If the courier may have accepted it, raan cancels it there. Drop it again to skip that.',
    ],
  ] as const)
    ofOrder(name, summary, details).databaseAction(async (ctx, orderId: Id, options: { user?: string }) => {
      await ctx.write((tx) => change(tx, orderId, actOf(ctx, options)));
      printOrderBookings(cli, ctx, orderId);
    });
  ofOrder('switch', 'Change the courier of an order before it is shipped')
    .argument('<shipping_type>', 'Shipping type of the new courier')
    .databaseAction(async (ctx, orderId: Id, shippingType: string, options: { user?: string }) => {
      const act = actOf(ctx, options);
      const to = parseShippingType(ctx, shippingType);
      const { storeId } = await ctx.write((tx) => switchCourier(tx, orderId, to, act));
      if (!findCourier(ctx.db, storeId, to)) cli.warn(message('shipping_type_without_courier', { shippingType: to }));
      printOrderBookings(cli, ctx, orderId);
    });
}

function listQueue(cli: Cli, ctx: Context, { status, ...options }: ListOptions): void {
  const stores = selectedStores(ctx, options);
  const isListed = (listed: string) => status === undefined || listed === status;
  printQueue(cli, {
    bookings: stores
      .flatMap(({ id }) => unfinishedBookings(ctx.db, id))
      .filter((booking) => isListed(statusOf(booking))),
    cancellations: stores
      .flatMap(({ id }) => openCancellations(ctx.db, id))
      .filter((cancellation) => isListed(cancellation.status)),
  });
}
