import type { Child } from 'hono/jsx';
import { trackingUrl } from '../../domain/couriers/couriers.ts';
import { labelSender } from '../../domain/orders/label-sender.ts';
import { countLines, lineName } from '../../domain/orders/order.ts';
import { isCanceled } from '../../domain/orders/order-states.ts';
import { amountBuyerOwes } from '../../domain/orders/payments/expected-payments.ts';
import { type Shipment, unitsToShip } from '../../domain/orders/shipments/shipment.ts';
import { courierName } from '../../lib/courier-names.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import { type Money, ZERO } from '../../lib/money.ts';
import { count, money } from '../../lib/number-format.ts';
import { parcelStatusName, shippingStatusName } from '../orders/order-labels.ts';
import { minuteText } from '../page/format.ts';
import { Icon } from '../page/icons.tsx';
import { telephoneLink } from '../page/telephone-link.tsx';
import { buyerTexts } from './buyer-texts.ts';
import { maskedArea, maskedName } from './masked.ts';
import type { BuyerPageProps } from './page-props.ts';
import { PaymentCard } from './payment-card.tsx';

/** The page shows at most this number of lines and parcels, so that it stays small. */
export const MAX_LINES = 50;

/** The order as its buyer sees it. */
export const BuyerOrder = (props: BuyerPageProps) => {
  const { order, store, language } = props;
  const t = buyerTexts(language);
  return (
    <>
      <p class="store">{store.name}</p>
      <h1>{t.order(order.orderNumber)}</h1>
      {(order.status === 'canceled' || order.status === 'expired') && <p class="notice bad">{t[order.status]}</p>}
      <PaymentCard {...props} />
      <Delivery {...props} />
      <Items {...props} />
      <Contact {...props} />
    </>
  );
};

/** The store's phone number, as on the label of the parcel. */
function Contact({ db, language, order }: BuyerPageProps) {
  const telephone = labelSender(db, order)?.telephone;
  if (!telephone) return null;
  return (
    <p class="contact">
      {buyerTexts(language).contact} {telephoneLink(telephone)}
    </p>
  );
}

function Items({ db, language, order }: BuyerPageProps) {
  const t = buyerTexts(language);
  const hidden = order.lines.length > MAX_LINES ? countLines(db, order.id) - MAX_LINES : 0;
  return (
    <section>
      <h2>{t.items}</h2>
      <ul class="items">
        {order.lines.slice(0, MAX_LINES).map((line) => (
          <li>
            <span class="name">
              {lineName(line)} <span class="muted">× {count(line.qty)}</span>
            </span>
            <span class="money">{money(line.amount)}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p class="muted">{t.moreItems(count(hidden))}</p>}
      <Totals db={db} language={language} order={order} />
    </section>
  );
}

function Totals({ db, language, order }: Pick<BuyerPageProps, 'db' | 'language' | 'order'>) {
  const t = buyerTexts(language);
  const due = amountBuyerOwes(db, order);
  const rows: (readonly [label: string, amount: Money | null, kind?: string])[] = [
    [t.subtotal, order.subtotal],
    [t.discount, -order.discount as Money],
    [t.shippingFee, order.shippingFee],
    [t.otherFee, order.otherFee],
    [t.codFee, order.codFee],
  ];
  const sums: typeof rows = [
    [t.paid, order.receivedAmount],
    [t.refunded, order.refundedAmount],
    [t.due, due === order.total ? ZERO : due, 'sum'],
  ];
  const isNonZero = ([, amount]: (typeof rows)[number]) => amount !== null && amount !== 0;
  return (
    <dl class="totals">
      {[...rows.filter(isNonZero), [t.total, order.total, 'sum'] as const, ...sums.filter(isNonZero)].map(
        ([label, amount, kind]) => (
          <div class={kind}>
            <dt>{label}</dt>
            <dd class="money">{money(amount ?? ZERO)}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Delivery(props: BuyerPageProps) {
  const { language, order } = props;
  const t = buyerTexts(language);
  const parcels = order.shipments.filter((shipment) => !isCanceled(shipment)).slice(0, MAX_LINES);
  const rest = unitsOfRest(props);
  return (
    <section>
      <h2>{t.delivery}</h2>
      {parcels.length === 0 && order.status === 'open' && <p>{t.noParcel}</p>}
      {rest > 0 && (
        <p>
          <strong>{t.restToShip(shippingStatusName(order.shippingStatus, language), count(rest))}</strong>
        </p>
      )}
      {parcels.map((shipment, i) => (
        <Parcel {...props} shipment={shipment} number={rest > 0 ? i + 1 : undefined} />
      ))}
      <p class="muted">
        {t.recipient}: {maskedName(order.recipientAddress.name)} {maskedArea(order.recipientAddress)}
      </p>
    </section>
  );
}

/** The units that are still to ship if a part was shipped. */
function unitsOfRest({ db, order: { id, status, shippingStatus } }: BuyerPageProps): number {
  const isPart = shippingStatus === 'partially_shipped' || shippingStatus === 'partially_delivered';
  return isPart && status === 'open' ? unitsToShip(db, id) : 0;
}

/** The words of a customer for the states that the store names from its side. */
function parcelState(status: Shipment['status'], language: Language): string {
  const t = buyerTexts(language);
  if (status === 'booked') return t.awaitsCourier;
  return status === 'picked_up' ? t.shipped : parcelStatusName(status, language);
}

interface ParcelProps extends BuyerPageProps {
  shipment: Shipment;
  /** Distinguishes the state of the parcel from that of the order. */
  number: number | undefined;
}

function Parcel({ db, language, order, shipment, number }: ParcelProps) {
  const t = buyerTexts(language);
  const { shippingType, trackingNumber, status, statusTime } = shipment;
  const trackingPage = trackingUrl(db, order.storeId, shipment);
  const state = parcelState(status, language);
  return (
    <div class="parcel">
      <p>
        <strong>{number === undefined ? state : t.parcelState(number, state)}</strong>
        {statusTime !== null && <span class="muted"> {minuteText(statusTime, language)}</span>}
      </p>
      <p>{courierName(shippingType, language)}</p>
      {trackingNumber !== null && (
        <div class="tracking">
          <span class="visually-hidden">{t.number} </span>
          {trackingPage === undefined ? (
            <strong class="number">{trackingNumber}</strong>
          ) : (
            <a class="number" href={trackingPage} target="_blank" rel="noopener noreferrer">
              {trackingNumber}
            </a>
          )}
          <button type="button" class="copy" title={t.copyNumber} data-copies={trackingNumber} data-copied={t.copied}>
            <Icon name="copy" />
            <span class="visually-hidden">{t.copyNumber}</span>
          </button>
        </div>
      )}
      {trackingPage !== undefined && (
        <p>
          <a class="button" href={trackingPage} target="_blank" rel="noopener noreferrer">
            {t.follow}
          </a>
        </p>
      )}
    </div>
  );
}

/** Shown instead of the order if the link is invalid or cannot be used now. */
export const BuyerMessage = ({ title, hint }: { title: Child; hint: Child }) => (
  <section>
    <h1>{title}</h1>
    <p>{hint}</p>
  </section>
);
