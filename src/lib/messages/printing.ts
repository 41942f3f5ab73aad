import type { Id } from '../ids.ts';
import { catalogue } from './catalogue.ts';
import { courier } from './terms.ts';

/** Of labels, pick lists and manifests. */
export const printing = catalogue({
  no_numbered_shipment: {
    en: ({ order }: { order: Id }) => `Order ${order} has no shipment with a tracking number. Book one first.`,
    th: ({ order }) => `คำสั่งซื้อ ${order} ยังไม่มีเลขพัสดุ กรุณาขอหรือกรอกเลขพัสดุก่อน`,
  },
  no_parcel_to_hand_over: { en: 'No parcel is waiting for pick-up', th: 'ไม่มีพัสดุรอส่งมอบขนส่ง' },
  no_parcel_of_courier_to_hand_over: {
    en: ({ shippingType }: { shippingType: string }) => `No ${shippingType} shipment is waiting for pick-up`,
    th: ({ shippingType }) => `ไม่มีพัสดุ ${courier(shippingType, 'th')} ที่รอส่งมอบ`,
  },
  order_has_no_parcel_to_hand_over: {
    en: ({ order, shippingType }: { order: Id; shippingType: string }) =>
      `Order ${order} has no ${shippingType} shipment waiting for pick-up`,
    th: ({ order, shippingType }) => `คำสั่งซื้อ ${order} ไม่มีพัสดุ ${courier(shippingType, 'th')} ที่รอส่งมอบ`,
  },
  nothing_to_pick: {
    en: ({ order }: { order: Id }) => `Order ${order} has nothing to pick`,
    th: ({ order }) => `คำสั่งซื้อ ${order} ไม่มีสินค้าให้หยิบ`,
  },
  too_much_printing: {
    en: 'Too many documents are being printed. Try again.',
    th: 'มีงานพิมพ์พร้อมกันมากเกินไป กรุณาลองใหม่อีกครั้ง',
  },
});
