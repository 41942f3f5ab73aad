import { orderEntries } from '../../../domain/orders/list/entries.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { ordersToPack, type PackItem } from '../../../domain/orders/packing.ts';
import { hasLeft } from '../../../domain/orders/states.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { count } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { CsrfField, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Empty, Heading, Notice, Time } from '../../page/components.tsx';
import { Icon } from '../../page/icons.tsx';
import { List } from '../../page/list.tsx';
import { Thumb } from '../../page/thumb.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ScanButton, ScanField } from '../../scan/scan-field.tsx';
import { packingTexts } from './packing-texts.ts';

interface ItemProps {
  context: StoreContext;
  item: PackItem;
  packed: number;
  /** The path of its picture. */
  picture: string | undefined;
}

/** An item with its packed quantity; the button packs one piece of an item without a code. */
export function ItemRow({ context, item, packed, picture }: ItemProps) {
  const t = packingTexts(context.language);
  const isPacked = packed >= item.qty;
  return (
    <li class={isPacked ? 'in' : undefined}>
      <Thumb url={picture} name={item.name} />
      <span class="name">
        {item.name}
        {item.sku !== null && <small class="muted break">{item.sku}</small>}
      </span>
      <span class="number">
        {packed} / {item.qty}
      </span>
      {isPacked ? (
        <Icon name="check" />
      ) : (
        <button
          type="submit"
          class="secondary outline small"
          name="one"
          value={String(item.variantId)}
          aria-label={t.addOne(item.name)}
        >
          +1
        </button>
      )}
    </li>
  );
}

/** Opens the order with the scanned code. It is on every page that ends an order, so that scanning can continue. */
export function NextOrder({ context, form }: { context: StoreContext; form?: Form<unknown> }) {
  const t = packingTexts(context.language);
  return (
    <form method="post" action="/office/orders/pack" class="inline scan" novalidate>
      <CsrfField />
      <ScanField form={form} label={t.orderCode} />
      <Submit label={t.open} />
      <ScanButton />
    </form>
  );
}

/** Why the order has nothing to pack, and the field for the next order. */
export function NothingToPack({ context, order }: { context: StoreContext; order: Order }) {
  const t = packingTexts(context.language);
  return (
    <>
      <Notice tone={order.status === 'canceled' || order.status === 'expired' ? 'bad' : 'warn'}>
        {reasonOf(order, t)}
      </Notice>
      <section class="card">
        <h2>{t.next}</h2>
        <NextOrder context={context} />
      </section>
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

/** The page after packing; it prints the label once, if the order has a parcel. */
export function packedPage(context: StoreContext, order: Order): Page {
  const t = packingTexts(context.language);
  const label = `/office/orders/${order.id}/label.pdf`;
  const hasLabel = order.shipments.some(({ status, trackingNumber }) => status === 'booked' && trackingNumber !== null);
  const isJustPacked = context.request.notice === t.done;
  return {
    title: t.done,
    body: (
      <>
        <Heading
          title={t.pack(order.orderNumber)}
          back={{ href: `/office/orders/${order.id}`, label: t.order(order.orderNumber) }}
        />
        {!isJustPacked && <Notice tone="good">{t.done}</Notice>}
        {!hasLabel && <Notice tone="warn">{t.noLabel}</Notice>}
        {hasLabel && isJustPacked && (
          <p class="muted" data-prints={label} data-opening={t.printing}>
            {t.printed}
          </p>
        )}
        <div class="actions spaced">
          {hasLabel && <ButtonLink href={label} icon="print" target="_blank" main label={t.printLabel} />}
          <ButtonLink href={`/office/orders/${order.id}`} label={t.order(order.orderNumber)} />
        </div>
        <section class="card">
          <h2>{t.next}</h2>
          <NextOrder context={context} />
          <p>
            <a href="/office/orders/pack">{t.toPack}</a>
          </p>
        </section>
      </>
    ),
  };
}

const MAX_LISTED = 50;

/** Orders to pack, oldest first. */
export function OrdersToPack({ context }: { context: StoreContext }) {
  const t = packingTexts(context.language);
  const { db } = context;
  const orders = orderEntries(db, ordersToPack(db, context.store.id, MAX_LISTED), context.now);
  if (orders.length === 0) return <Empty title={t.nothingToPack} />;
  return (
    <>
      <h2>{t.toPack}</h2>
      <List
        class="list tight pairs"
        rows={orders}
        columns={(column) => [
          column(t.number, (order) => <a href={`/office/orders/${order.id}/pack`}>#{order.orderNumber}</a>),
          context.may('customer_data') && column(t.recipient, 'break', (order) => order.recipientName),
          column(t.items, 'break wide', (order) => (
            <>
              {order.firstLine}
              {order.lines > 1 && <span class="muted"> {t.andMore(order.lines - 1)}</span>}
            </>
          )),
          column(t.pieces, 'number', (order) => count(order.pieces)),
          column(
            t.parcel,
            'break',
            (order) =>
              order.parcels.find(({ status }) => status === 'booked')?.trackingNumber ??
              courierName(order.shippingType, context.language),
          ),
          column(t.since, (order) => <Time at={order.createTime} ago />),
        ]}
      />
    </>
  );
}
