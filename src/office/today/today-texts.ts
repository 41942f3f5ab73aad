import { bilingual } from '../language.ts';
import { count } from '../page/format.ts';

export const texts = bilingual({
  today: ['วันนี้', 'Today'],
  newOrder: ['สร้างคำสั่งซื้อ', 'New order'],

  toDo: ['สิ่งที่ต้องทำ', 'To do'],
  late: ['เลยกำหนดส่ง', 'Past ship deadline'],
  lowStock: ['สินค้าใกล้หมด', 'Low stock'],
  webhooksFailing: ['ส่งเว็บฮุกไม่สำเร็จ', 'Webhooks failing'],
  poolsLow: ['เลขพัสดุใกล้หมด', 'Tracking numbers low'],
  backupsBehind: ['สำรองข้อมูลไม่สำเร็จ', 'Backups failing'],
  nothing: ['ไม่มี', 'None'],

  sales: ['ยอดขาย 30 วัน', 'Sales of 30 days'],
  salesMeaning: [
    'นับทุกคำสั่งซื้อที่ไม่ถูกยกเลิกหรือหมดอายุ ทั้งที่จ่ายแล้วและยังไม่จ่าย ตามวันที่เข้ามา รวมค่าส่งและส่วนลด',
    'Every order that is neither canceled nor expired, paid or not, on the day it came in, with its fees and discount',
  ],
  thisDay: ['วันนี้', 'Today'],
  dayBefore: ['เมื่อวาน', 'Yesterday'],
  days30: ['30 วัน', '30 days'],
  inBaht: ['ยอดขาย (บาท)', 'Sales (baht)'],
  inOrders: ['จำนวนคำสั่งซื้อ', 'Orders'],
  highest: [(text: string) => `สูงสุด ${text}`, (text: string) => `Highest ${text}`],
  asTable: ['ดูเป็นตาราง', 'As a table'],
  day: ['วัน', 'Day'],
  orders: [(n: number) => `${count(n)} คำสั่งซื้อ`, (n: number) => (n === 1 ? '1 order' : `${count(n)} orders`)],
  chartOf: [
    (from: string, to: string) => `กราฟแท่งรายวัน ตั้งแต่ ${from} ถึง ${to} ตัวเลขอยู่ในตารางด้านล่าง`,
    (from: string, to: string) => `A bar a day from ${from} to ${to}; the table below has the numbers`,
  ],

  bestSellers: ['ขายดีใน 30 วัน', 'Best sellers of 30 days'],
  noSales: ['ยังไม่มีการขายใน 30 วันที่ผ่านมา', 'Nothing was sold in the last 30 days'],
  product: ['สินค้า', 'Product'],
  pieces: [(n: number) => `${count(n)} ชิ้น`, (n: number) => (n === 1 ? '1 piece' : `${count(n)} pieces`)],

  cod: ['เก็บเงินปลายทาง (COD)', 'Cash on delivery (COD)'],
  parcels: [(n: number) => `${count(n)} พัสดุ`, (n: number) => (n === 1 ? '1 parcel' : `${count(n)} parcels`)],

  stockValue: ['มูลค่าสต็อกตามทุน', 'Stock at cost'],
  beyond: ['เกินกว่าที่แสดงได้', 'More than can be shown'],
  withoutCost: [
    (variants: number, pieces: number) => `อีก ${count(variants)} รายการ (${count(pieces)} ชิ้น) ยังไม่ได้ใส่ต้นทุน`,
    (variants: number, pieces: number) =>
      `${variants === 1 ? '1 more variant' : `${count(variants)} more variants`} (${count(pieces)} pieces) without a cost`,
  ],
  available: ['พร้อมขาย', 'Available'],
  threshold: ['เตือนที่', 'Warns at'],
  allLow: [(n: number) => `ดูทั้งหมด ${count(n)} รายการ`, (n: number) => `All ${count(n)}`],

  failedOf: [(n: number) => `ส่งไม่สำเร็จ ${count(n)} ครั้งใน 24 ชั่วโมง`, (n: number) => `${count(n)} failed in 24 hours`],
  lastAcknowledged: ['สำเร็จล่าสุด', 'Last delivered'],
  never: ['ยังไม่เคยสำเร็จ', 'None was ever delivered'],
  left: [(n: number) => `เหลือ ${count(n)} เลข`, (n: number) => `${count(n)} left`],
  forCod: ['สำหรับ COD', 'For COD'],

  startTitle: ['เริ่มต้นใช้งานร้าน', 'Getting started'],
  startProducts: ['เพิ่มสินค้า', 'Add products'],
  startProductsWhy: [
    'ใส่ชื่อ ราคา และจำนวนในคลัง ทีละรายการหรือนำเข้าจากไฟล์ CSV',
    'Names, prices and stock: one by one, or all at once from a CSV file',
  ],
  importProducts: ['นำเข้าจาก CSV', 'Import from CSV'],
  startPartner: ['เชื่อมต่อเซลเพจหรือแชตบอต', 'Connect a sale page or chat bot'],
  startPartnerWhy: [
    'ออกรหัสให้คู่ค้าเพื่อให้คำสั่งซื้อเข้ามาเอง',
    'Give a partner credentials, and its orders come in by themselves',
  ],
  openPartners: ['ไปที่คู่ค้า', 'Open partners'],
  startOrder: ['สร้างคำสั่งซื้อแรก', 'Create the first order'],
  startOrderWhy: [
    'คีย์คำสั่งซื้อจากแชตหรือหน้าร้าน แล้วพิมพ์ใบปะหน้าส่งได้เลย',
    'Key in an order from a chat or the counter, and print its label',
  ],
  done: ['เสร็จแล้ว', 'Done'],
});
