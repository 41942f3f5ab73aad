import type { BankAccount } from '../../domain/bank-accounts.ts';
import type { BookingStatus } from '../../domain/orders/bookings/booking-states.ts';
import type { ReturnState } from '../../domain/orders/list/returns.ts';
import type {
  CodStatus,
  OrderStatus,
  PaymentMethod,
  PaymentRecordStatus,
  PaymentStatus,
  ShipmentStatus,
  ShippingStatus,
} from '../../domain/orders/order-states.ts';
import { courierName } from '../../lib/courier-names.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import type { Money } from '../../lib/money.ts';
import {
  COD_STATUS_NAMES,
  METHOD_NAMES,
  type Name,
  ORDER_STATUS_NAMES,
  PARCEL_STATUS_NAMES,
  PAYMENT_RECORD_NAMES,
  PAYMENT_STATUS_NAMES,
  RETURN_STATE_NAMES,
  SALES_CHANNEL_NAMES,
  SHIPPING_STATUS_NAMES,
} from '../../lib/order-names.ts';
import { bankName } from '../../lib/thai-banks.ts';
import type { Tone } from '../page/components.tsx';

// Labels of the statuses of orders, payments and parcels, and the names of payment methods and sales channels.

export type StatusLabel = readonly [tone: Tone, thai: string, english: string];

const withTones = <State extends string>(
  names: Readonly<Record<State, Name>>,
  tones: Record<State, Tone>,
): Record<State, StatusLabel> =>
  Object.fromEntries(
    Object.entries<Tone>(tones).map(([state, tone]) => [state, [tone, ...names[state as State]]]),
  ) as unknown as Record<State, StatusLabel>;

export const ORDER_LABELS = withTones<OrderStatus>(ORDER_STATUS_NAMES, {
  open: 'calm',
  completed: 'good',
  canceled: 'plain',
  expired: 'plain',
});
/** The payment status; `overpaid` is a paid order that was paid more. */
type ShownPaymentStatus = PaymentStatus | 'overpaid';
const PAYMENT_NAMES = { ...PAYMENT_STATUS_NAMES, overpaid: ['ชำระเกิน', 'Overpaid'] as const };

export const PAYMENT_LABELS = withTones<ShownPaymentStatus>(PAYMENT_NAMES, {
  unpaid: 'warn',
  awaiting_confirmation: 'warn',
  partially_paid: 'warn',
  paid: 'good',
  partially_refunded: 'plain',
  refunded: 'plain',
  overpaid: 'warn',
});

export const shownPaymentStatus = (order: {
  paymentStatus: PaymentStatus;
  overpaidAmount: Money;
}): ShownPaymentStatus => (order.overpaidAmount > 0 ? 'overpaid' : order.paymentStatus);

export const SHIPPING_LABELS = withTones<ShippingStatus>(SHIPPING_STATUS_NAMES, {
  unshipped: 'warn',
  booked: 'calm',
  partially_shipped: 'calm',
  shipped: 'calm',
  partially_delivered: 'calm',
  delivered: 'good',
  returning: 'bad',
  returned: 'bad',
});
export const RETURN_LABELS = withTones<ReturnState>(RETURN_STATE_NAMES, {
  returning: 'bad',
  to_restock: 'warn',
  restocked: 'good',
});
export const COD_LABELS = withTones<CodStatus>(COD_STATUS_NAMES, {
  pending: 'calm',
  collected: 'warn',
  remitted: 'good',
  failed: 'bad',
});
export const PARCEL_LABELS = withTones<ShipmentStatus>(PARCEL_STATUS_NAMES, {
  booked: 'calm',
  picked_up: 'calm',
  in_transit: 'calm',
  out_for_delivery: 'calm',
  delivered: 'good',
  delivery_failed: 'bad',
  returning: 'bad',
  returned: 'bad',
  canceled: 'plain',
});
export const PAYMENT_RECORD_LABELS = withTones<PaymentRecordStatus>(PAYMENT_RECORD_NAMES, {
  notified: 'warn',
  confirmed: 'good',
  rejected: 'bad',
  refunded: 'plain',
});
export const BOOKING_LABELS: Record<BookingStatus, StatusLabel> = {
  waiting: ['calm', 'กำลังขอเลขพัสดุ', 'Requesting tracking number'],
  requested: ['calm', 'กำลังขอเลขพัสดุ', 'Requesting tracking number'],
  booked: ['good', 'ได้เลขพัสดุแล้ว', 'Tracking number received'],
  failed: ['bad', 'ขอเลขพัสดุไม่สำเร็จ', 'Tracking number request failed'],
};

const nameOf =
  <State extends string>(labels: Record<State, StatusLabel>) =>
  (state: State, language: Language): string =>
    labels[state][language === 'th' ? 1 : 2];

export const orderStatusName = nameOf(ORDER_LABELS);
export const paymentStatusName = nameOf(PAYMENT_LABELS);
export const shippingStatusName = nameOf(SHIPPING_LABELS);
export const returnStateName = nameOf(RETURN_LABELS);
export const codStatusName = nameOf(COD_LABELS);
export const parcelStatusName = nameOf(PARCEL_LABELS);
export const bookingStatusName = nameOf(BOOKING_LABELS);

export const methodName = (method: PaymentMethod, language: Language): string =>
  METHOD_NAMES[method][language === 'th' ? 0 : 1];

/** A sales channel added in the configuration is shown by its code. */
export const salesChannelName = (channel: string, language: Language): string =>
  SALES_CHANNEL_NAMES[channel]?.[language === 'th' ? 0 : 1] ?? channel;

/** The courier name, with its code if another known courier has the same name. */
export function courierTitle(shippingType: string, known: readonly string[], language: Language): string {
  const name = courierName(shippingType, language);
  const isShared = known.some((code) => code !== shippingType && courierName(code, language) === name);
  return isShared && name !== shippingType ? `${name} (${shippingType})` : name;
}

/** `กสิกรไทย (KBANK) 123-4-56789-0` */
export const bankAccountName = ({ bank, number }: Pick<BankAccount, 'bank' | 'number'>, language: Language): string =>
  `${bankName(bank, language)} ${accountNumber(number)}`;

/** Most account numbers have ten digits, in these groups. */
export const accountNumber = (digits: string): string => digits.replace(/^(\d{3})(\d)(\d{5})(\d)$/, '$1-$2-$3-$4');
