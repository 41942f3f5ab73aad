import type { Language } from '../../domain/accounts/accounts.ts';
import type { BookingStatus } from '../../domain/orders/bookings/states.ts';
import type {
  CodStatus,
  OrderStatus,
  PaymentMethod,
  PaymentRecordStatus,
  PaymentStatus,
  ShipmentStatus,
  ShippingStatus,
} from '../../domain/orders/states.ts';
import { courierName } from '../../lib/courier-names.ts';
import { codStatus, orderStatus, paymentStatus, shipmentStatus } from '../../lib/messages/code-names.ts';
import type { Tone } from '../page/components.tsx';

// Labels of the statuses of orders, payments and parcels, and the names of payment methods and sales channels.

export type StatusLabel = readonly [tone: Tone, thai: string, english: string];

/** Adds the Thai names, which error messages use too. */
const withThai = <State extends string>(
  nameOf: (state: State, language: Language) => string,
  labels: Record<State, readonly [tone: Tone, english: string]>,
): Record<State, StatusLabel> => {
  const entries = Object.entries(labels) as [State, readonly [Tone, string]][];
  const named = entries.map(([state, [tone, english]]): [State, StatusLabel] => [
    state,
    [tone, nameOf(state, 'th'), english],
  ]);
  return Object.fromEntries(named) as Record<State, StatusLabel>;
};

export const ORDER_LABELS = withThai<OrderStatus>(orderStatus, {
  open: ['calm', 'Open'],
  completed: ['good', 'Completed'],
  canceled: ['plain', 'Canceled'],
  expired: ['plain', 'Expired'],
});
export const PAYMENT_LABELS: Record<PaymentStatus, StatusLabel> = {
  unpaid: ['warn', 'ยังไม่ชำระ', 'Unpaid'],
  awaiting_confirmation: ['warn', 'รอตรวจสลิป', 'Payment pending'],
  partially_paid: ['warn', 'ชำระบางส่วน', 'Partially paid'],
  paid: ['good', 'ชำระแล้ว', 'Paid'],
  partially_refunded: ['plain', 'คืนเงินบางส่วน', 'Partially refunded'],
  refunded: ['plain', 'คืนเงินแล้ว', 'Refunded'],
};
export const SHIPPING_LABELS: Record<ShippingStatus, StatusLabel> = {
  unshipped: ['warn', 'ยังไม่จัดส่ง', 'Unfulfilled'],
  booked: ['calm', 'ได้เลขพัสดุแล้ว', 'Booked'],
  partially_shipped: ['calm', 'ส่งบางส่วน', 'Partially shipped'],
  shipped: ['calm', 'กำลังจัดส่ง', 'Shipped'],
  partially_delivered: ['calm', 'ส่งถึงบางส่วน', 'Partially delivered'],
  delivered: ['good', 'ส่งถึงแล้ว', 'Delivered'],
  returning: ['bad', 'กำลังตีกลับ', 'Returning'],
  returned: ['bad', 'ตีกลับแล้ว', 'Returned'],
};
export const COD_LABELS = withThai<CodStatus>(codStatus, {
  pending: ['calm', 'COD pending'],
  collected: ['warn', 'COD awaiting payout'],
  remitted: ['good', 'COD paid out'],
  failed: ['bad', 'COD failed'],
});
export const PARCEL_LABELS = withThai<ShipmentStatus>(shipmentStatus, {
  booked: ['calm', 'Awaiting handover'],
  picked_up: ['calm', 'Picked up'],
  in_transit: ['calm', 'In transit'],
  out_for_delivery: ['calm', 'Out for delivery'],
  delivered: ['good', 'Delivered'],
  delivery_failed: ['bad', 'Delivery failed'],
  returning: ['bad', 'Returning'],
  returned: ['bad', 'Returned'],
  canceled: ['plain', 'Canceled'],
});
export const PAYMENT_RECORD_LABELS = withThai<PaymentRecordStatus>(paymentStatus, {
  notified: ['warn', 'Pending'],
  confirmed: ['good', 'Confirmed'],
  rejected: ['bad', 'Rejected'],
  refunded: ['plain', 'Refunded'],
});
export const BOOKING_LABELS: Record<BookingStatus, StatusLabel> = {
  waiting: ['calm', 'กำลังขอเลขพัสดุ', 'Requesting number'],
  requested: ['calm', 'กำลังขอเลขพัสดุ', 'Requesting number'],
  booked: ['good', 'ได้เลขพัสดุแล้ว', 'Booked'],
  failed: ['bad', 'ขอเลขพัสดุไม่สำเร็จ', 'Booking failed'],
};

const nameOf =
  <State extends string>(labels: Record<State, StatusLabel>) =>
  (state: State, language: Language): string =>
    labels[state][language === 'th' ? 1 : 2];

export const orderStatusName = nameOf(ORDER_LABELS);
export const paymentStatusName = nameOf(PAYMENT_LABELS);
export const shippingStatusName = nameOf(SHIPPING_LABELS);
export const codStatusName = nameOf(COD_LABELS);
export const parcelStatusName = nameOf(PARCEL_LABELS);
export const bookingStatusName = nameOf(BOOKING_LABELS);

const METHODS: Record<PaymentMethod, readonly [thai: string, english: string]> = {
  transfer: ['โอนเงิน', 'Bank transfer'],
  promptpay: ['พร้อมเพย์', 'PromptPay'],
  cash: ['เงินสด', 'Cash'],
  card: ['บัตร', 'Card'],
  other: ['อื่น ๆ', 'Other'],
};

export const methodName = (method: PaymentMethod, language: Language): string =>
  METHODS[method][language === 'th' ? 0 : 1];

const CHANNELS: Readonly<Record<string, readonly [thai: string, english: string]>> = {
  sales_page: ['เซลเพจ', 'Sales page'],
  facebook: ['Facebook', 'Facebook'],
  instagram: ['Instagram', 'Instagram'],
  line: ['LINE', 'LINE'],
  tiktok: ['TikTok', 'TikTok'],
  shopee: ['Shopee', 'Shopee'],
  lazada: ['Lazada', 'Lazada'],
  website: ['เว็บไซต์', 'Website'],
  chat_bot: ['แชตบอต', 'Chatbot'],
  phone: ['โทรศัพท์', 'Phone'],
  walk_in: ['หน้าร้าน', 'Walk-in'],
  erp: ['ERP', 'ERP'],
  other: ['อื่น ๆ', 'Other'],
};

/** A sales channel added in the configuration is shown by its code. */
export const salesChannelName = (channel: string, language: Language): string =>
  CHANNELS[channel]?.[language === 'th' ? 0 : 1] ?? channel;

/** The courier name, with its code if another known courier has the same name. */
export function courierTitle(shippingType: string, known: readonly string[], language: Language): string {
  const name = courierName(shippingType, language);
  const isShared = known.some((code) => code !== shippingType && courierName(code, language) === name);
  return isShared && name !== shippingType ? `${name} (${shippingType})` : name;
}
