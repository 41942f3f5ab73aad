import { count } from '../../../lib/number-format.ts';
import { bilingual } from '../../bilingual.ts';

export const handOverTexts = bilingual({
  title: ['ส่งให้ขนส่ง', 'Hand over'],
  scanToHandOver: ['สแกนส่งพัสดุ', 'Scan to hand over'],
  orders: ['คำสั่งซื้อ', 'Orders'],
  pack: ['แพ็กสินค้า', 'Packing'],
  hint: ['เมื่อขนส่งมารับของ สแกนทีละพัสดุ', 'When the courier picks up, scan each parcel.'],
  code: ['เลขพัสดุหรือเลขคำสั่งซื้อ', 'Tracking or order number'],
  handOver: ['ส่งให้ขนส่ง', 'Hand over'],
  anyway: ['ส่งเลย', 'Hand over anyway'],
  done: [
    (parcel: string, handedOver: number, waiting: number) =>
      `ส่งแล้ว ${parcel} · วันนี้ ${count(handedOver)} รอส่งให้ขนส่ง ${count(waiting)}`,
    (parcel: string, handedOver: number, waiting: number) =>
      `Handed over ${parcel} · ${count(handedOver)} today, ${count(waiting)} awaiting handover`,
  ],
  couriers: ['ขนส่ง', 'Couriers'],
  allCouriers: ['ทุกขนส่ง', 'All couriers'],
  courier: ['ขนส่ง', 'Courier'],
  handedOver: ['ส่งแล้ววันนี้', 'Handed over today'],
  waiting: ['รอส่งให้ขนส่ง', 'Awaiting handover'],
  nothing: ['ไม่มีพัสดุรอส่งให้ขนส่ง', 'No parcels awaiting handover'],
  nothingHint: ['พัสดุที่แพ็กแล้วจะขึ้นที่นี่', 'Packed parcels appear here.'],
  justNow: ['ส่งล่าสุด', 'Recently handed over'],
  parcel: ['พัสดุ', 'Parcel'],
  order: ['คำสั่งซื้อ', 'Order'],
  time: ['เวลา', 'Time'],
  undo: ['ยกเลิกการส่งให้ขนส่ง', 'Undo'],
  undoOf: [(parcel: string) => `ยกเลิกการส่งให้ขนส่ง ${parcel}`, (parcel: string) => `Undo handover of ${parcel}`],
  undone: [(parcel: string) => `ยกเลิกการส่ง ${parcel} ให้ขนส่งแล้ว`, (parcel: string) => `Handover of ${parcel} undone`],
  manifest: ['ใบส่งมอบพัสดุ', 'Manifest'],
  manifestOf: [(courier: string) => `ใบส่งมอบพัสดุ ${courier}`, (courier: string) => `Manifest of ${courier}`],
  stillWaiting: [(n: number) => `รอส่งให้ขนส่ง ${count(n)} ชิ้น`, (n: number) => `${count(n)} awaiting handover`],
  withoutNumber: [
    (n: string) => `แพ็กแล้วแต่ยังไม่มีเลขพัสดุ ${n} คำสั่งซื้อ`,
    (n: string) =>
      n === '1' ? '1 packed order without a tracking number' : `${n} packed orders without a tracking number`,
  ],
  show: ['ดูรายการ', 'View'],
  addNumbers: ['ใส่เลขพัสดุ', 'Add tracking numbers'],
  more: [(n: number) => `และอีก ${count(n)} ชิ้น`, (n: number) => `and ${count(n)} more`],
});
