import type { Language } from '../../domain/accounts/accounts.ts';
import { courierName } from '../../domain/couriers/names.ts';
import type { BookingStatus } from '../../domain/orders/bookings/states.ts';
import type { PaymentMethod } from '../../domain/orders/payments/methods.ts';
import type {
  CodStatus,
  OrderStatus,
  PaymentRecordStatus,
  PaymentStatus,
  ShipmentStatus,
  ShippingStatus,
} from '../../domain/orders/states.ts';
import type { Tone } from '../page/tone.ts';

// How the states of an order are called and coloured, wherever they are shown; states.tsx shows them.

export type Look = readonly [tone: Tone, thai: string, english: string];

export const ORDER: Record<OrderStatus, Look> = {
  open: ['calm', 'กำลังดำเนินการ', 'Open'],
  completed: ['good', 'สำเร็จ', 'Completed'],
  canceled: ['plain', 'ยกเลิกแล้ว', 'Canceled'],
  expired: ['plain', 'หมดเวลาชำระ', 'Expired'],
};
export const PAYMENT: Record<PaymentStatus, Look> = {
  unpaid: ['warn', 'ยังไม่ชำระ', 'Unpaid'],
  awaiting_confirmation: ['warn', 'รอตรวจสลิป', 'To confirm'],
  partially_paid: ['warn', 'ชำระบางส่วน', 'Partly paid'],
  paid: ['good', 'ชำระแล้ว', 'Paid'],
  partially_refunded: ['plain', 'คืนเงินบางส่วน', 'Partly refunded'],
  refunded: ['plain', 'คืนเงินแล้ว', 'Refunded'],
};
export const SHIPPING: Record<ShippingStatus, Look> = {
  unshipped: ['warn', 'ยังไม่จัดส่ง', 'Not shipped'],
  booked: ['calm', 'ได้เลขพัสดุแล้ว', 'Booked'],
  partially_shipped: ['calm', 'ส่งบางส่วน', 'Partly shipped'],
  shipped: ['calm', 'กำลังจัดส่ง', 'On the way'],
  partially_delivered: ['calm', 'ถึงบางส่วน', 'Partly delivered'],
  delivered: ['good', 'ถึงผู้รับแล้ว', 'Delivered'],
  returning: ['bad', 'กำลังตีกลับ', 'Returning'],
  returned: ['bad', 'ตีกลับแล้ว', 'Returned'],
};
export const COD: Record<CodStatus, Look> = {
  pending: ['calm', 'COD รอเก็บเงิน', 'COD to collect'],
  collected: ['warn', 'COD รอขนส่งโอน', 'COD not paid out'],
  remitted: ['good', 'COD ได้รับเงินแล้ว', 'COD paid out'],
  failed: ['bad', 'COD เก็บเงินไม่ได้', 'COD failed'],
};
export const PARCEL: Record<ShipmentStatus, Look> = {
  booked: ['calm', 'รอส่งมอบขนส่ง', 'To hand over'],
  picked_up: ['calm', 'ขนส่งรับแล้ว', 'Picked up'],
  in_transit: ['calm', 'ระหว่างทาง', 'In transit'],
  out_for_delivery: ['calm', 'กำลังนำจ่าย', 'Out for delivery'],
  delivered: ['good', 'ถึงผู้รับแล้ว', 'Delivered'],
  delivery_failed: ['bad', 'นำจ่ายไม่สำเร็จ', 'Delivery failed'],
  returning: ['bad', 'กำลังตีกลับ', 'Returning'],
  returned: ['bad', 'ตีกลับแล้ว', 'Returned'],
  canceled: ['plain', 'ยกเลิกแล้ว', 'Canceled'],
};
export const RECORD: Record<PaymentRecordStatus, Look> = {
  notified: ['warn', 'รอตรวจ', 'To confirm'],
  confirmed: ['good', 'ยืนยันแล้ว', 'Confirmed'],
  rejected: ['bad', 'ปฏิเสธ', 'Rejected'],
  refunded: ['plain', 'คืนเงินแล้ว', 'Refunded'],
};
export const BOOKING: Record<BookingStatus, Look> = {
  waiting: ['calm', 'กำลังขอเลขพัสดุ', 'Asking for its number'],
  requested: ['calm', 'กำลังขอเลขพัสดุ', 'Asking for its number'],
  booked: ['good', 'ได้เลขพัสดุแล้ว', 'Booked'],
  failed: ['bad', 'ขอเลขพัสดุไม่สำเร็จ', 'Booking failed'],
};

const nameOf =
  <State extends string>(looks: Record<State, Look>) =>
  (state: State, language: Language): string =>
    looks[state][language === 'th' ? 1 : 2];

export const orderStatusName = nameOf(ORDER);
export const paymentStatusName = nameOf(PAYMENT);
export const shippingStatusName = nameOf(SHIPPING);
export const codStatusName = nameOf(COD);
export const parcelStatusName = nameOf(PARCEL);
export const paymentRecordName = nameOf(RECORD);
export const bookingStatusName = nameOf(BOOKING);

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
  sales_page: ['เซลเพจ', 'Sale page'],
  facebook: ['Facebook', 'Facebook'],
  instagram: ['Instagram', 'Instagram'],
  line: ['LINE', 'LINE'],
  tiktok: ['TikTok', 'TikTok'],
  shopee: ['Shopee', 'Shopee'],
  lazada: ['Lazada', 'Lazada'],
  website: ['เว็บไซต์', 'Website'],
  chat_bot: ['แชตบอต', 'Chat bot'],
  phone: ['โทรศัพท์', 'Telephone'],
  walk_in: ['หน้าร้าน', 'Walk-in'],
  erp: ['ERP', 'ERP'],
  other: ['อื่น ๆ', 'Other'],
};

/** A sales channel that the config has added is its own name. */
export const salesChannelName = (channel: string, language: Language): string =>
  CHANNELS[channel]?.[language === 'th' ? 0 : 1] ?? channel;

const ENGLISH: Readonly<Record<string, string>> = {
  ems: 'Thailand Post EMS',
  register: 'Thailand Post registered',
  parcel: 'Thailand Post parcel',
  spx_pickup: 'SPX Express pick-up',
  spx_dropoff: 'SPX Express drop-off',
  store_pickup: 'Picked up at the store',
  other: 'Another courier',
};

/** The courier of a shipping type. */
export const courierLabel = (shippingType: string, language: Language): string =>
  (language === 'en' ? ENGLISH[shippingType] : undefined) ?? courierName(shippingType);

/** The same, with the code by which orders name it where another of the known ones has the same name. */
export function courierTitle(shippingType: string, known: readonly string[], language: Language): string {
  const name = courierLabel(shippingType, language);
  const isShared = known.some((other) => other !== shippingType && courierLabel(other, language) === name);
  return isShared && name !== shippingType ? `${name} (${shippingType})` : name;
}
