import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import { listOrderPage } from '../../../domain/orders/list/order-page.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { orderByCode } from '../../../domain/orders/packing.ts';
import { returnGoods } from '../../../domain/orders/shipments/return.ts';
import { idText } from '../../../lib/ids.ts';
import { orderLineOf, type Path } from '../../../lib/messages/path.ts';
import { bilingual } from '../../bilingual.ts';
import { fields, optionalId, optionalText } from '../../forms/fields.ts';
import type { FieldName, Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { type LineMax, lineField } from '../../orders/detail/line-quantities.tsx';
import { requestedOrder } from '../../orders/detail/requested-order.ts';
import { orderListTexts } from '../../orders/list/order-list-texts.ts';
import { enteredReturn, ReturnFields, returnableLines, returnFields } from '../../orders/return-fields.tsx';
import { commonTexts } from '../../page/common-texts.ts';
import { Empty, Heading, Time } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { ScanButton } from '../../scan/scan-field.tsx';
import { get, post, type Screen, withScanner } from '../../screen.ts';
import { stockTexts } from '../stock-texts.ts';
import { warehouseOptions } from '../warehouse-options.ts';
import { redirectToDocument } from './goods-form.tsx';

const pageTexts = bilingual({
  title: ['คืนเข้าสต็อก', 'Restock returns'],
  order: ['คำสั่งซื้อ', 'Order'],
  noOrder: ['ไม่พบคำสั่งซื้อ', 'No orders found'],
  start: ['ค้นหาคำสั่งซื้อที่ลูกค้าส่งคืน', 'Find the order to return'],
  startHint: ['ใส่เลขคำสั่งซื้อหรือเลขพัสดุที่ตีกลับ', 'Enter the order number or the tracking number of the returned parcel.'],
  waiting: ['รอคืนเข้าสต็อก', 'To restock'],
  nothingLeft: ['ไม่มีสินค้าให้รับคืน', 'Nothing to return'],
  nothingLeftHint: ['คำสั่งซื้อยังไม่ได้ส่ง หรือรับคืนครบแล้ว', 'The order has not shipped, or everything is already returned.'],
  into: ['เข้าคลัง', 'To warehouse'],
  sameWarehouse: ['คลังเดิมที่ส่งของ', 'Original warehouse'],
  submit: ['คืนเข้าสต็อก', 'Restock'],
  done: ['คืนเข้าสต็อกแล้ว', 'Restocked'],
  recipient: ['ผู้รับ', 'Recipient'],
});

const returnForm = fields({ warehouse: optionalId, note: optionalText(), ...returnFields });

const searchQuery = fields({ q: optionalText() });

/** Customer returns: find the order, then enter the returned quantities. */
export const returnScreens: readonly Screen[] = [
  ...withScanner([get('/stock/return', 'stock', findOrder)]),
  get('/stock/return/:id', 'stock', (context) =>
    returnPage(context, requestedOrder(context), context.form(returnForm)),
  ),
  post('/stock/return/:id', 'stock', (context) => {
    const order = requestedOrder(context);
    const form = context.form(returnForm);
    return form.submit(
      async ({ warehouse, note, ...quantities }) => {
        const documentId = await context.write((tx) => {
          const lines = enteredReturn(tx, order, quantities);
          return returnGoods(tx, order.id, { lines, warehouseId: warehouse, note }, context.act());
        });
        return redirectToDocument(context, documentId, pageTexts(context.language).done);
      },
      () => returnPage(context, order, form),
      (path) => fieldOf(path, form, returnableLines(context, order)),
    );
  }),
];

/** The code of an order or of its parcel, scanned or typed, opens its return; any other text searches. */
function findOrder(context: StoreContext): OfficeResponse {
  const { q } = context.query(searchQuery);
  const orderId = q === undefined ? undefined : orderByCode(context.db, context.store.id, q);
  return orderId === undefined ? findPage(context, q) : context.redirect(`/stock/return/${idText(orderId)}`);
}

const MAX_FOUND = 20;

function findPage(context: StoreContext, q: string | undefined): Page {
  const t = pageTexts(context.language);
  const query =
    q === undefined
      ? ({ tab: 'returning', returnState: 'to_restock' } as const)
      : ({ tab: 'all', search: q, excludePersonalData: !context.may('customer_data') } as const);
  const { orders } = listOrderPage(context.db, context.store.id, query, { limit: MAX_FOUND }, context.now);
  const body = (
    <>
      <Heading title={t.title} back={{ href: '/office/stock', label: stockTexts(context.language).stock }} />
      <FindForm context={context} q={q} />
      {q === undefined && orders.length > 0 && <h2>{t.waiting}</h2>}
      {orders.length === 0 ? (
        <Empty title={q === undefined ? t.start : t.noOrder} hint={t.startHint} />
      ) : (
        <FoundOrders context={context} orders={orders} />
      )}
    </>
  );
  return { title: t.title, body };
}

function FindForm({ context, q }: StoreProps<{ q: string | undefined }>) {
  const orders = orderListTexts(context.language);
  return (
    <form class="inline find" action="/office/stock/return" hx-sync="this:replace">
      <TextField
        name="q"
        type="search"
        label={pageTexts(context.language).order}
        placeholder={context.may('customer_data') ? orders.searchHint : orders.searchHintWithoutPersons}
        value={q}
        autofocus
        data-scans="once"
      />
      <ScanButton />
      <Submit class="secondary outline" label={commonTexts(context.language).search} />
    </form>
  );
}

function FoundOrders({ context, orders }: StoreProps<{ orders: readonly OrderEntry[] }>) {
  const t = pageTexts(context.language);
  return (
    <List
      rows={orders}
      opensRows
      columns={(column) => [
        column(t.order, (order) => (
          <a href={`/office/stock/return/${idText(order.id)}`}>
            {stockTexts(context.language).orderNumber(String(order.orderNumber))}
          </a>
        )),
        context.may('customer_data') && column(t.recipient, 'break', (order) => order.recipientName),
        column(stockTexts(context.language).time, (order) => <Time at={order.createTime} />),
      ]}
    />
  );
}

function returnPage(context: StoreContext, order: Order, form: Form<unknown>): Page {
  const t = pageTexts(context.language);
  const title = `${t.title} · ${stockTexts(context.language).orderNumber(String(order.orderNumber))}`;
  const lines = returnableLines(context, order);
  const body = (
    <>
      <Heading title={title} back={{ href: '/office/stock/return', label: t.title }} />
      {lines.length === 0 ? (
        <Empty title={t.nothingLeft} hint={t.nothingLeftHint} />
      ) : (
        <Post action={`/stock/return/${idText(order.id)}`} form={form} class="card">
          <ReturnFields context={context} order={order} lines={lines} />
          <div class="fields">
            <SelectField name="warehouse" label={t.into} options={warehouseOptions(context)} empty={t.sameWarehouse} />
            <TextField name="note" label={stockTexts(context.language).note} />
          </div>
          <Submit label={t.submit} />
        </Post>
      )}
    </>
  );
  return { title, body };
}

/** The form field of an error path. A line that the page no longer shows has none. */
function fieldOf(path: Path, form: Form<unknown>, rows: readonly LineMax[]): FieldName | undefined {
  const lineId = orderLineOf(path);
  return lineId === undefined || rows.some(({ line }) => line.id === lineId) ? lineField(path, form) : undefined;
}
