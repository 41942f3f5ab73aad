import { bilingual } from '../bilingual.ts';

export const searchTexts = bilingual({
  title: ['ค้นหา', 'Search'],
  label: ['ค้นหาทั้งร้าน', 'Search the store'],
  hint: ['คำสั่งซื้อ สินค้า ลูกค้า คู่ค้า เมนู หรือคำสั่ง', 'Orders, products, customers, partners, pages or commands'],
  results: ['ผลการค้นหา', 'Results'],
  none: [(text: string) => `ไม่พบ “${text}”`, (text: string) => `No results for “${text}”`],
  noneHint: [
    'ลองเลขคำสั่งซื้อ เบอร์โทร เลขพัสดุ SKU หรือบางส่วนของชื่อ',
    'Try an order number, a phone number, a tracking number, a SKU or a part of a name.',
  ],
  close: ['ปิด', 'Close'],

  commands: ['คำสั่งและเมนู', 'Commands and pages'],
  orders: ['คำสั่งซื้อ', 'Orders'],
  products: ['สินค้า', 'Products'],
  customers: ['ลูกค้า', 'Customers'],
  partners: ['คู่ค้า', 'Partners'],
  allOrders: ['ดูคำสั่งซื้อทั้งหมดที่ตรงกัน', 'All matching orders'],
  allProducts: ['ดูสินค้าทั้งหมดที่ตรงกัน', 'All matching products'],
  allCustomers: ['ดูลูกค้าทั้งหมดที่ตรงกัน', 'All matching customers'],
  app: ['แอป', 'App'],
  channel: ['ช่องทาง', 'Channel'],

  shortcuts: ['แป้นลัด', 'Keyboard shortcuts'],
  shortcutsHint: ['ใช้ไม่ได้ขณะพิมพ์ในช่อง ยกเว้น Ctrl K', 'Except for Ctrl K, they do not work while you type in a field.'],
  key: ['แป้น', 'Key'],
  action: ['ทำอะไร', 'Action'],
  openSearch: ['ค้นหาและเลือกคำสั่ง (บน Mac กด ⌘ K)', 'Search and choose commands (⌘ K on a Mac)'],
  focusSearch: ['ไปที่ช่องค้นหาของหน้านี้', 'Go to the search field of the page'],
  createNew: ['สร้างรายการใหม่ของหน้านี้', 'Create a new order, product or channel'],
  showShortcuts: ['แสดงแป้นลัด', 'Show keyboard shortcuts'],
  choose: ['เลือกผลการค้นหา แล้วกด Enter', 'Choose a result, then press Enter'],
  leave: ['ปิดหน้าต่างค้นหา', 'Close the search'],
});
