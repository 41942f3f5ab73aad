import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import { orderBatches } from '../../../domain/orders/list/order-page.ts';
import { textCell } from '../../../domain/storefile/csv/cells.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { csvRows, writeCsv } from '../../../lib/csv.ts';
import { moneyText } from '../../../lib/money.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, type Screen } from '../../screen.ts';
import { orderStatusName, paymentStatusName, salesChannelName, shippingStatusName } from '../order-labels.ts';
import { orderListQuery } from './order-list-query.ts';
import { orderListTexts } from './order-list-texts.ts';

type Cell = string | number | null;

const columnsOf = (context: StoreContext): string[] => {
  const t = orderListTexts(context.language);
  const customer = context.may('customer_data') ? [t.csvRecipient, t.csvTelephone] : [];
  return [
    ...[t.csvNumber, t.csvExternal, t.csvTime, t.channel, t.csvStatus, t.csvPayment, t.csvShipping],
    ...[...customer, t.csvProvince, t.csvItems, t.csvPieces, t.csvTotal, t.csvCod],
    ...[t.csvCourier, t.csvTracking, t.csvDeadline, t.csvNote],
  ];
};

const cellsOf = (order: OrderEntry, context: StoreContext): Cell[] => {
  const { language } = context;
  const customer = context.may('customer_data') ? [order.recipientName, order.telephone] : [];
  const more = order.lines > 1 ? ` ${orderListTexts(language).more(order.lines - 1)}` : '';
  const cells: Cell[] = [
    ...[order.orderNumber, order.externalOrderId, bangkokMinute(order.createTime)],
    order.salesChannel && salesChannelName(order.salesChannel, language),
    orderStatusName(order.status, language),
    paymentStatusName(order.paymentStatus, language),
    shippingStatusName(order.shippingStatus, language),
    ...[...customer, order.province],
    ...[order.firstLine + more, order.hasMoreLines ? `${order.pieces}+` : order.pieces],
    moneyText(order.total),
    order.codAmount && moneyText(order.codAmount),
    courierName(order.shippingType, language),
    order.parcels.flatMap(({ trackingNumber }) => trackingNumber ?? []).join(' '),
    order.shipDeadlineTime && bangkokMinute(order.shipDeadlineTime),
    order.privateNote,
  ];
  return cells.map((cell) => (typeof cell === 'string' ? textCell(cell) : cell));
};

/** Streams the filtered list in parts, which bounds memory and lets other requests run. */
async function* csvParts(context: StoreContext): AsyncGenerator<Uint8Array> {
  const { app, store, now } = context;
  const encoder = new TextEncoder();
  yield encoder.encode(writeCsv(columnsOf(context), []));
  for (const part of orderBatches(app.db, store.id, orderListQuery(context).query, now)) {
    if (part.length > 0) yield encoder.encode(csvRows(part.map((order) => cellsOf(order, context))));
    await yieldToEventLoop();
  }
}

export const csvScreens: readonly Screen[] = [
  get('/orders/csv', 'orders or money', (context) => {
    const name = `${orderListTexts(context.language).csvName} ${bangkokMinute(context.now).slice(0, 10)}.csv`;
    return new Response(ReadableStream.from(csvParts(context)) as ReadableStream<Uint8Array<ArrayBuffer>>, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="orders.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
      },
    });
  }),
];
