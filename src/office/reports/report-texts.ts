import { bilingual } from '../bilingual.ts';

export const reportTexts = bilingual({
  title: ['รายงาน', 'Reports'],
  csv: ['รายงานยอดขาย', 'sales'],
  units: ['ช่วงเวลา', 'Period'],
  day: ['รายวัน', 'By day'],
  week: ['รายสัปดาห์', 'By week'],
  month: ['รายเดือน', 'By month'],
  figures: ['ตัวเลข', 'Metric'],
  amount: ['ยอดขาย', 'Sales'],
  orders: ['คำสั่งซื้อ', 'Orders'],
  average: ['เฉลี่ยต่อคำสั่งซื้อ', 'Average order value'],
  period: ['ช่วง', 'Period'],
  previousPeriod: ['ช่วงก่อนหน้า', 'Previous period'],
  previousStart: ['ช่วงก่อนหน้าเริ่ม', 'Previous period starts'],
  previousAmount: ['ยอดขายช่วงก่อน', 'Previous sales'],
  previousOrders: ['คำสั่งซื้อช่วงก่อน', 'Previous orders'],
  previousAverage: ['เฉลี่ยช่วงก่อน', 'Previous average order value'],
  total: ['รวม', 'Total'],
  weekOf: [(day: string) => `สัปดาห์ ${day}`, (day: string) => `Week of ${day}`],
  summary: [
    (name: string, now: string, before: string) => `${name} ${now} ช่วงก่อนหน้า ${before}`,
    (name: string, now: string, before: string) => `${name} ${now}, previous period ${before}`,
  ],
  inTable: ['ตัวเลขทั้งหมดอยู่ในตารางด้านล่าง', 'All figures are in the table below.'],
  meaning: [
    'นับทุกคำสั่งซื้อที่ไม่ถูกยกเลิกหรือหมดเวลา ตามวันที่เข้าระบบ ช่วงล่าสุดยังไม่จบจึงนับถึงวันนี้',
    'All orders that are not canceled or expired, by the day received. The latest period is not over and counts up to today.',
  ],
  products: [
    (days: string) => `ขายดีใน ${days} วันล่าสุด`,
    (days: string) => (days === '1' ? 'Best sellers today' : `Best sellers of the last ${days} days`),
  ],
  product: ['สินค้า', 'Product'],
  pieces: ['ชิ้น', 'Items'],
});
