import { Argument } from 'commander';
import type { Context } from '../../context.ts';
import { warehouses } from '../../domain/catalogue/places.ts';
import type { Pieces } from '../../domain/orders/pieces.ts';
import { existingOrder } from '../../domain/orders/read.ts';
import { cancelShipment } from '../../domain/orders/shipments/cancel.ts';
import { moveShipment, WAY_STATUSES, type WayStatus } from '../../domain/orders/shipments/move.ts';
import { pickUp } from '../../domain/orders/shipments/pick-up.ts';
import { existingShipment, itemsOf, type Shipment } from '../../domain/orders/shipments/read.ts';
import { shipmentView } from '../../domain/orders/view.ts';
import { existingVariant } from '../../domain/variants.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { actOf, USER_OPTION } from '../find.ts';
import { idArgument, type Shell } from '../shell.ts';
import { table } from '../table.ts';
import { eventsCommand } from './events.ts';
import { type PickUpOptions, readPickUp, takesPickUp } from './pick-up.ts';

export function shipmentCommands(shell: Shell): void {
  const shipment = shell.program.command('shipment').description('what leaves of an order, parcel by parcel');
  shipment
    .command('list')
    .description('an order’s shipments, and what each takes from which warehouse')
    .argument('<order>', 'the order’s id')
    .action((id: string) =>
      shell.withDatabase((ctx) => {
        const order = existingOrder(ctx.db, idArgument(id, 'ORDER'));
        answerShipments(shell, ctx, order.id, order.shipments);
      }),
    );
  takesPickUp(
    shipment
      .command('pick-up')
      .description('have a booked shipment leave, all of it from where it is reserved unless said otherwise')
      .argument('<id>', 'the shipment’s id')
      .option(...USER_OPTION),
  ).action((id: string, options: PickUpOptions & { user?: string }) =>
    shell.withDatabase(async (ctx) => {
      const { id: shipmentId, orderId } = existingShipment(ctx.db, idArgument(id, 'ID'));
      const how = readPickUp(ctx, existingOrder(ctx.db, orderId).storeId, options);
      answerShipments(shell, ctx, orderId, [await ctx.write((db) => pickUp(db, shipmentId, how, actOf(ctx, options)))]);
    }),
  );
  shipment
    .command('move')
    .description('note where a shipment that has left is; what it collects, and its order, follow')
    .argument('<id>', 'the shipment’s id')
    .addArgument(new Argument('<status>', 'where it is now').choices(WAY_STATUSES))
    .option(...USER_OPTION)
    .action((id: string, status: WayStatus, options: { user?: string }) =>
      shell.withDatabase(async (ctx) => {
        const shipmentId = idArgument(id, 'ID');
        const moved = await ctx.write((db) => moveShipment(db, shipmentId, status, actOf(ctx, options)));
        answerShipments(shell, ctx, moved.orderId, [moved]);
      }),
    );
  shipment
    .command('cancel')
    .description('cancel a booked shipment and make its goods available again (shipping_canceled)')
    .argument('<id>', 'the shipment’s id')
    .option(...USER_OPTION)
    .action((id: string, options: { user?: string }) =>
      shell.withDatabase(async (ctx) => {
        const shipmentId = idArgument(id, 'ID');
        const canceled = await ctx.write((db) => cancelShipment(db, shipmentId, actOf(ctx, options)));
        answerShipments(shell, ctx, canceled.orderId, [canceled]);
      }),
    );
  eventsCommand(shell, shipment);
}

/** Shipments of one order. */
function answerShipments(shell: Shell, ctx: Context, orderId: Id, shipments: readonly Shipment[]): void {
  const listed = shipments.map((shipment) => ({
    shipment,
    items: itemsOf(ctx.db, shipment.id).map((pieces) => itemOf(ctx, pieces)),
  }));
  const documents = listed.map(({ shipment, items }) => ({
    order_id: idText(orderId),
    ...shipmentView(shipment),
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
  const heads = ['shipment', 'status', 'tracking number', 'line', 'product', 'sku', 'warehouse', 'qty'];
  shell.answer({ shipments: documents }, table(heads, rows));
}

/** The pieces with the names that people know them by. */
function itemOf(ctx: Context, pieces: Pieces) {
  const variant = existingVariant(ctx.db, pieces.variantId);
  const warehouse = warehouses(ctx.db, variant.storeId).find(({ id }) => id === pieces.warehouseId);
  return {
    ...pieces,
    sku: variant.sku,
    name: `${variant.productName} ${variant.name}`.trim(),
    warehouse: warehouse?.key ?? '',
  };
}
