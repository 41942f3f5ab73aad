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
import { courier as courierName } from '../../lib/messages/terms.ts';
import type { Tone } from '../page/components.tsx';

// Names and colours of the statuses of orders, payments and parcels; status-tags.tsx shows them.

export type StatusDisplay = readonly [tone: Tone, thai: string, english: string];

export const ORDER: Record<OrderStatus, StatusDisplay> = {
  open: ['calm', 'กำลังดำเนินการ', 'Open'],
  completed: ['good', 'สำเร็จ', 'Completed'],
  canceled: ['plain', 'ยกเลิกแล้ว', 'Canceled'],
  expired: ['plain', 'หมดเวลาชำระ', 'Expired'],
};
export const PAYMENT: Record<PaymentStatus, StatusDisplay> = {
  unpaid: ['warn', 'ยังไม่ชำระ', 'Unpaid'],
  awaiting_confirmation: ['warn', 'รอตรวจสลิป', 'Payment pending'],
  partially_paid: ['warn', 'ชำระบางส่วน', 'Partially paid'],
  paid: ['good', 'ชำระแล้ว', 'Paid'],
  partially_refunded: ['plain', 'คืนเงินบางส่วน', 'Partially refunded'],
  refunded: ['plain', 'คืนเงินแล้ว', 'Refunded'],
};
export const SHIPPING: Record<ShippingStatus, StatusDisplay> = {
  unshipped: ['warn', 'ยังไม่จัดส่ง', 'Unfulfilled'],
  booked: ['calm', 'ได้เลขพัสดุแล้ว', 'Booked'],
  partially_shipped: ['calm', 'ส่งบางส่วน', 'Partially shipped'],
  shipped: ['calm', 'กำลังจัดส่ง', 'Shipped'],
  partially_delivered: ['calm', 'ส่งถึงบางส่วน', 'Partially delivered'],
  delivered: ['good', 'ส่งถึงแล้ว', 'Delivered'],
  returning: ['bad', 'กำลังตีกลับ', 'Returning'],
  returned: ['bad', 'ตีกลับแล้ว', 'Returned'],
};
export const COD: Record<CodStatus, StatusDisplay> = {
  pending: ['calm', 'COD รอเก็บเงิน', 'COD pending'],
  collected: ['warn', 'COD รอขนส่งโอน', 'COD awaiting payout'],
  remitted: ['good', 'COD ได้รับเงินแล้ว', 'COD paid out'],
  failed: ['bad', 'COD เก็บเงินไม่ได้', 'COD failed'],
};
export const PARCEL: Record<ShipmentStatus, StatusDisplay> = {
  booked: ['calm', 'รอส่งให้ขนส่ง', 'Awaiting handover'],
  picked_up: ['calm', 'ขนส่งรับแล้ว', 'Picked up'],
  in_transit: ['calm', 'ระหว่างทาง', 'In transit'],
  out_for_delivery: ['calm', 'กำลังนำจ่าย', 'Out for delivery'],
  delivered: ['good', 'ส่งถึงแล้ว', 'Delivered'],
  delivery_failed: ['bad', 'นำจ่ายไม่สำเร็จ', 'Delivery failed'],
  returning: ['bad', 'กำลังตีกลับ', 'Returning'],
  returned: ['bad', 'ตีกลับแล้ว', 'Returned'],
  canceled: ['plain', 'ยกเลิกแล้ว', 'Canceled'],
};
export const RECORD: Record<PaymentRecordStatus, StatusDisplay> = {
  notified: ['warn', 'รอตรวจ', 'Pending'],
  confirmed: ['good', 'ยืนยันแล้ว', 'Confirmed'],
  rejected: ['bad', 'ปฏิเสธ', 'Rejected'],
  refunded: ['plain', 'คืนเงินแล้ว', 'Refunded'],
};
export const BOOKING: Record<BookingStatus, StatusDisplay> = {
  waiting: ['calm', 'กำลังขอเลขพัสดุ', 'Requesting number'],
  requested: ['calm', 'กำลังขอเลขพัสดุ', 'Requesting number'],
  booked: ['good', 'ได้เลขพัสดุแล้ว', 'Booked'],
  failed: ['bad', 'ขอเลขพัสดุไม่สำเร็จ', 'Booking failed'],
};

const nameOf =
  <State extends string>(displays: Record<State, StatusDisplay>) =>
  (state: State, language: Language): string =>
    displays[state][language === 'th' ? 1 : 2];

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
  const isShared = known.some((other) => other !== shippingType && courierName(other, language) === name);
  return isShared && name !== shippingType ? `${name} (${shippingType})` : name;
}
