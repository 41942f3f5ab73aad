import { bilingual } from '../../bilingual.ts';

/** Texts of the forms that receive, write off and transfer stock. */
export const goodsTexts = bilingual({
  receive: ['รับสินค้าเข้า', 'Receive stock'],
  receiveInto: ['รับเข้าคลัง', 'To warehouse'],
  received: ['รับสินค้าเข้าแล้ว', 'Stock received'],
  purchase: ['ซื้อเข้า', 'Purchase'],
  deposit: ['ฝากขาย / เติมสต็อก', 'Consignment or replenishment'],
  receiveKind: ['ประเภท', 'Type'],
  costHint: [
    'ต้นทุนของสินค้าจะถัวเฉลี่ยกับของที่มีอยู่ เว้นว่าง = ใช้ต้นทุนเฉลี่ยเดิม ถ้ายังไม่เคยมี จะบันทึกเป็น 0 และแก้ได้ในหน้าสินค้า',
    'The cost of a product becomes the average of all units. Leave it empty to use the average so far. If there is none, 0 is saved; you can change it on the product page.',
  ],
  writeOff: ['ตัดสต็อกออก', 'Write off stock'],
  from: ['จากคลัง', 'From warehouse'],
  reason: ['เหตุผล', 'Reason'],
  damaged: ['ชำรุด', 'Damaged'],
  lost: ['สูญหาย', 'Lost'],
  withdrawn: ['เบิกใช้', 'Used in store'],
  writtenOff: ['ตัดสต็อกออกแล้ว', 'Stock written off'],
  transfer: ['โอนย้ายสินค้า', 'Transfer stock'],
  to: ['ไปคลัง', 'To warehouse'],
  transferred: ['โอนย้ายสินค้าแล้ว', 'Stock transferred'],
  sameWarehouse: ['เลือกคลังปลายทางที่ต่างจากต้นทาง', 'Choose two different warehouses'],
  oneWarehouse: ['มีคลังเดียว ยังโอนย้ายไม่ได้', 'You have only one warehouse'],
  oneWarehouseHint: ['เพิ่มคลังที่สองก่อน ที่ ตั้งค่า › คลังสินค้า', 'Add a second warehouse in Settings › Warehouses first.'],
  notEnough: [
    (onHand: string, reserved: string) => `ไม่พอ: คงเหลือ ${onHand} จองแล้ว ${reserved}`,
    (onHand: string, reserved: string) => `Not enough: ${onHand} on hand, ${reserved} reserved`,
  ],
  note: ['หมายเหตุ', 'Note'],
  receiveNoteHint: ['เช่น เลขที่ใบส่งของ', 'For example, the delivery note number'],
  writeOffNoteHint: ['เช่น แตกตอนแพ็ก หมดอายุ', 'For example, broken while packing'],
  transferNoteHint: ['เช่น เติมของหน้าร้าน', 'For example, restocking the shop'],
});
