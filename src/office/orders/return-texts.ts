import { lineName, type OrderLine } from '../../domain/orders/order.ts';
import { bilingual } from '../bilingual.ts';

export const returnTexts = bilingual({
  hint: [
    'นับของที่กลับมาแล้วใส่จำนวน ของสภาพดีคืนเข้าสต็อก ระบบตัดของชำรุดออกให้เอง',
    'Count the units that came back. Units in good condition are restocked, damaged ones are written off.',
  ],
  line: [
    (line: OrderLine, most: number) => `${lineName(line)} (ไม่เกิน ${most})`,
    (line: OrderLine, most: number) => `${lineName(line)} (up to ${most})`,
  ],
  good: ['สภาพดี', 'In good condition'],
  damaged: ['ชำรุด', 'Damaged'],
  restMissing: ['ที่เหลือไม่ได้กลับมา', 'Remaining items were not returned'],
  restMissingHint: [
    'บันทึกของที่ขาดเป็นสูญหาย และปิดการรับคืนนี้ ถ้าไม่เลือก ระบบจะรอรับคืนของที่ขาดต่อ',
    'Missing units are written off as lost and the return is closed. Otherwise the return stays open for them.',
  ],
});
