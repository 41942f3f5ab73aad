import type { Child } from 'hono/jsx';
import type { Reader } from '../../../context.ts';
import { variantPictures } from '../../../domain/catalogue/variant-pictures.ts';
import { type OrderEntry, orderEntries } from '../../../domain/orders/list/entries.ts';
import { existingOrder, type Order } from '../../../domain/orders/order.ts';
import { hasLeft } from '../../../domain/orders/order-states.ts';
import { firstVariants, ordersToPack, packItems, shippingTypesOf } from '../../../domain/orders/packing.ts';
import { type PackingProgress, packingProgressOf, progressOf } from '../../../domain/orders/packing-progress.ts';
import { piecesOf } from '../../../domain/orders/packing-rows.ts';
import { refundedToShip } from '../../../domain/orders/shipments/refunded-units.ts';
import { courierName } from '../../../lib/courier-names.ts';
import type { Id } from '../../../lib/ids.ts';
import { spanText } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { ButtonLink, Empty, Notice, Tag } from '../../page/components.tsx';
import { Icon } from '../../page/icons.tsx';
import { List } from '../../page/list.tsx';
import { Thumb } from '../../page/thumb.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { ScanForm } from '../../scan/scan-field.tsx';
import { MAX_PACKED_LINES } from '../line-limits.ts';
import { refundedTexts } from '../refunded-units.tsx';
import { PackingTag, ShippingTag } from '../status-tags.tsx';
import { PrivateNote, Tags } from './packing-components.tsx';
import { packingTexts } from './packing-texts.ts';

/** A listed order with its progress, if it is being packed. */
interface Waiting {
  order: OrderEntry;
  progress: PackingProgress | undefined;
}

function waitingOrders({ db, now }: StoreContext, ids: readonly Id[]): Waiting[] {
  const progress = packingProgressOf(db, ids, MAX_PACKED_LINES);
  return orderEntries(db, ids, now).map((order) => ({ order, progress: progress.get(order.id) }));
}

/** An order that waits for an address or for items is on hold, also if its other items are packed. */
const isPackable = ({ order, progress }: Waiting): boolean =>
  !order.isAddressIncomplete && (progress === undefined || progress.packed + progress.absent < progress.wanted);

/** The order to pack after this one, or the oldest if this is the last: an order that is skipped is not the next one at once. */
export const nextToPack = (context: StoreContext, order: Order): OrderEntry | undefined =>
  firstPackable(context, order, order.orderNumber) ?? firstPackable(context, order, 0);

/** Orders among which the next one is looked for, and how many of them are read at once. */
const MAX_SEARCHED = 50;
const BATCH = 5;

function firstPackable(context: StoreContext, except: Order, after: number): OrderEntry | undefined {
  const ids = ordersToPack(context.db, context.store.id, MAX_SEARCHED, after).filter((id) => id !== except.id);
  for (let at = 0; at < ids.length; at += BATCH) {
    const found = waitingOrders(context, ids.slice(at, at + BATCH)).find(isPackable);
    if (found) return found.order;
  }
  return undefined;
}

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

/** The field for the next order, and the one after this order that can be packed, with its tags and note. */
export function NextOrderCard({ context, order, form, hasField = true, children }: NextCardProps) {
  const t = packingTexts(context.language);
  const next = nextToPack(context, order);
  return (
    <section class="card">
      <h2>{t.next}</h2>
      {hasField && <NextOrder context={context} form={form} />}
      {next !== undefined && (next.tags.length > 0 || next.privateNote !== null) && (
        <div class="next-order">
          <h3>
            #{next.orderNumber} <Tags tags={next.tags} />
          </h3>
          <PrivateNote context={context} note={next.privateNote} />
        </div>
      )}
      <div class="actions">
        {next !== undefined && (
          <ButtonLink href={`/office/orders/${next.id}/pack`} icon="products" label={t.pack(next.orderNumber)} />
        )}
        {children}
      </div>
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

/** What the row of an order shows. */
interface Content {
  name: string;
  variantId: Id | undefined;
  /** Lines after the first. */
  more: number;
  pieces: number;
}

/** What is left to pack, without what was shipped before. */
function contentOf(db: Reader, { order, progress }: Waiting, firstVariant: Id | undefined): Content {
  const { id, firstLine: name, lines, pieces, parcels } = order;
  const [first, ...more] = parcels.some(hasLeft) ? packItems(db, existingOrder(db, id, MAX_PACKED_LINES)) : [];
  if (!first) return { name, variantId: firstVariant, more: lines - 1, pieces: progress?.wanted ?? pieces };
  return { ...first, more: more.length, pieces: progressOf([first, ...more], new Map()).wanted };
}

const MAX_LISTED = 50;

/** Orders to pack, oldest first; below them those that cannot be packed yet. */
export function OrdersToPack({ context }: { context: StoreContext }) {
  const t = packingTexts(context.language);
  const orders = waitingOrders(context, ordersToPack(context.db, context.store.id, MAX_LISTED));
  const packable = orders.filter(isPackable);
  const onHold = orders.filter((waiting) => !isPackable(waiting));
  if (orders.length === 0) return <Empty title={t.nothingToPack} />;
  return (
    <>
      {packable.length > 0 && (
        <>
          <h2>{t.toPack}</h2>
          <WaitingList context={context} orders={packable} />
        </>
      )}
      {onHold.length > 0 && (
        <>
          <h2>{t.onHold}</h2>
          <WaitingList context={context} orders={onHold} />
        </>
      )}
    </>
  );
}

function WaitingList({ context, orders }: StoreProps<{ orders: readonly Waiting[] }>) {
  const t = packingTexts(context.language);
  const { db } = context;
  const variants = firstVariants(
    db,
    orders.map(({ order }) => order.id),
  );
  const rows = orders.map((waiting) => ({
    ...waiting,
    content: contentOf(db, waiting, variants.get(waiting.order.id)),
  }));
  const pictures = variantPictures(
    db,
    rows.flatMap(({ content }) => content.variantId ?? []),
  );
  return (
    <List
      class="list tight to-pack"
      rows={rows}
      opensRows
      columns={(column) => [
        column(t.number, (waiting) => <NumberAndTags context={context} waiting={waiting} />),
        context.may('customer_data') && column(t.recipient, 'recipient break', ({ order }) => order.recipientName),
        column(t.items, 'items break', ({ order, content }) => (
          <Items context={context} order={order} content={content} picture={pictures.get(content.variantId as Id)} />
        )),
        column(t.pieces, 'pieces right', ({ content }) => t.units(content.pieces)),
        column(t.courier, 'courier break', ({ order }) => (
          <>
            {courierName(order.shippingType, context.language)}{' '}
            <small class="muted">{order.parcels.find(({ status }) => status === 'booked')?.trackingNumber}</small>
          </>
        )),
        column(t.since, 'since', ({ order }) =>
          spanText(Math.max(0, context.now - order.createTime), context.language),
        ),
      ]}
    />
  );
}

type ItemsProps = StoreProps<{ order: OrderEntry; content: Content; picture: string | undefined }>;

function Items({ context, order, content: { name, more }, picture }: ItemsProps) {
  const t = packingTexts(context.language);
  return (
    <div class="line-product">
      <Thumb url={picture} name={name} />
      <div>
        {name}
        {more > 0 && <span class="muted number"> {t.andMore(more)}</span>}
        <Remark context={context} order={order} />
      </div>
    </div>
  );
}

function NumberAndTags({ context, waiting: { order, progress } }: StoreProps<{ waiting: Waiting }>) {
  const t = packingTexts(context.language);
  return (
    <>
      <a href={`/office/orders/${order.id}/pack`}>#{order.orderNumber}</a>{' '}
      {order.parcels.some(hasLeft) && <ShippingTag language={context.language} state={order.shippingStatus} />}{' '}
      <PackingTag language={context.language} progress={progress} /> <RefundedTag context={context} order={order} />{' '}
      {order.isAddressIncomplete && <Tag tone="warn">{t.noAddress}</Tag>}{' '}
      {order.isLate && <Tag tone="bad">{t.overdue}</Tag>} <Tags tags={order.tags} />
    </>
  );
}

/** The refunded units that would still be packed. */
function RefundedTag({ context: { db, language }, order }: StoreProps<{ order: OrderEntry }>) {
  if (order.paymentStatus !== 'partially_refunded') return null;
  const units = piecesOf(refundedToShip(db, existingOrder(db, order.id, MAX_PACKED_LINES)));
  return units > 0 ? <Tag tone="bad">{refundedTexts(language).tag(units)}</Tag> : null;
}

/** Prints the pick list or the packing slips of all orders to pack, or those of one courier. */
export function PrintWaiting({ context }: { context: StoreContext }) {
  const t = packingTexts(context.language);
  const ids = ordersToPack(context.db, context.store.id, MAX_LISTED);
  if (ids.length === 0) return null;
  return (
    <details>
      <summary>{t.printWaiting}</summary>
      <Post action="/orders/print/pick-list" class="actions" plain>
        <input type="hidden" name="all" value="yes" />
        <select name="from" aria-label={t.courier}>
          <option value="?tab=to_pack">{t.allCouriers}</option>
          {shippingTypesOf(context.db, ids).map((courier) => (
            <option value={`?${new URLSearchParams({ tab: 'to_pack', courier })}`}>
              {courierName(courier, context.language)}
            </option>
          ))}
        </select>
        <Submit class="secondary outline" formtarget="_blank" label={t.pickList} />
        <Submit
          class="secondary outline"
          formaction="/office/orders/print/packing-slips"
          formtarget="_blank"
          label={t.packingSlips}
        />
        <Submit
          class="secondary outline"
          formaction="/office/orders/print/packing-slips-a6"
          formtarget="_blank"
          label={t.packingSlipsA6}
        />
      </Post>
    </details>
  );
}
