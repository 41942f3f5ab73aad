import { bilingual } from '../bilingual.ts';

const enumerated = (words: readonly string[]): string =>
  words.map((word, i) => (i === 0 ? word : word.toLowerCase())).join(', ');

export const searchTexts = bilingual({
  title: ['ค้นหา', 'Search'],
  label: ['ค้นหาทั้งร้าน', 'Search the store'],
  hint: [
    (kinds: readonly string[]) => `${[...kinds, 'เมนู'].join(' ')} หรือทางลัด`,
    (kinds: readonly string[]) => `${enumerated([...kinds, 'Pages'])} or commands`,
  ],
  results: ['ผลการค้นหา', 'Results'],
  none: [(text: string) => `ไม่พบ “${text}”`, (text: string) => `No results for “${text}”`],
  noneHint: [
    'ลองเลขคำสั่งซื้อ เบอร์โทร เลขพัสดุ SKU หรือบางส่วนของชื่อ',
    'Try an order number, a phone number, a tracking number, a SKU or part of a name.',
  ],
  noneHintWithoutPersons: [
    'ลองเลขคำสั่งซื้อ เลขพัสดุ หรือ SKU บทบาทของคุณค้นด้วยชื่อลูกค้าหรือเบอร์โทรไม่ได้',
    'Try an order number, a tracking number or a SKU. Your role cannot search by a customer’s name or phone number.',
  ],
  close: ['ปิด', 'Close'],

  commands: ['คำสั่งและเมนู', 'Commands and pages'],
  orders: ['คำสั่งซื้อ', 'Orders'],
  recentOrders: ['คำสั่งซื้อล่าสุด', 'Recent orders'],
  products: ['สินค้า', 'Products'],
  customers: ['ลูกค้า', 'Customers'],
  partners: ['คู่ค้า', 'Partners'],
  allOrders: ['ดูคำสั่งซื้อทั้งหมดที่ตรงกัน', 'View all matching orders'],
  allProducts: ['ดูสินค้าทั้งหมดที่ตรงกัน', 'View all matching products'],
  allCustomers: ['ดูลูกค้าทั้งหมดที่ตรงกัน', 'View all matching customers'],
  app: ['แอป', 'App'],
  channel: ['การเชื่อมต่อ', 'API channel'],

  shortcuts: ['คีย์ลัด', 'Keyboard shortcuts'],
  shortcutsHint: [
    'ใช้ไม่ได้ขณะพิมพ์ในช่อง ยกเว้น Ctrl K',
    'Except for Ctrl K, shortcuts do not work while you type in a field.',
  ],
  key: ['ปุ่ม', 'Key'],
  action: ['การทำงาน', 'Action'],
  openSearch: ['ค้นหาและเลือกคำสั่ง (บน Mac กด ⌘ K)', 'Search and choose commands (⌘ K on a Mac)'],
  focusSearch: ['ไปที่ช่องค้นหาของหน้านี้', 'Go to the search field of the page'],
  createNew: [
    'สร้างรายการใหม่ตามหน้าที่เปิดอยู่: คำสั่งซื้อ สินค้า การรับสินค้าเข้า การเชื่อมต่อ แอป ขนส่ง ที่อยู่ บัญชี หรือบทบาท',
    'Create what the page lists: an order, product, stock receipt, API channel, app, courier, address, account or role',
  ],
  moveRows: [
    'เลื่อนไปแถวถัดไปหรือแถวก่อนหน้าของรายการ แล้วกด Enter เพื่อเปิด',
    'Move to the next or previous row of a list, then press Enter to open it',
  ],
  selectRow: [
    'เลือกแถว ถ้าจะเลือกหลายแถวติดกัน กด Shift ค้างไว้แล้วคลิกช่องของแถวสุดท้าย',
    'Select the row. To select several, hold Shift and click the checkbox of the last one.',
  ],
  showShortcuts: ['แสดงคีย์ลัด', 'Show keyboard shortcuts'],
  choose: ['เลือกผลการค้นหา แล้วกด Enter', 'Choose a result, then press Enter'],
  leave: ['ปิดหน้าต่างค้นหา', 'Close the search'],
});
