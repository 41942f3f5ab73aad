import { Argument } from 'commander';
import type { Context } from '../../context.ts';
import { warehouses } from '../../domain/catalogue/warehouses.ts';
import type { Allocation } from '../../domain/orders/allocate.ts';
import { existingOrder } from '../../domain/orders/order.ts';
import { handOver } from '../../domain/orders/shipments/hand-over.ts';
import {
  cancelShipment,
  moveShipment,
  type PickUp,
  STATUSES_AFTER_PICK_UP,
  type StatusAfterPickUp,
} from '../../domain/orders/shipments/move.ts';
import { existingShipment, itemsOf, type Shipment } from '../../domain/orders/shipments/shipment.ts';
import { undoHandOver } from '../../domain/orders/shipments/undo-hand-over.ts';
import { eventsOf, type StoredEvent } from '../../domain/orders/tracking.ts';
import { shipmentView } from '../../domain/orders/view.ts';
import { existingVariant } from '../../domain/variants.ts';
import { type Id, idText } from '../../lib/ids.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { actOf, findStockWarehouse } from '../lookup.ts';
import { table, timeText } from '../table.ts';
import { parseLineQtys } from './line-arguments.ts';

export function shipmentCommands(cli: Cli): void {
  const shipment = cli.program.command('shipment').description('Manage shipments of orders');
  shipment
    .command('list')
    .description('List the shipments of an order with their items and warehouses')
    .idArgument('order', 'Order id')
    .databaseAction((ctx, id: Id) => {
      const order = existingOrder(ctx.db, id);
      printShipments(cli, ctx, order.id, order.shipments);
    });
  withPickUpOptions(
    shipment
      .command('pick-up')
      .description('Record the handover (pick-up) of a shipment to the courier')
      .idArgument('id', 'Shipment id')
      .userOption(),
  ).databaseAction(async (ctx, id: Id, options: PickUpOptions & { user?: string }) => {
    const { id: shipmentId, orderId } = existingShipment(ctx.db, id);
    const how = parsePickUp(ctx, existingOrder(ctx.db, orderId).storeId, options);
    printShipments(cli, ctx, orderId, [await ctx.write((tx) => handOver(tx, shipmentId, how, actOf(ctx, options)))]);
  });
  shipment
    .command('undo-pick-up')
    .describeChange('Undo a handover (pick-up) that was recorded by mistake', 'handover_undone')
    .idArgument('id', 'Shipment id')
    .userOption()
    .databaseAction(async (ctx, shipmentId: Id, options: { user?: string }) => {
      const booked = await ctx.write((tx) => undoHandOver(tx, shipmentId, actOf(ctx, options)));
      printShipments(cli, ctx, booked.orderId, [booked]);
    });
  shipment
    .command('move')
    .description('Set the status of a picked-up shipment; COD and order follow')
    .idArgument('id', 'Shipment id')
    .addArgument(new Argument('<status>', 'New status').choices(STATUSES_AFTER_PICK_UP))
    .option('--reason <text>', 'Reason of the return, for the history of the order')
    .userOption()
    .databaseAction(async (ctx, shipmentId: Id, status: StatusAfterPickUp, options: MoveOptions) => {
      const { reason } = options;
      const moved = await ctx.write((tx) => moveShipment(tx, shipmentId, status, { ...actOf(ctx, options), reason }));
      printShipments(cli, ctx, moved.orderId, [moved]);
    });
  shipment
    .command('cancel')
    .describeChange('Cancel a booked shipment and release its goods', 'shipping_canceled')
    .idArgument('id', 'Shipment id')
    .userOption()
    .databaseAction(async (ctx, shipmentId: Id, options: { user?: string }) => {
      const canceled = await ctx.write((tx) => cancelShipment(tx, shipmentId, actOf(ctx, options)));
      printShipments(cli, ctx, canceled.orderId, [canceled]);
    });
  eventsCommand(cli, shipment);
}

interface MoveOptions {
  user?: string;
  reason?: string;
}

function printShipments(cli: Cli, ctx: Context, orderId: Id, shipments: readonly Shipment[]): void {
  const listed = shipments.map((shipment) => ({
    shipment,
    items: itemsOf(ctx.db, shipment.id).map((pieces) => itemOf(ctx, pieces)),
  }));
  const { storeId } = existingOrder(ctx.db, orderId);
  const documents = listed.map(({ shipment, items }) => ({
    order_id: idText(orderId),
    ...shipmentView(ctx.db, storeId, shipment),
    items: items.map((item) => ({
      line_id: idText(item.lineId),
      product_variant_id: idText(item.variantId),
      sku: item.sku ?? undefined,
      name: item.name,
      warehouse_id: idText(item.warehouseId),
      warehouse: item.warehouse,
      qty: item.qty,
    })),
  }));
  const rows = listed.flatMap(({ shipment, items }) =>
    items.map((item) => [
      shipment.id,
      shipment.status,
      shipment.trackingNumber,
      item.lineId,
      item.name,
      item.sku,
      item.warehouse,
      item.qty,
    ]),
  );
  const headings = ['shipment', 'status', 'tracking number', 'line', 'product', 'sku', 'warehouse', 'qty'];
  cli.print({ shipments: documents }, table(headings, rows));
}

function itemOf(ctx: Context, pieces: Allocation) {
  const variant = existingVariant(ctx.db, pieces.variantId);
  const warehouse = warehouses(ctx.db, variant.storeId).find(({ id }) => id === pieces.warehouseId);
  return {
    ...pieces,
    sku: variant.sku,
    name: `${variant.productName} ${variant.name}`.trim(),
    warehouse: warehouse?.key ?? '',
  };
}

export interface PickUpOptions {
  from?: string;
  short?: string[];
}

/** Adds the options that `parsePickUp` reads. */
export const withPickUpOptions = (command: CliCommand): CliCommand =>
  command
    .option(
      '--from <warehouse>',
      'Warehouse the goods were taken from, by id or key (default: where they are reserved)',
    )
    .option('--short <line=qty...>', 'Ship only QTY of a line and drop the rest');

export const parsePickUp = (ctx: Context, storeId: Id, { from, short = [] }: PickUpOptions): PickUp => ({
  from: findStockWarehouse(ctx, storeId, from),
  short: parseLineQtys(short, 0),
});

export const eventsCommand = (cli: Cli, shipment: CliCommand): CliCommand =>
  shipment
    .command('events')
    .description('List the tracking events of a shipment, oldest first')
    .idArgument('id', 'Shipment id')
    .databaseAction((ctx, id: Id) => {
      const found = existingShipment(ctx.db, id);
      const events = eventsOf(ctx.db, found.id);
      const rows = events.map((event) => [
        timeText(event.time),
        event.code,
        event.status,
        event.location,
        event.description,
      ]);
      cli.print(
        {
          shipment_id: idText(found.id),
          tracking_number: found.trackingNumber ?? undefined,
          status: found.status,
          events: events.map(eventView),
        },
        table(['time', 'code', 'status', 'location', 'courier message'], rows),
      );
    });

const eventView = (event: StoredEvent) => ({
  event_time: event.time,
  code: event.code,
  status: event.status ?? undefined,
  description: event.description,
  location: event.location ?? undefined,
  receive_time: event.receiveTime,
});
