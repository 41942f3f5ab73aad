import type { Reader } from '../../../context.ts';
import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import { type ExportedLine, exportedLines } from '../../../domain/orders/list/exported-lines.ts';
import { orderBatches } from '../../../domain/orders/list/order-page.ts';
import { entryBatches, filteredOrders, sortOrders } from '../../../domain/orders/list/sorted.ts';
import { type MoneyFacts, moneyFacts } from '../../../domain/orders/payments/money-facts.ts';
import { type OrderAmounts, orderAmounts } from '../../../domain/orders/payments/order-amounts.ts';
import { refundDocumentNumber } from '../../../domain/print/sheets/refund-document.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { documentNumber } from '../../../lib/number-format.ts';
import { MAX_SHOWN_LENGTH } from '../../../lib/text-limits.ts';
import { fileTexts } from '../../page/file-texts.ts';
import { type Columns, longListFile, minuteColumn, moneyColumn } from '../../page/list-file.ts';
import { methodNameOf } from '../../reports/money-labels.ts';
import type { StoreContext } from '../../request-context.ts';
import { fileScreens, type Screen } from '../../screen.ts';
import {
  bankAccountName,
  orderStatusName,
  paymentStatusName,
  returnStateName,
  salesChannelName,
  shippingStatusName,
  shownPaymentStatus,
} from '../order-labels.ts';
import { orderListQuery } from './order-list-query.ts';
import { orderListTexts } from './order-list-texts.ts';

type Row = OrderEntry & MoneyFacts & OrderAmounts;

function columnsOf(context: StoreContext): Columns<Row> {
  const { language } = context;
  const t = orderListTexts(language);
  return {
    [t.fileNumber]: ({ orderNumber }) => orderNumber,
    [t.fileExternal]: ({ externalOrderId }) => externalOrderId,
    [t.fileTime]: minuteColumn(({ createTime }) => createTime),
    [t.channel]: ({ salesChannel }) => salesChannel && salesChannelName(salesChannel, language),
    [t.fileStatus]: ({ status }) => orderStatusName(status, language),
    [t.filePayment]: (order) => paymentStatusName(shownPaymentStatus(order), language),
    [t.fileShipping]: ({ shippingStatus }) => shippingStatusName(shippingStatus, language),
    ...(context.may('customer_data') && {
      [t.fileRecipient]: ({ recipientName }: OrderEntry) => recipientName,
      [t.fileTelephone]: ({ telephone }: OrderEntry) => telephone,
    }),
    [t.fileProvince]: ({ province }) => province,
    [t.fileItems]: ({ firstLine, lines }) => firstLine + (lines > 1 ? ` ${t.more(lines - 1)}` : ''),
    [t.filePieces]: ({ hasMoreLines, pieces }) => (hasMoreLines ? `${pieces}+` : pieces),
    [t.fileSubtotal]: moneyColumn(({ subtotal }) => subtotal),
    [t.fileDiscount]: moneyColumn(({ discount }) => discount),
    [t.fileShippingFee]: moneyColumn(({ shippingFee }) => shippingFee),
    [t.fileCodFee]: moneyColumn(({ codFee }) => codFee),
    [t.fileOtherFee]: moneyColumn(({ otherFee }) => otherFee),
    [t.fileTotal]: moneyColumn(({ total }) => total),
    ...(context.may('money') && moneyColumns(context)),
    [t.fileCod]: moneyColumn(({ codAmount }) => codAmount),
    [t.fileCourier]: ({ shippingType }) => courierName(shippingType, language),
    [t.fileTracking]: ({ parcels }) => parcels.flatMap(({ trackingNumber }) => trackingNumber ?? []).join(' '),
    [t.fileReturn]: ({ returnState }) => returnState && returnStateName(returnState, language),
    [t.fileDeadline]: minuteColumn(({ shipDeadlineTime }) => shipDeadlineTime),
    [t.fileNote]: ({ privateNote }) => privateNote,
    [t.fileTags]: ({ tags }) => tags.join(', '),
  };
}

/** The orders, sorted like the list unless the filter matches too many. */
async function batchesOf(context: StoreContext): Promise<Iterable<OrderEntry[]>> {
  const { db, store, now } = context;
  const { query, sort } = orderListQuery(context);
  const ids = sort && (await filteredOrders(db, store.id, query, now));
  if (!sort || !ids) return orderBatches(db, store.id, query, now);
  return entryBatches(db, await sortOrders(db, ids, sort), now, MAX_SHOWN_LENGTH);
}

const lastTime = (times: readonly number[]): number | undefined =>
  times.length === 0 ? undefined : Math.max(...times);

/** Columns about money. A text joins the values of all transfers of an order; the time is that of the last one. */
function moneyColumns({ language }: StoreContext): Columns<Row> {
  const t = orderListTexts(language);
  const joinTransfers = (row: Row, cellOf: (transfer: Row['transfers'][number]) => string | null) =>
    row.transfers.flatMap((transfer) => cellOf(transfer) ?? []).join(', ');
  return {
    [t.filePaid]: moneyColumn(({ received }) => received),
    [t.fileRefunded]: moneyColumn(({ refunded }) => refunded),
    [t.fileMethod]: ({ methods }) => methods.map((method) => methodNameOf(method, language)).join(', '),
    [t.fileTransferTime]: minuteColumn(({ transfers }) => lastTime(transfers.flatMap(({ payTime }) => payTime ?? []))),
    [t.filePaidInto]: (row) =>
      joinTransfers(row, ({ bank, number }) => bank && number && bankAccountName({ bank, number }, language)),
    [t.fileReferences]: (row) => joinTransfers(row, ({ reference }) => reference),
    [t.fileReceipt]: ({ receipt }) => receipt && documentNumber(receipt),
    [t.fileRefundDocuments]: ({ documents }) => documents.map(refundDocumentNumber).join(', '),
    [t.fileVat]: moneyColumn(({ vat }) => vat),
  };
}

function* withMoney(db: Reader, batches: Iterable<readonly OrderEntry[]>): Generator<Row[]> {
  for (const orders of batches) {
    const ids = orders.map(({ id }) => id);
    const [factsOf, amountsOf] = [moneyFacts(db, ids), orderAmounts(db, ids)];
    yield orders.map((order) => ({ ...order, ...factsOf(order.id), ...amountsOf(order.id) }));
  }
}

type LineRow = ExportedLine & { order: OrderEntry };

function lineColumns({ language }: StoreContext): Columns<LineRow> {
  const t = orderListTexts(language);
  return {
    [t.fileNumber]: ({ order }) => order.orderNumber,
    [t.fileTime]: minuteColumn(({ order }) => order.createTime),
    [t.channel]: ({ order: { salesChannel } }) => salesChannel && salesChannelName(salesChannel, language),
    [t.fileStatus]: ({ order }) => orderStatusName(order.status, language),
    [t.filePayment]: ({ order }) => paymentStatusName(shownPaymentStatus(order), language),
    [t.fileSku]: ({ sku }) => sku,
    [t.fileItems]: ({ name }) => name,
    [fileTexts(language).variant]: ({ variantName }) => variantName,
    [t.filePieces]: ({ qty }) => qty,
    [t.fileShortPieces]: ({ shortQty }) => shortQty,
    [t.filePrice]: moneyColumn(({ price }) => price),
    [t.fileAmount]: moneyColumn(({ amount }) => amount),
  };
}

function* withLines(db: Reader, batches: Iterable<readonly OrderEntry[]>): Generator<LineRow[]> {
  for (const orders of batches) {
    const entries = new Map(orders.map((order) => [order.id, order]));
    yield exportedLines(db, [...entries.keys()]).flatMap((line) => {
      const order = entries.get(line.orderId);
      return order ? [{ ...line, order }] : [];
    });
  }
}

const today = ({ now }: StoreContext): string => bangkokMinute(now).slice(0, 10);

export const orderFileScreens: readonly Screen[] = [
  ...fileScreens('/orders/lines', 'orders or money', async (context) => {
    const name = `${orderListTexts(context.language).fileLinesName} ${today(context)}`;
    const orders = await batchesOf(context);
    return longListFile(name, withLines(context.db, orders), lineColumns(context), 'order-lines');
  }),
  ...fileScreens('/orders', 'orders or money', async (context) => {
    const name = `${orderListTexts(context.language).fileName} ${today(context)}`;
    const orders = await batchesOf(context);
    return longListFile(name, withMoney(context.db, orders), columnsOf(context), 'orders');
  }),
];
