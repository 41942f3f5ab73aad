import { bilingual } from '../../language.ts';

export const returnTexts = bilingual({
  title: ['รับคืนจากลูกค้า', 'Customer returns'],
  order: ['คำสั่งซื้อ', 'Order'],
  searchHint: ['เลขที่ ชื่อ เบอร์โทร หรือเลขพัสดุ', 'Number, name, phone or tracking number'],
  noOrder: ['ไม่พบคำสั่งซื้อ', 'No order found'],
  start: ['ค้นหาคำสั่งซื้อที่ลูกค้าส่งคืน', 'Find the order to return'],
  startHint: ['ใส่เลขคำสั่งซื้อหรือเลขพัสดุที่ตีกลับ', 'Enter the order number or the tracking number of the returned parcel.'],
  nothingLeft: ['ไม่มีสินค้าให้รับคืน', 'Nothing to return'],
  nothingLeftHint: ['คำสั่งซื้อยังไม่ได้ส่ง หรือรับคืนครบแล้ว', 'The order has not shipped, or everything is already returned.'],
  item: ['สินค้า', 'Item'],
  shipped: ['ส่งแล้ว', 'Shipped'],
  returned: ['รับคืนแล้ว', 'Returned'],
  returnNow: ['รับคืนครั้งนี้', 'Return now'],
  returnNowOf: [(name: string) => `${name}: รับคืนครั้งนี้`, (name: string) => `${name}: return now`],
  into: ['เข้าคลัง', 'To warehouse'],
  sameWarehouse: ['คลังเดิมที่ส่งออก', 'The warehouse it shipped from'],
  submit: ['รับคืนเข้าสต็อก', 'Return to stock'],
  done: ['รับคืนเข้าสต็อกแล้ว', 'Returned to stock'],
  noQty: ['ใส่จำนวนที่รับคืนอย่างน้อย 1 รายการ', 'Enter a quantity for at least one item'],
  customer: ['ลูกค้า', 'Customer'],
});
