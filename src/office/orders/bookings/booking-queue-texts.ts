import { bilingual } from '../../language.ts';

export const texts = bilingual({
  title: ['คิวขอเลขพัสดุ', 'Booking queue'],
  orders: ['คำสั่งซื้อ', 'Orders'],
  hint: ['คำสั่งซื้อที่กำลังขอเลขพัสดุ หรือขอไม่สำเร็จ', 'Orders with a pending or failed tracking number request.'],
  empty: ['ไม่มีคำสั่งซื้อรอเลขพัสดุ', 'No open bookings'],
  order: ['คำสั่งซื้อ', 'Order'],
  courier: ['ขนส่ง', 'Courier'],
  status: ['สถานะ', 'Status'],
  tries: ['ลองแล้ว (ครั้ง)', 'Attempts'],
  next: ['ลองอีกครั้ง', 'Next attempt'],
  reason: ['เหตุผล', 'Reason'],
  select: ['เลือก', 'Select'],
  selectAll: ['เลือกทั้งหมด', 'Select all'],
  retry: ['ลองรายการที่เลือกใหม่', 'Retry selected'],
  retried: [
    (count: number) => `กำลังลองใหม่ ${count} รายการ`,
    (count: number) => (count === 1 ? 'Retrying 1 booking' : `Retrying ${count} bookings`),
  ],
  someFailed: [
    (count: number, reason: string) => `ลองใหม่ไม่ได้ ${count} รายการ: ${reason}`,
    (count: number, reason: string) => `${count} could not be retried: ${reason}`,
  ],
  selectOne: ['เลือกอย่างน้อยหนึ่งรายการ', 'Select at least one order'],
  cancellations: ['รอขนส่งรับการยกเลิก', 'Open cancellations'],
  cancellationsHint: [
    'ขนส่งอาจยังเข้ามารับพัสดุเหล่านี้ ติดต่อขนส่งแล้วกด “ติดต่อขนส่งแล้ว” ในหน้าคำสั่งซื้อ',
    'The courier may still collect these parcels. Contact the courier, then resolve the warning on the order page.',
  ],
  tracking: ['เลขพัสดุ', 'Tracking number'],
  waiting: ['กำลังแจ้งยกเลิก', 'Canceling'],
  refused: ['ขนส่งไม่รับยกเลิก', 'Refused'],
});
