import type { PackItem } from '../../../domain/orders/packing.ts';
import type { AbsentQty } from '../../../domain/orders/packing-rows.ts';
import { count } from '../../../lib/number-format.ts';
import { afterThai } from '../../../lib/text.ts';
import { bilingual } from '../../bilingual.ts';

const bundlesText = (bundles: PackItem['bundles']): string =>
  bundles.map(({ name, qty }) => `${name} (${count(qty)})`).join(', ');

export const packingTexts = bilingual({
  station: ['แพ็กสินค้า', 'Packing'],
  orderCode: ['เลขพัสดุหรือเลขคำสั่งซื้อ', 'Tracking or order number'],
  orders: ['คำสั่งซื้อ', 'Orders'],
  open: ['เปิด', 'Open'],
  unknown: [(code: string) => `ไม่พบคำสั่งซื้อ ${code}`, (code: string) => `Order ${code} not found`],
  pack: [(number: number) => `แพ็ก #${number}`, (number: number) => `Pack #${number}`],
  order: [(number: number) => `คำสั่งซื้อ #${number}`, (number: number) => `Order #${number}`],
  scan: ['สแกนหรือพิมพ์บาร์โค้ด/SKU', 'Scan or type a barcode or SKU'],
  qtyHint: ['หลายชิ้น: พิมพ์จำนวนหน้ารหัส เช่น 3*SKU', 'Several units: type the quantity first, such as 3*SKU'],
  progress: [
    (done: number, wanted: number) => `ใส่แล้ว ${done} จาก ${wanted} ชิ้น`,
    (done: number, wanted: number) => `${done} of ${wanted} packed`,
  ],
  addItem: ['ใส่กล่อง', 'Add'],
  takeOut: [(name: string) => `−1 ${name}`, (name: string) => `−1 ${name}`],
  all: ['ครบ', 'All'],
  addAll: [
    (pieces: number, name: string) => `ครบ: +${count(pieces)} ${name}`,
    (pieces: number, name: string) => `All: +${count(pieces)} ${name}`,
  ],
  addOne: [(name: string) => `+1 ${name}`, (name: string) => `+1 ${name}`],
  notReady: ['อย่าเพิ่งแพ็ก: รอชำระเงิน', 'On hold: awaiting payment'],
  notReadyAddress: ['อย่าเพิ่งแพ็ก: ที่อยู่ไม่ครบ', 'On hold: incomplete address'],
  notReadyRefunded: ['อย่าเพิ่งแพ็ก: คืนเงินครบแล้ว', 'On hold: fully refunded'],
  done: ['ครบทุกชิ้นแล้ว', 'Order packed'],
  donePart: ['แพ็กของที่มีแล้ว', 'Packed without the missing items'],
  packedBy: [
    (time: string, name: string) => `แพ็กแล้ว ${time} โดย${afterThai(name)}`,
    (time: string, name: string) => `Packed ${time} by ${name}`,
  ],
  packAgain: ['แพ็กใหม่', 'Pack again'],
  againHint: ['นับทุกชิ้นใหม่ตั้งแต่ต้น', 'All units are scanned again, from the first.'],
  confirmAgain: ['เริ่มนับใหม่', 'Start over'],
  printing: ['กำลังเปิดใบปะหน้า', 'Opening label…'],
  printed: ['พิมพ์ใบปะหน้าได้เลย', 'Label ready to print'],
  printLabel: ['พิมพ์ใบปะหน้า', 'Print label'],
  noLabel: ['ยังไม่มีเลขพัสดุ', 'No tracking number yet'],
  withoutParcel: [
    (pieces: number) => `แพ็กแล้ว ${pieces} ชิ้น ยังไม่อยู่ในพัสดุใด`,
    (pieces: number) => `${pieces} ${pieces === 1 ? 'unit' : 'units'} packed, not in a parcel yet`,
  ],
  withoutParcelHint: ['ใส่เลขพัสดุอีกเลขสำหรับของเหล่านี้', 'Add another tracking number for them.'],
  requestNumber: ['ขอเลขพัสดุ', 'Request tracking number'],
  addressLabel: ['ใบจ่าหน้า (ยังไม่มีเลขพัสดุ)', 'Address label (no tracking number)'],
  packingSlip: ['ใบแพ็กสินค้า', 'Packing slip'],
  packingSlipA6: ['ใบแพ็กสินค้า A6', 'Packing slip, A6'],
  trackingNumber: ['เลขพัสดุ', 'Tracking number'],
  numberOrNext: [
    'สแกนเลขพัสดุ หรือสแกนคำสั่งซื้อถัดไปเพื่อแพ็กต่อ',
    'Scan the tracking number, or the next order to continue without it.',
  ],
  addNumber: ['ใส่เลขพัสดุ', 'Add number'],
  numberAdded: ['บันทึกเลขพัสดุแล้ว', 'Tracking number added'],
  missing: ['ของขาด', 'Item missing'],
  absent: [
    ({ missing, damaged }: AbsentQty) =>
      [missing > 0 && `ขาด ${missing}`, damaged > 0 && `ชำรุด ${damaged}`].filter(Boolean).join(' · '),
    ({ missing, damaged }: AbsentQty) =>
      [missing > 0 && `${missing} missing`, damaged > 0 && `${damaged} damaged`].filter(Boolean).join(' · '),
  ],
  partOf: [
    (bundles: PackItem['bundles']) => `ในชุด ${bundlesText(bundles)}`,
    (bundles: PackItem['bundles']) => `In bundle: ${bundlesText(bundles)}`,
  ],
  skip: ['ข้าม', 'Skip'],
  packAnyway: ['แพ็กไว้ก่อน', 'Pack anyway'],
  note: ['โน้ตของร้าน', 'Private note'],
  labelNote: ['ข้อความบนใบปะหน้า', 'Label note'],
  overdue: ['เลยกำหนดส่ง', 'Overdue'],
  next: ['แพ็กรายการถัดไป', 'Pack next order'],
  toPack: ['รอแพ็ก เก่าสุดก่อน', 'To pack, oldest first'],
  packingList: ['ดูรายการรอแพ็ก', 'View packing list'],
  onHold: ['ยังแพ็กไม่ได้: รอที่อยู่หรือรอของ', 'On hold: waiting for an address or items'],
  noAddress: ['ที่อยู่ไม่ครบ', 'Incomplete address'],
  allCouriers: ['ทุกขนส่ง', 'All couriers'],
  printWaiting: ['พิมพ์ใบหยิบและใบแพ็กสินค้า', 'Print pick list or packing slips'],
  pickList: ['ใบหยิบสินค้า', 'Pick list'],
  packingSlips: ['ใบแพ็กสินค้า', 'Packing slips'],
  packingSlipsA6: ['ใบแพ็กสินค้า A6', 'Packing slips, A6'],
  nothingToPack: ['ไม่มีคำสั่งซื้อรอแพ็ก', 'No orders to pack'],
  number: ['คำสั่งซื้อ', 'Order'],
  recipient: ['ผู้รับ', 'Recipient'],
  items: ['สินค้า', 'Items'],
  pieces: ['ชิ้น', 'Units'],
  units: [
    (pieces: number) => `${count(pieces)} ชิ้น`,
    (pieces: number) => `${count(pieces)} ${pieces === 1 ? 'unit' : 'units'}`,
  ],
  parcels: [
    (parcels: number) => `พัสดุ ${count(parcels)} ชิ้น`,
    (parcels: number) => `${count(parcels)} ${parcels === 1 ? 'parcel' : 'parcels'}`,
  ],
  courier: ['ขนส่ง', 'Courier'],
  since: ['รอมา', 'Waiting'],
  andMore: [(lines: number) => `และอีก ${lines} รายการ`, (lines: number) => `+ ${lines} more`],
  allPacked: ['ไม่มีสินค้าเหลือให้แพ็ก', 'Nothing left to pack'],
  canceled: ['คำสั่งซื้อนี้ยกเลิกแล้ว ห้ามส่ง', 'This order is canceled. Do not ship it.'],
  expired: ['คำสั่งซื้อนี้หมดเวลาชำระแล้ว ห้ามส่ง', 'This order has expired. Do not ship it.'],
  shipped: [
    (numbers: string) => (numbers === '' ? 'ส่งไปแล้ว' : `ส่งไปแล้ว: ${numbers}`),
    (numbers: string) => (numbers === '' ? 'Already shipped' : `Already shipped: ${numbers}`),
  ],
  addNumbers: ['ใส่เลขพัสดุ', 'Add tracking numbers'],
  restart: ['เริ่มแพ็กใหม่', 'Reset packing'],
});
