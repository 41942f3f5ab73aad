import { bilingual } from '../../language.ts';

/** Words of the pages that move goods. */
export const goodsTexts = bilingual({
  receive: ['รับของเข้า', 'Receive goods'],
  receiveInto: ['รับเข้าคลัง', 'Into'],
  received: ['รับของเข้าแล้ว', 'Received'],
  purchase: ['ซื้อเข้า', 'Purchase'],
  deposit: ['รับฝาก / เติมของ', 'Deposit or refill'],
  how: ['รับแบบ', 'As'],
  costHint: ['เว้นทุนว่างไว้ = ใช้ทุนเดิมของสินค้า', 'An empty cost is the one known so far'],
  costNeeded: ['ยังไม่เคยมีทุน กรุณาใส่', 'No cost is known yet: give one'],
  costOnlyBought: ['ใส่ทุนได้เมื่อซื้อเข้าเท่านั้น', 'Only a purchase has a cost'],
  writeOff: ['ตัดของออก', 'Write off'],
  from: ['จากคลัง', 'From'],
  became: ['เพราะ', 'Because'],
  damaged: ['ชำรุด', 'Damaged'],
  lost: ['สูญหาย', 'Lost'],
  withdrawn: ['เบิกใช้', 'Withdrawn for use'],
  writtenOff: ['ตัดของออกแล้ว', 'Written off'],
  transfer: ['ย้ายคลัง', 'Transfer'],
  to: ['ไปคลัง', 'To'],
  transferred: ['ย้ายแล้ว', 'Transferred'],
  samePlace: ['เลือกคลังปลายทางที่ต่างจากต้นทาง', 'Choose another warehouse than the first'],
  oneWarehouse: ['มีคลังเดียว ยังย้ายไม่ได้', 'There is one warehouse only'],
  oneWarehouseHint: ['เพิ่มคลังที่สองในหน้าตั้งค่าก่อน', 'Add a second one in the settings first'],
  notFree: [
    (onHand: string, reserved: string) => `มี ${onHand} จองอยู่ ${reserved} จึงไม่พอ`,
    (onHand: string, reserved: string) => `${onHand} on hand, ${reserved} of them reserved: not enough`,
  ],
  note: ['หมายเหตุ', 'Note'],
  noteHint: ['เช่น เลขที่ใบส่งของ', 'Such as the number of the delivery note'],
});
