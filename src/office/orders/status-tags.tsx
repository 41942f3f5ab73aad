import type { OrderEntry } from '../../domain/orders/list/entries.ts';
import type { ReturnState } from '../../domain/orders/list/returns.ts';
import type { ShippingStatus } from '../../domain/orders/order-states.ts';
import type { PackingProgress } from '../../domain/orders/packing-progress.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import { ZERO } from '../../lib/money.ts';
import { bilingual } from '../bilingual.ts';
import { Tag } from '../page/components.tsx';
import {
  BOOKING_LABELS,
  COD_LABELS,
  ORDER_LABELS,
  PARCEL_LABELS,
  PAYMENT_LABELS,
  PAYMENT_RECORD_LABELS,
  RETURN_LABELS,
  SHIPPING_LABELS,
  type StatusLabel,
  shownPaymentStatus,
} from './order-labels.ts';

const tagOf =
  <State extends string>(labels: Record<State, StatusLabel>) =>
  ({ state, language }: { state: State; language: Language }) => {
    const [tone, thai, english] = labels[state];
    return Tag({ tone, children: language === 'th' ? thai : english });
  };

export const OrderTag = tagOf(ORDER_LABELS);
export const PaymentTag = tagOf(PAYMENT_LABELS);
export const ShippingTag = tagOf(SHIPPING_LABELS);
const ReturnTag = tagOf(RETURN_LABELS);

/** Whether goods that came back are in stock. The shipping status says that a parcel is still coming. */
export const RestockTag = ({ state, language }: { state: ReturnState | undefined; language: Language }) =>
  state === undefined || state === 'returning' ? null : ReturnTag({ state, language });
export const CodTag = tagOf(COD_LABELS);
export const ParcelTag = tagOf(PARCEL_LABELS);
export const PaymentRecordTag = tagOf(PAYMENT_RECORD_LABELS);
export const BookingTag = tagOf(BOOKING_LABELS);

/** The payment status, unless it is unpaid and nothing is due; for an unpaid COD order, the COD status. */
export function EntryPaymentTag({ order, language }: { order: OrderEntry; language: Language }) {
  const { status, codStatus, paymentStatus, overpaidAmount, shippingStatus } = order;
  const isUnpaid = paymentStatus === 'unpaid';
  if (isUnpaid && (status === 'canceled' || status === 'expired')) return null;
  if (codStatus !== null && overpaidAmount === ZERO && (isUnpaid || codStatus === 'remitted'))
    return CodTag({ state: codStatus, language });
  if (isUnpaid && shippingStatus === 'returned') return null;
  return PaymentTag({ state: shownPaymentStatus(order), language });
}

/** Of an order that was closed before anything left, only that and its payment are shown. */
export const isShippingShown = ({ status, shippingStatus }: Pick<OrderEntry, 'status' | 'shippingStatus'>): boolean =>
  (status !== 'canceled' && status !== 'expired') || shippingStatus !== 'unshipped';

const packedText = bilingual({
  packed: ['แพ็กแล้ว', 'Packed'],
  packedPart: [(left: number) => `แพ็กบางส่วน เหลือ ${left}`, (left: number) => `Packed, ${left} left`],
  partly: [
    ({ packed, wanted }: PackingProgress) => `แพ็ก ${packed}/${wanted}`,
    ({ packed, wanted }: PackingProgress) => `${packed}/${wanted} packed`,
  ],
  partlyAbsent: [
    ({ packed, wanted, absent }: PackingProgress) => `แพ็ก ${packed}/${wanted} ขาด ${absent}`,
    ({ packed, wanted, absent }: PackingProgress) => `${packed}/${wanted} packed, ${absent} missing`,
  ],
});

/** Progress of an order that is being packed. */
export const PackingTag = ({ language, progress }: { language: Language; progress: PackingProgress | undefined }) =>
  progress === undefined
    ? null
    : Tag({ tone: 'warn', children: packedText(language)[progress.absent > 0 ? 'partlyAbsent' : 'partly'](progress) });

const PackedTag = ({ left, language }: Pick<ShippingProps, 'left' | 'language'>) =>
  left > 0
    ? Tag({ tone: 'warn', children: packedText(language).packedPart(left) })
    : Tag({ tone: 'good', children: packedText(language).packed });

interface ShippingProps {
  state: ShippingStatus;
  language: Language;
  isPacked: boolean;
  /** Pieces that were left for a later parcel. */
  left: number;
  /** Of an order that is being packed. */
  progress?: PackingProgress | undefined;
}

/** The shipping status. Until a parcel leaves, how far it is packed takes its place. */
export function ShippingTags({ state, language, isPacked, left, progress }: ShippingProps) {
  const packing = isPacked ? PackedTag({ left, language }) : PackingTag({ language, progress });
  const isWaiting = state === 'unshipped' || state === 'booked';
  if (isWaiting && packing) return packing;
  return (
    <>
      {ShippingTag({ state, language })} {packing}
    </>
  );
}
