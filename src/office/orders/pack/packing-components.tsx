import type { Child } from 'hono/jsx';
import type { Reader } from '../../../context.ts';
import { type OrderEntry, orderEntries } from '../../../domain/orders/list/entries.ts';
import { existingOrder, type Order } from '../../../domain/orders/order.ts';
import { hasLeft, isRefundedInFull } from '../../../domain/orders/order-states.ts';
import { tagsOfOrder } from '../../../domain/orders/order-tags.ts';
import { ordersToPack, type PackItem, packItems } from '../../../domain/orders/packing.ts';
import { type PackingProgress, packingProgressOf, progressOf } from '../../../domain/orders/packing-progress.ts';
import { isOrderReadyToShip } from '../../../domain/orders/shipments/book.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { money, spanText } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { Submit } from '../../forms/inputs.tsx';
import { ButtonLink, Empty, Notice, Tag } from '../../page/components.tsx';
import { Icon } from '../../page/icons.tsx';
import { List } from '../../page/list.tsx';
import { Thumb } from '../../page/thumb.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ScanForm } from '../../scan/scan-field.tsx';
import { MAX_PACKED_LINES } from '../line-limits.ts';
import { PackingTag } from '../status-tags.tsx';
import { packingTexts } from './packing-texts.ts';

interface ItemProps {
  context: StoreContext;
  item: PackItem;
  packed: number;
  /** The path of its picture. */
  picture: string | undefined;
}

/** An item with its packed quantity; the buttons pack a piece of an item without a code, or take one out again. */
export function ItemRow({ context, item, packed, picture }: ItemProps) {
  const t = packingTexts(context.language);
  const isPacked = packed >= item.qty;
  return (
    <li class={isPacked ? 'packed' : undefined}>
      <Thumb url={picture} name={item.name} />
      <span class="name">
        {item.name}
        {item.sku !== null && <small class="muted break">{item.sku}</small>}
      </span>
      <span class="number">
        {packed} / {item.qty}
      </span>
      {packed > 0 && <PieceButton name="less" item={item} label={t.takeOut(item.name)} text="−1" />}
      {isPacked ? <Icon name="check" /> : <PieceButton name="one" item={item} label={t.addOne(item.name)} text="+1" />}
    </li>
  );
}

interface PieceButtonProps {
  name: 'one' | 'less';
  item: PackItem;
  label: string;
  text: string;
}

const PieceButton = ({ name, item, label, text }: PieceButtonProps) => (
  <button type="submit" class="secondary outline small" name={name} value={String(item.variantId)} aria-label={label}>
    {text}
  </button>
);

/** What decides box and bag: courier, COD amount, number of parcels, and for accounts that may know it the province; then the tags. */
export function PackFacts({ context, order }: { context: StoreContext; order: Order }) {
  const t = packingTexts(context.language);
  const parcels = order.shipments.filter(({ status }) => status === 'booked');
  const facts = [
    courierName(parcels[0]?.shippingType ?? order.shippingType, context.language),
    order.codStatus === 'pending' && order.codAmount !== null && `COD ${money(order.codAmount)}`,
    parcels.length > 0 && t.parcels(parcels.length),
    context.may('customer_data') && order.recipientAddress.province,
  ];
  return (
    <p>
      {facts.filter(Boolean).join(' · ')} <Tags tags={tagsOfOrder(context.db, order.id)} />
    </p>
  );
}

const Tags = ({ tags }: { tags: readonly string[] }) => (
  <>
    {tags.map((tag) => (
      <>
        <Tag>{tag}</Tag>{' '}
      </>
    ))}
  </>
);

/** The private note of a listed order. */
const Remark = ({ context, order: { privateNote } }: { context: StoreContext; order: OrderEntry }) =>
  privateNote !== null && (
    <span class="remark">
      <Icon name="note" /> <span class="visually-hidden">{packingTexts(context.language).note}: </span>
      {privateNote}
    </span>
  );

/** Opens the order with the scanned code. It is on every page that ends an order, so that scanning can continue. */
export function NextOrder({ context, form }: { context: StoreContext; form?: Form<unknown> }) {
  const t = packingTexts(context.language);
  return (
    <ScanForm action="/orders/pack" form={form} label={t.orderCode}>
      <Submit label={t.open} />
    </ScanForm>
  );
}

interface NextCardProps {
  context: StoreContext;
  /** The order that is done, or cannot be packed now. */
  order: Order;
  form?: Form<unknown>;
  /** `false` if another field of the page takes the code of the next order. */
  hasField?: boolean;
  children?: Child;
}

/** The field for the next order, and a link to the one that waits longest. */
export function NextOrderCard({ context, order, form, hasField = true, children }: NextCardProps) {
  const t = packingTexts(context.language);
  const { db } = context;
  const others = ordersToPack(db, context.store.id, 2).filter((id) => id !== order.id);
  const [next] = orderEntries(db, others.slice(0, 1), context.now);
  return (
    <section class="card">
      <h2>{t.next}</h2>
      {hasField && <NextOrder context={context} form={form} />}
      <div class="actions">
        {next !== undefined && (
          <ButtonLink href={`/office/orders/${next.id}/pack`} icon="products" label={t.pack(next.orderNumber)} />
        )}
        {children}
      </div>
      {next !== undefined && (next.tags.length > 0 || next.privateNote !== null) && (
        <p>
          #{next.orderNumber} <Tags tags={next.tags} />
          <Remark context={context} order={next} />
        </p>
      )}
    </section>
  );
}

/** Why the order has nothing to pack, and the next order. */
export function NothingToPack({ context, order }: { context: StoreContext; order: Order }) {
  const t = packingTexts(context.language);
  return (
    <>
      <Notice tone={order.status === 'canceled' || order.status === 'expired' ? 'bad' : 'warn'}>
        {reasonOf(order, t)}
      </Notice>
      <NextOrderCard context={context} order={order} />
    </>
  );
}

function reasonOf({ status, shipments }: Order, t: ReturnType<typeof packingTexts>): string {
  if (status === 'canceled') return t.canceled;
  if (status === 'expired') return t.expired;
  const shipped = shipments.filter(hasLeft);
  const numbers = shipped.flatMap(({ trackingNumber }) => trackingNumber ?? []);
  return shipped.length === 0 ? t.allPacked : t.shipped(numbers.join(', '));
}

/** Why the order should not be packed yet, if so. */
export function NotReady({ context, order }: { context: StoreContext; order: Order }) {
  if (isOrderReadyToShip(context.db, order)) return null;
  return <Notice tone="warn">{notReadyText(context, order)}</Notice>;
}

export function notReadyText({ language }: StoreContext, order: Order): string {
  const t = packingTexts(language);
  return isRefundedInFull(order) ? t.notReadyRefunded : t.notReady;
}

/** Without what was shipped before. */
function piecesToPack(db: Reader, { id, pieces, parcels }: OrderEntry, progress: PackingProgress | undefined): number {
  if (progress !== undefined || !parcels.some(hasLeft)) return progress?.wanted ?? pieces;
  return progressOf(packItems(db, existingOrder(db, id, MAX_PACKED_LINES)), new Map()).wanted;
}

const MAX_LISTED = 50;

/** Orders to pack, oldest first. */
export function OrdersToPack({ context }: { context: StoreContext }) {
  const t = packingTexts(context.language);
  const { db } = context;
  const ids = ordersToPack(db, context.store.id, MAX_LISTED);
  const orders = orderEntries(db, ids, context.now);
  const progress = packingProgressOf(db, ids, MAX_PACKED_LINES);
  if (orders.length === 0) return <Empty title={t.nothingToPack} />;
  return (
    <>
      <h2>{t.toPack}</h2>
      <List
        class="list tight to-pack"
        rows={orders}
        opensRows
        columns={(column) => [
          column(t.number, (order) => (
            <>
              <a href={`/office/orders/${order.id}/pack`}>#{order.orderNumber}</a>{' '}
              <PackingTag language={context.language} progress={progress.get(order.id)} />{' '}
              {order.isLate && <Tag tone="bad">{t.overdue}</Tag>} <Tags tags={order.tags} />
            </>
          )),
          context.may('customer_data') && column(t.recipient, 'recipient break', (order) => order.recipientName),
          column(t.items, 'items break', (order) => (
            <>
              {order.firstLine}
              {order.lines > 1 && <span class="muted"> {t.andMore(order.lines - 1)}</span>}
              <Remark context={context} order={order} />
            </>
          )),
          column(t.pieces, 'pieces right', (order) => t.units(piecesToPack(db, order, progress.get(order.id)))),
          column(t.courier, 'courier break', (order) => (
            <>
              {courierName(order.shippingType, context.language)}{' '}
              <small class="muted">{order.parcels.find(({ status }) => status === 'booked')?.trackingNumber}</small>
            </>
          )),
          column(t.since, 'since', (order) => spanText(Math.max(0, context.now - order.createTime), context.language)),
        ]}
      />
    </>
  );
}
