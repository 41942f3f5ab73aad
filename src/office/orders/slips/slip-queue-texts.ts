import { count } from '../../../lib/number-format.ts';
import { bilingual } from '../../bilingual.ts';

export const slipQueueTexts = bilingual({
  title: ['ตรวจสลิป', 'Review slips'],
  list: ['รอตรวจสลิป', 'Payments to review'],
  empty: ['ไม่มีสลิปรอตรวจ', 'No payments to review'],
  noSlip: ['ไม่มีรูปสลิป', 'No slip image'],
  waiting: [(n: number) => `เหลือ ${count(n)} คำสั่งซื้อ`, (n: number) => `${count(n)} left`],
  previous: ['ก่อนหน้า', 'Previous'],
  next: ['ถัดไป', 'Next'],
  confirmed: [
    (order: number) => `ยืนยันยอดโอนของคำสั่งซื้อ #${order} แล้ว`,
    (order: number) => `Payment of order #${order} confirmed`,
  ],
  rejected: [
    (order: number) => `ปฏิเสธยอดโอนของคำสั่งซื้อ #${order} แล้ว`,
    (order: number) => `Payment of order #${order} rejected`,
  ],
});
