import type { Order } from '../../../domain/orders/order.ts';
import { isRefundedInFull } from '../../../domain/orders/order-states.ts';
import { tagsOfOrder } from '../../../domain/orders/order-tags.ts';
import type { PackItem } from '../../../domain/orders/packing.ts';
import type { AbsentQty } from '../../../domain/orders/packing-rows.ts';
import { isOrderReadyToShip } from '../../../domain/orders/shipments/book.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { money } from '../../../lib/number-format.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { Confirm, Notice, Tag } from '../../page/components.tsx';
import { Icon } from '../../page/icons.tsx';
import { Thumb } from '../../page/thumb.tsx';
import { ShelfLocation } from '../../products/shelf-location.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { packPath } from './order-to-pack.ts';
import { packingTexts } from './packing-texts.ts';

interface ItemProps {
  context: StoreContext;
  item: PackItem;
  packed: number;
  absent: AbsentQty | undefined;
  shelf: string | undefined;
  /** The path of its picture. */
  picture: string | undefined;
}

/** The units of an item that can be packed: without the missing and the damaged ones. */
export const presentQty = ({ qty }: PackItem, packed: number, absent: AbsentQty | undefined): number =>
  Math.max(packed, qty - (absent?.missing ?? 0) - (absent?.damaged ?? 0));

/** An item with its packed quantity; the buttons pack one or all pieces without scanning, or take one out again. */
export function ItemRow({ context, item, packed, absent, shelf, picture }: ItemProps) {
  const t = packingTexts(context.language);
  const isPacked = packed >= item.qty;
  const wanted = presentQty(item, packed, absent);
  const present = wanted - packed;
  return (
    <li class={isPacked ? 'packed' : undefined}>
      <Thumb url={picture} name={item.name} />
      <span class="name">
        {item.name}
        {item.sku !== null && <small class="muted break">{item.sku}</small>}
        {item.bundles.length > 0 && <small class="muted break">{t.partOf(item.bundles)}</small>}
        <ShelfLocation code={shelf} />
        {absent && <Tag tone="warn">{t.absent(absent)}</Tag>}
      </span>
      <span class="number">
        {packed} / {wanted}
      </span>
      {packed > 0 && <PieceButton name="less" item={item} label={t.takeOut(item.name)} text="−1" />}
      {present > 1 && <PieceButton name="all" item={item} label={t.addAll(present, item.name)} text={t.all} />}
      {isPacked ? <Icon name="check" /> : <PieceButton name="one" item={item} label={t.addOne(item.name)} text="+1" />}
    </li>
  );
}

interface PieceButtonProps {
  name: 'one' | 'less' | 'all';
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
    <p class="pack-facts">
      {facts.filter(Boolean).join(' · ')} <Tags tags={tagsOfOrder(context.db, order.id)} />{' '}
      <a href={`/office/orders/${order.id}`}>{t.order(order.orderNumber)}</a>
    </p>
  );
}

/** Resets the packing, which a second click confirms. */
export function PackAgain({ context, order, label }: StoreProps<{ order: Order; label: string }>) {
  const t = packingTexts(context.language);
  return (
    <Confirm label={label} danger={false}>
      <Post action={packPath(context, order, '/again')}>
        <p>{t.againHint}</p>
        <Submit label={t.confirmAgain} />
      </Post>
    </Confirm>
  );
}

export const Tags = ({ tags }: { tags: readonly string[] }) => (
  <>
    {tags.map((tag) => (
      <>
        <Tag>{tag}</Tag>{' '}
      </>
    ))}
  </>
);

/** What the store wrote about the order, for the person who packs it. */
export const PrivateNote = ({ context: { language }, note }: { context: StoreContext; note: string | null }) =>
  note !== null && (
    <div class="notice warn lines" role="note">
      <strong>{packingTexts(language).note}:</strong> {note}
    </div>
  );

/** Why the order should not be packed yet, if so. */
export function NotReady({ context, order }: { context: StoreContext; order: Order }) {
  if (isOrderReadyToShip(context.db, order)) return null;
  return <Notice tone="warn">{notReadyText(context, order)}</Notice>;
}

/** @param order that is not ready to ship, or waits for an address */
export function notReadyText({ db, language }: StoreContext, order: Order): string {
  const t = packingTexts(language);
  if (isOrderReadyToShip(db, order)) return t.notReadyAddress;
  return isRefundedInFull(order) ? t.notReadyRefunded : t.notReady;
}
