import type { Language, Message } from '../lib/messages/catalogue.ts';
import { bilingual } from './bilingual.ts';

export interface ErrorLink {
  href: string;
  label: string;
}

const linkTexts = bilingual({
  toOrder: [(number: unknown) => `ดูคำสั่งซื้อ #${number}`, (number: unknown) => `View order #${number}`],
  toCouriers: ['ตั้งค่าขนส่ง', 'Courier settings'],
  addNumbers: ['เพิ่มชุดเลขพัสดุ', 'Add number range'],
});

/** The page that an error refers to; undefined if it refers to none. */
export function errorLink({ key, params }: Message, language: Language): ErrorLink | undefined {
  const t = linkTexts(language);
  if (key === 'transfer_reference_used' || key === 'slip_used')
    return { href: `/office/orders/${params.orderId}`, label: t.toOrder(params.number) };
  if (key === 'booking_pool_empty')
    return { href: `/office/settings/couriers/${params.shippingType}#add-numbers`, label: t.addNumbers };
  if (key === 'booking_not_set_up') return { href: '/office/settings/couriers', label: t.toCouriers };
  return undefined;
}
