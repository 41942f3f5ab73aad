import type { Id } from '../ids.ts';
import { catalogue, computed } from './catalogue.ts';

/** What a check of the database or of a copy finds. */
export const checks = catalogue({
  row_refers_to_missing_row: {
    en: 'Row {row} of {table} refers to a missing row of {parent}',
    th: 'แถว {row} ของ {table} อ้างถึงแถวที่ไม่มีใน {parent}',
  },
  rows_refer_to_missing_rows: { en: 'A row refers to a missing row', th: 'มีข้อมูลที่อ้างถึงรายการซึ่งไม่มีอยู่' },
  row_count_differs: {
    en: '{table} has {found, number} rows instead of {expected, number}',
    th: 'ตาราง {table} มี {found, number} แถว ควรมี {expected, number} แถว',
  },
  stock_differs_from_ledger: {
    en: 'Stock differs from its ledger. Run "raan stock repair".',
    th: 'สต็อกไม่ตรงกับรายการเคลื่อนไหว ให้ผู้ดูแลระบบใช้คำสั่ง raan stock repair',
  },
  variant_stock_differs_from_ledger: {
    en: 'The stock of variant {variant} in warehouse {warehouse} differs from its ledger. Run "raan stock repair".',
    th: 'สต็อกของสินค้า #{variant} ในคลัง {warehouse} ไม่ตรงกับรายการเคลื่อนไหว ให้ใช้คำสั่ง raan stock repair',
  },
  ledger_has_gaps: { en: 'The ledger has entries that follow no other', th: 'มีรายการเคลื่อนไหวที่ขาดการเชื่อมต่อกับรายการอื่น' },
  variant_ledger_has_gaps: {
    en: 'The ledger of variant {variant} in warehouse {warehouse} has entries that follow no other. Restore the last sound backup.',
    th: 'รายการเคลื่อนไหวของสินค้า #{variant} ในคลัง {warehouse} ขาดการเชื่อมต่อกัน กรุณากู้คืนไฟล์สำรองล่าสุดที่สมบูรณ์',
  },
  order_listed_in_wrong_stage: {
    en: 'Order {order} is listed as {listed}, but is {actual}',
    th: 'คำสั่งซื้อ {order} อยู่ในรายการ {listed} แต่ควรเป็น {actual}',
  },
  order_goods_back_wrong: computed<{ order: Id; listed: boolean }>({
    en: ({ order, listed }) =>
      listed
        ? `Order ${order} is listed with goods to take back, but has none`
        : `Order ${order} has goods to take back, but is listed without`,
    th: ({ order }) => `คำสั่งซื้อ ${order} แสดงสินค้าที่ต้องรับคืนไม่ตรง`,
  }),
  orders_not_searchable: {
    en: 'The search index lacks {orders, number} orders, the first of them {first}',
    th: 'ค้นหาคำสั่งซื้อไม่พบ {orders, number} รายการ รายการแรกคือ {first}',
  },
  changes_missing: {
    en: 'Some of the changes that apps of store {store} are sent are missing',
    th: 'รายการเปลี่ยนแปลงที่ต้องส่งให้แอปของร้าน {store} หายไปบางส่วน',
  },
  app_ahead_of_changes: {
    en: 'App {app} was sent changes that do not exist',
    th: 'แอป {app} ได้รับรายการเปลี่ยนแปลงที่ไม่มีอยู่',
  },
});
