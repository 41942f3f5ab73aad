import { count } from '../../lib/number-format.ts';
import { bilingual } from '../bilingual.ts';

export const todayTexts = bilingual({
  today: ['วันนี้', 'Today'],
  newOrder: ['สร้างคำสั่งซื้อ', 'Create order'],

  toDo: ['สิ่งที่ต้องทำ', 'To do'],
  toHandOver: ['รอส่งให้ขนส่ง', 'Awaiting handover'],
  late: ['เลยกำหนดส่ง', 'Overdue'],
  requestsFailed: ['ขอเลขพัสดุไม่สำเร็จ', 'Tracking number request failed'],
  lowStock: ['สินค้าใกล้หมด', 'Low stock'],
  webhooksFailing: ['ส่งข้อมูลให้แอปไม่สำเร็จ', 'App not receiving updates'],
  poolsLow: ['เลขพัสดุใกล้หมด', 'Low on tracking numbers'],
  backupsBehind: ['สำรองข้อมูลไม่สำเร็จ', 'Backups failing'],
  nothingToDo: ['ไม่มีงานค้าง', 'Nothing to do'],
  noneOfRest: ['ไม่มีงานอื่นค้าง', 'No other tasks'],

  sales: ['ยอดขาย 30 วัน', 'Sales, last 30 days'],
  salesMeaning: [
    'นับทุกคำสั่งซื้อตามวันที่สั่งซื้อ ทั้งที่ชำระแล้วและยังไม่ชำระ ยกเว้นที่ยกเลิกหรือหมดเวลา รวมค่าส่งและหักส่วนลดแล้ว',
    'Includes paid and unpaid orders by order date, with fees and discounts. Canceled and expired orders are excluded.',
  ],
  reports: ['ดูรายงาน', 'View reports'],
  thisDay: ['วันนี้', 'Today'],
  dayBefore: ['เมื่อวาน', 'Yesterday'],
  days30: ['30 วัน', '30 days'],
  inBaht: ['ยอดขาย (บาท)', 'Sales (baht)'],
  inOrders: ['จำนวนคำสั่งซื้อ', 'Orders'],
  highest: [(text: string) => `สูงสุด ${text}`, (text: string) => `Highest ${text}`],
  asTable: ['ดูเป็นตาราง', 'View as table'],
  day: ['วัน', 'Day'],
  orders: [(n: number) => `${count(n)} คำสั่งซื้อ`, (n: number) => (n === 1 ? '1 order' : `${count(n)} orders`)],
  chartOf: [
    (from: string, to: string) => `กราฟแท่งรายวัน ตั้งแต่ ${from} ถึง ${to} ตัวเลขอยู่ในตารางด้านล่าง`,
    (from: string, to: string) => `Bar chart by day from ${from} to ${to}. The table below has the numbers.`,
  ],

  bestSellers: ['ขายดีใน 30 วัน', 'Best sellers, last 30 days'],
  noSales: ['ยังไม่มียอดขายใน 30 วันที่ผ่านมา', 'No sales in the last 30 days'],
  pieces: [(n: number) => `${count(n)} ชิ้น`, (n: number) => (n === 1 ? '1 unit' : `${count(n)} units`)],

  cod: ['เก็บเงินปลายทาง (COD)', 'Cash on delivery (COD)'],
  parcels: [(n: number) => `พัสดุ ${count(n)} ชิ้น`, (n: number) => (n === 1 ? '1 parcel' : `${count(n)} parcels`)],

  stockValue: ['มูลค่าสต็อกตามต้นทุน', 'Stock value at cost'],
  valueByItem: ['ดูตามสินค้าและวันที่', 'By item and date'],
  beyond: ['เกินกว่าที่แสดงได้', 'Too large to show'],
  withoutCost: [
    (variants: number, pieces: number) => `ในจำนวนนี้ ${count(variants)} รายการ (${count(pieces)} ชิ้น) ยังไม่ได้ใส่ต้นทุน`,
    (variants: number, pieces: number) =>
      `${variants === 1 ? '1 variant has' : `${count(variants)} variants have`} no cost (${pieces === 1 ? '1 unit' : `${count(pieces)} units`})`,
  ],
  available: ['พร้อมขาย', 'Available'],
  threshold: ['เตือนเมื่อเหลือไม่เกิน', 'Alert at'],
  allLow: [(n: number) => `ดูทั้งหมด ${count(n)} รายการ`, (n: number) => `View all ${count(n)}`],

  startTitle: ['เริ่มต้นใช้งานร้าน', 'Set up your store'],
  stillToSetUp: ['ยังไม่ได้ตั้งค่า', 'Not set up yet'],
  startProducts: ['เพิ่มสินค้า', 'Add products'],
  startProductsHint: [
    'ใส่ชื่อ ราคา และสต็อก ทีละรายการหรือนำเข้าจากไฟล์ Excel หรือ CSV',
    'Enter titles, prices and stock one by one, or import an Excel or CSV file.',
  ],
  importProducts: ['นำเข้าจากไฟล์', 'Import a file'],
  startSender: ['กรอกที่อยู่ผู้ส่งให้ครบ', 'Complete the sender address'],
  startSenderHint: ['พิมพ์เป็นผู้ส่งบนใบปะหน้า', 'It is printed as the sender on labels.'],
  openSender: ['ไปที่ที่อยู่ผู้ส่ง', 'Edit sender address'],
  startPayments: ['ตั้งค่ารับชำระเงิน', 'Set up payments'],
  startPaymentsHint: [
    'ใส่พร้อมเพย์หรือบัญชีธนาคาร ลูกค้าจะเห็นในลิงก์ชำระเงิน',
    'Add PromptPay or a bank account. Customers see it on their payment link.',
  ],
  setPromptpay: ['ใส่พร้อมเพย์', 'Add PromptPay'],
  addBankAccount: ['เพิ่มบัญชีธนาคาร', 'Add bank account'],
  startCourier: ['ตั้งค่าขนส่ง', 'Set up a courier'],
  startCourierHint: [
    'ใส่ชุดเลขพัสดุ หรือเชื่อมต่อขนส่ง แล้วขอเลขพัสดุจากหน้าคำสั่งซื้อได้เลย',
    'Add tracking numbers or connect a courier, then request tracking numbers on the order page.',
  ],
  openCouriers: ['ไปที่ตั้งค่าขนส่ง', 'View couriers'],
  startWebAddress: ['ตั้งที่อยู่เว็บของร้าน', 'Set the web address of the store'],
  startWebAddressHint: [
    'ลูกค้าจะเปิดลิงก์ชำระเงินได้ และขนส่งกับคู่ค้าจะส่งข้อมูลเข้ามาได้',
    'Customers can then open payment links, and couriers and partners can reach the store.',
  ],
  openWebAddress: ['ดูวิธีตั้งที่อยู่เว็บ', 'Learn how'],
  startBackups: ['สำรองข้อมูล', 'Schedule backups'],
  startBackupsHint: [
    'สำรองข้อมูลอัตโนมัติทุกวัน เผื่อเครื่องเสียหรือข้อมูลหาย',
    'Back up every day, in case the server or its data is lost.',
  ],
  openBackups: ['ตั้งเวลาสำรองข้อมูล', 'Set up backups'],
  startPartner: ['เชื่อมต่อคู่ค้า', 'Connect a partner'],
  startPartnerHint: [
    'เพิ่มการเชื่อมต่อให้คู่ค้า เช่น เซลเพจ แชตบอต เว็บไซต์ แล้วคำสั่งซื้อจะเข้ามาอัตโนมัติ',
    'Add an API channel for a partner, such as a sales page, chatbot or website. Its orders arrive automatically.',
  ],
  openPartners: ['ไปที่คู่ค้า', 'View partners'],
  startOrder: ['สร้างคำสั่งซื้อแรก', 'Create your first order'],
  startOrderHint: [
    'คีย์คำสั่งซื้อจากแชตหรือหน้าร้าน แล้วพิมพ์ใบปะหน้าได้เลย',
    'Enter an order from a chat or the counter and print its label.',
  ],
  done: ['เสร็จแล้ว', 'Done'],
});
