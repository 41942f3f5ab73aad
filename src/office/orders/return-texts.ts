import { lineName, type OrderLine } from '../../domain/orders/order.ts';
import { bilingual } from '../bilingual.ts';

export const returnTexts = bilingual({
  hint: ['ของสภาพดีกลับเข้าสต็อก ระบบตัดของชำรุดออกให้เอง', 'Good pieces go back to stock. Damaged pieces are written off.'],
  line: [
    (line: OrderLine, most: number) => `${lineName(line)} (ไม่เกิน ${most})`,
    (line: OrderLine, most: number) => `${lineName(line)} (up to ${most})`,
  ],
  good: ['สภาพดี', 'Good'],
  damaged: ['ชำรุด', 'Damaged'],
  restMissing: ['ที่เหลือไม่ได้กลับมา', 'The rest did not come back'],
  restMissingHint: [
    'บันทึกของที่ขาดเป็นสูญหาย และปิดการรับคืนนี้ ถ้าไม่เลือก ระบบจะรอรับคืนของที่ขาดต่อ',
    'What is missing is written off as lost, and the return is done. Otherwise the return keeps waiting for it.',
  ],
});
