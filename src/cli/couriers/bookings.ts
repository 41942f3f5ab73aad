import { type Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { findCourier } from '../../domain/couriers/couriers.ts';
import { openCancellations, queuedBookings } from '../../domain/orders/bookings/queue.ts';
import { dropBooking, requestBooking, switchCourier } from '../../domain/orders/bookings/requests.ts';
import type { Act } from '../../domain/orders/history.ts';
import type { Id } from '../../lib/ids.ts';
import { actOf, USER_OPTION } from '../find.ts';
import { idArgument, type Shell, STORE_OPTION } from '../shell.ts';
import { answerOrderBookings, answerQueue } from './booking-answers.ts';
import { readShippingType, storesOf } from './find.ts';

const STATUSES = ['waiting', 'requested', 'failed', 'refused'] as const;

interface ListOptions {
  store?: string;
  status?: (typeof STATUSES)[number];
}

export function bookingCommands(shell: Shell): void {
  const booking = shell.program.command('booking').description('what couriers are asked to carry, and to forget');
  booking
    .command('list')
    .description('the bookings that wait, are with a courier or have failed, and the cancellations still open')
    .addOption(new Option('--status <status>', 'only these; refused are cancellations').choices(STATUSES))
    .option(...STORE_OPTION)
    .action((options: ListOptions) => shell.withDatabase((ctx) => listQueue(shell, ctx, options)));

  const ofOrder = (name: string, description: string): Command =>
    booking
      .command(name)
      .description(description)
      .argument('<order>', 'the order’s id')
      .option(...USER_OPTION);
  const act = (
    id: string,
    options: { user?: string },
    deed: (ctx: Context, orderId: Id, act: Act) => Promise<unknown>,
  ) =>
    shell.withDatabase(async (ctx) => {
      const orderId = idArgument(id, 'ORDER');
      await deed(ctx, orderId, actOf(ctx, options));
      answerOrderBookings(shell, ctx, orderId);
    });

  ofOrder(
    'retry',
    'have the courier asked at once: again after a refusal, sooner where it would be later, or for the first time',
  ).action((id: string, options: { user?: string }) =>
    act(id, options, (ctx, orderId, by) => ctx.write((db) => requestBooking(db, orderId, by))),
  );
  ofOrder(
    'drop',
    'take an order out of the queue; a courier that may have it is told to forget it, and dropped once more it is over',
  ).action((id: string, options: { user?: string }) =>
    act(id, options, (ctx, orderId, by) => ctx.write((db) => dropBooking(db, orderId, by))),
  );
  ofOrder('switch', 'have another courier carry an order of which nothing is shipped')
    .argument('<shipping_type>', 'whose courier it is to be')
    .action((id: string, shippingType: string, options: { user?: string }) =>
      act(id, options, async (ctx, orderId, by) => {
        const to = readShippingType(ctx, shippingType);
        const { storeId } = await ctx.write((db) => switchCourier(db, orderId, to, by));
        if (!findCourier(ctx.db, storeId, to))
          shell.warn(
            `the store has not set up ${to}: nobody is asked for a number, and raan order book takes it typed`,
          );
      }),
    );
}

function listQueue(shell: Shell, ctx: Context, { status, ...options }: ListOptions): void {
  const stores = storesOf(ctx, options);
  const isWanted = (one: { status: string }) => status === undefined || one.status === status;
  answerQueue(shell, {
    bookings: stores.flatMap(({ id }) => queuedBookings(ctx.db, id)).filter(isWanted),
    cancellations: stores.flatMap(({ id }) => openCancellations(ctx.db, id)).filter(isWanted),
  });
}
