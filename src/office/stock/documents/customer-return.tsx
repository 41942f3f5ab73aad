import { listOrderPage } from '../../../domain/orders/list/order-page.ts';
import { lineName, type Order, type OrderLine } from '../../../domain/orders/order.ts';
import { returnableQty, returnGoods } from '../../../domain/orders/shipments/return.ts';
import { MAX_PIECES } from '../../../domain/stock/line-checks.ts';
import { idText } from '../../../lib/ids.ts';
import { orderLineOf, type Path, pathText } from '../../../lib/messages/path.ts';
import { count } from '../../../lib/number-format.ts';
import { bilingual } from '../../bilingual.ts';
import { fields, id, listOf, optionalId, optionalInteger, optionalText } from '../../forms/fields.ts';
import type { FieldName, Form } from '../../forms/form.ts';
import { IntegerField, Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { requestedOrder } from '../../orders/detail/requested-order.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Empty, Heading, Time } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { stockTexts } from '../stock-texts.ts';
import { warehouseOptions } from '../warehouse-options.ts';
import { redirectToDocument } from './goods-form.tsx';

const returnTexts = bilingual({
  title: ['รับคืนจากลูกค้า', 'Customer returns'],
  order: ['คำสั่งซื้อ', 'Order'],
  searchHint: ['เลขที่ ชื่อ เบอร์โทร หรือเลขพัสดุ', 'Number, name, phone or tracking number'],
  searchHintWithoutPersons: ['เลขที่ หรือเลขพัสดุ', 'Number or tracking number'],
  noOrder: ['ไม่พบคำสั่งซื้อ', 'No orders found'],
  start: ['ค้นหาคำสั่งซื้อที่ลูกค้าส่งคืน', 'Find the order to return'],
  startHint: ['ใส่เลขคำสั่งซื้อหรือเลขพัสดุที่ตีกลับ', 'Enter the order number or the tracking number of the returned parcel.'],
  nothingLeft: ['ไม่มีสินค้าให้รับคืน', 'Nothing to return'],
  nothingLeftHint: ['คำสั่งซื้อยังไม่ได้ส่ง หรือรับคืนครบแล้ว', 'The order has not shipped, or everything is already returned.'],
  item: ['สินค้า', 'Item'],
  shipped: ['ส่งแล้ว', 'Shipped'],
  returned: ['รับคืนแล้ว', 'Returned'],
  returnNow: ['รับคืนครั้งนี้', 'Return now'],
  returnNowOf: [(name: string) => `${name}: รับคืนครั้งนี้`, (name: string) => `${name}: return now`],
  into: ['เข้าคลัง', 'To warehouse'],
  sameWarehouse: ['คลังเดิมที่ส่งออก', 'The warehouse it shipped from'],
  submit: ['รับคืนเข้าสต็อก', 'Return to stock'],
  done: ['รับคืนเข้าสต็อกแล้ว', 'Returned to stock'],
  noQty: ['ใส่จำนวนที่รับคืนอย่างน้อย 1 รายการ', 'Enter a quantity for at least one item'],
  customer: ['ลูกค้า', 'Customer'],
});

const returnForm = fields({
  line: listOf(id),
  qty: listOf(optionalInteger(0, MAX_PIECES)),
  warehouse: optionalId,
  note: optionalText(),
});

const searchQuery = fields({ q: optionalText() });

/** Customer returns: find the order, then enter the returned quantities. */
export const returnScreens: readonly Screen[] = [
  get('/stock/return', 'stock', findPage),
  get('/stock/return/:id', 'stock', (context) =>
    returnPage(context, requestedOrder(context), context.form(returnForm)),
  ),
  post('/stock/return/:id', 'stock', (context) => {
    const order = requestedOrder(context);
    const form = context.form(returnForm);
    const again = () => returnPage(context, order, form);
    const qtys = form.valid?.qty ?? [];
    if (qtys.every((qty, i) => !qty && form.errorOf(['qty', i]) === undefined))
      form.addError(returnTexts(context.language).noQty);
    return form.submit(
      async ({ line, qty, warehouse, note }) => {
        const lines = line.flatMap((lineId, i) => (qty[i] ? [{ lineId, qty: qty[i] }] : []));
        const goods = { lines, warehouseId: warehouse, note };
        const documentId = await context.write((tx) => returnGoods(tx, order.id, goods, context.act()));
        return redirectToDocument(context, documentId, returnTexts(context.language).done);
      },
      again,
      (path) => fieldOf(path, returnableLines(context, order)),
    );
  }),
];

const MAX_FOUND = 20;

function findPage(context: StoreContext): Page {
  const t = returnTexts(context.language);
  const { q } = context.query(searchQuery);
  const orders =
    q === undefined
      ? []
      : listOrderPage(
          context.db,
          context.store.id,
          { tab: 'all', search: q, exceptPersons: !context.may('customer_data') },
          { limit: MAX_FOUND },
          context.now,
        ).orders;
  const body = (
    <>
      <Heading title={t.title} back={{ href: '/office/stock', label: stockTexts(context.language).stock }} />
      <form class="inline" action="/office/stock/return">
        <TextField
          name="q"
          type="search"
          label={t.order}
          placeholder={context.may('customer_data') ? t.searchHint : t.searchHintWithoutPersons}
          value={q}
          autofocus
        />
        <Submit class="secondary outline" label={commonTexts(context.language).search} />
      </form>
      {orders.length === 0 ? (
        <Empty title={q === undefined ? t.start : t.noOrder} hint={t.startHint} />
      ) : (
        <List
          rows={orders}
          columns={(column) => [
            column(t.order, (order) => (
              <a href={`/office/stock/return/${idText(order.id)}`}>
                {stockTexts(context.language).orderNumber(String(order.orderNumber))}
              </a>
            )),
            context.may('customer_data') && column(t.customer, 'break', (order) => order.recipientName),
            column(stockTexts(context.language).time, (order) => <Time at={order.createTime} />),
          ]}
        />
      )}
    </>
  );
  return { title: t.title, body };
}

function returnPage(context: StoreContext, order: Order, form: Form<unknown>): Page {
  const t = returnTexts(context.language);
  const title = `${t.title} · ${stockTexts(context.language).orderNumber(String(order.orderNumber))}`;
  const lines = returnableLines(context, order);
  const body = (
    <>
      <Heading title={title} back={{ href: '/office/stock/return', label: t.title }} />
      {lines.length === 0 ? (
        <Empty title={t.nothingLeft} hint={t.nothingLeftHint} />
      ) : (
        <Post action={`/stock/return/${idText(order.id)}`} form={form} class="card">
          <ReturnLines context={context} rows={lines} />
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

interface Row {
  line: OrderLine;
  /** The quantity that can still be returned. */
  returnable: number;
}

const returnableLines = ({ db }: StoreContext, { lines }: Order): Row[] =>
  lines.map((line) => ({ line, returnable: returnableQty(db, line) })).filter(({ returnable }) => returnable > 0);

/** The form field of an error path. A line that the page no longer shows has none. */
function fieldOf(path: Path, rows: readonly Row[]): FieldName | undefined {
  const lineId = orderLineOf(path);
  if (lineId === undefined) return pathText(path);
  const at = rows.findIndex(({ line }) => line.id === lineId);
  return at < 0 ? undefined : ['qty', at];
}

function ReturnLines({ context, rows }: { context: StoreContext; rows: readonly Row[] }) {
  const t = returnTexts(context.language);
  return (
    <List
      class="list stock-cards"
      rows={rows}
      columns={(column) => [
        column(t.item, ({ line }) => (
          <div>
            {lineName(line)}
            <small class="sku break">{line.sku ?? ''}</small>
          </div>
        )),
        column(t.shipped, 'number', ({ line }) => count(line.shippedQty)),
        column(t.returned, 'number', ({ line, returnable }) => count(line.shippedQty - returnable)),
        column(t.returnNow, 'returning', ({ line, returnable }, at) => (
          <>
            <input type="hidden" name="line" value={idText(line.id)} />
            <IntegerField
              name="qty"
              at={at}
              label={t.returnNowOf(lineName(line))}
              labelHidden
              placeholder={String(returnable)}
            />
          </>
        )),
      ]}
    />
  );
}
