import { bilingual } from '../../language.ts';

/** Words of taking goods back. */
export const returnTexts = bilingual({
  title: ['รับคืนจากลูกค้า', 'Goods a customer sends back'],
  find: ['คำสั่งซื้อ', 'Order'],
  findHint: ['เลขที่ ชื่อ เบอร์โทร หรือเลขพัสดุ', 'Number, name, telephone or tracking number'],
  none: ['ไม่พบคำสั่งซื้อ', 'No such order'],
  start: ['หาคำสั่งซื้อที่ลูกค้าส่งของคืน', 'Find the order whose goods come back'],
  startHint: ['ใส่เลขที่คำสั่งซื้อหรือเลขพัสดุที่ตีกลับ', 'Give its number, or the number of the parcel that came back'],
  nothingLeft: ['คำสั่งซื้อนี้ไม่มีของให้รับคืน', 'Nothing of this order can come back'],
  nothingLeftHint: ['ยังไม่ได้ส่งออก หรือรับคืนครบแล้ว', 'It has not left, or all of it is back'],
  item: ['สินค้า', 'Item'],
  shipped: ['ส่งแล้ว', 'Shipped'],
  returned: ['คืนแล้ว', 'Returned'],
  back: ['รับคืนครั้งนี้', 'Comes back now'],
  backOf: [(name: string) => `${name}: รับคืนครั้งนี้`, (name: string) => `${name}: comes back now`],
  into: ['เข้าคลัง', 'Into'],
  whereItLeft: ['คลังเดิมที่ส่งออก', 'Where each piece left'],
  submit: ['รับคืนเข้าสต็อก', 'Take back'],
  done: ['รับคืนเข้าสต็อกแล้ว', 'Taken back'],
  nothing: ['ใส่จำนวนที่รับคืนอย่างน้อยหนึ่งรายการ', 'Give how many come back of at least one line'],
  customer: ['ลูกค้า', 'Customer'],
});
