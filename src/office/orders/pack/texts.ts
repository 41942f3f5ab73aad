import { bilingual } from '../../language.ts';

export const texts = bilingual({
  station: ['โต๊ะแพ็ก', 'Packing station'],
  stationHint: [
    'สแกนเลขพัสดุหรือ QR บนใบปะหน้า หรือพิมพ์เลขคำสั่งซื้อ',
    'Scan the tracking number or the QR code of a label, or type an order’s number',
  ],
  orderCode: ['เลขพัสดุหรือเลขคำสั่งซื้อ', 'Tracking or order number'],
  orders: ['คำสั่งซื้อ', 'Orders'],
  open: ['เปิด', 'Open'],
  unknown: [(code: string) => `ไม่พบคำสั่งซื้อ ${code}`, (code: string) => `There is no order ${code}`],
  pack: [(number: number) => `แพ็ก #${number}`, (number: number) => `Pack #${number}`],
  order: [(number: number) => `คำสั่งซื้อ #${number}`, (number: number) => `Order #${number}`],
  scan: ['สแกนหรือพิมพ์ SKU', 'Scan or type a SKU'],
  tick: ['ใส่กล่อง', 'In the box'],
  takeOne: [(name: string) => `+1 ${name}`, (name: string) => `+1 ${name}`],
  notReady: ['ยังไม่ควรแพ็ก: รอการชำระเงิน', 'Not to be packed yet: it waits for payment'],
  done: ['ครบทุกชิ้นแล้ว', 'Everything is in'],
  printing: ['กำลังเปิดใบปะหน้าเพื่อพิมพ์', 'The label is being opened for printing'],
  printLabel: ['พิมพ์ใบปะหน้า', 'Print the label'],
  noLabel: [
    'ยังไม่มีเลขพัสดุ ขอเลขจากขนส่งหรือบันทึกเองในหน้าคำสั่งซื้อ',
    'There is no tracking number yet: ask the courier for one, or book by hand on the order’s page.',
  ],
  next: ['แพ็กรายการถัดไป', 'Pack the next one'],
  nothing: ['ไม่มีอะไรเหลือให้แพ็ก', 'Nothing is left to pack'],
  restart: ['เริ่มนับใหม่', 'Start anew'],
});
