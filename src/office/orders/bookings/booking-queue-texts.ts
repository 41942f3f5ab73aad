import { bilingual } from '../../language.ts';

export const texts = bilingual({
  title: ['คิวขอเลขพัสดุ', 'Booking queue'],
  orders: ['คำสั่งซื้อ', 'Orders'],
  hint: [
    'คำสั่งซื้อที่กำลังขอเลขพัสดุจากขนส่ง หรือขอไม่สำเร็จ',
    'Orders whose couriers are being asked for tracking numbers, or have refused.',
  ],
  empty: ['ไม่มีคำสั่งซื้อรอเลขพัสดุ', 'No order waits for its number'],
  order: ['คำสั่งซื้อ', 'Order'],
  courier: ['ขนส่ง', 'Courier'],
  status: ['สถานะ', 'State'],
  tries: ['ลองแล้ว', 'Tries'],
  next: ['ลองอีกครั้ง', 'Next try'],
  reason: ['เหตุผล', 'Why'],
  choose: ['เลือก', 'Choose'],
  chooseAll: ['เลือกทั้งหมด', 'Choose all'],
  retry: ['ลองรายการที่เลือกอีกครั้ง', 'Try the chosen again'],
  retried: [(count: number) => `กำลังลองใหม่ ${count} รายการ`, (count: number) => `${count} are tried again`],
  someFailed: [
    (count: number, why: string) => `ลองใหม่ไม่ได้ ${count} รายการ: ${why}`,
    (count: number, why: string) => `${count} cannot be tried again: ${why}`,
  ],
  chooseOne: ['เลือกอย่างน้อยหนึ่งรายการ', 'Choose at least one'],
  cancellations: ['การยกเลิกที่ขนส่งยังไม่รับ', 'Cancellations that couriers have not taken'],
  cancellationsHint: [
    'ขนส่งอาจมารับพัสดุเหล่านี้ ตรวจกับขนส่งแล้วกดรับทราบในหน้าคำสั่งซื้อ',
    'A courier may come for these parcels: look with the courier, then drop it on the order’s page.',
  ],
  tracking: ['เลขพัสดุ', 'Tracking number'],
  waiting: ['กำลังแจ้งยกเลิก', 'Being canceled'],
  refused: ['ขนส่งไม่รับการยกเลิก', 'Refused'],
});
