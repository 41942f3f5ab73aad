import type { Id } from '../ids.ts';
import { count } from '../number-format.ts';
import { catalogue } from './catalogue.ts';

/** What a check of the database or of a copy finds. */
export const checks = catalogue({
  row_refers_to_missing_row: {
    en: ({ table, row, parent }: { table: string; row: number | null; parent: string }) =>
      `Row ${row} of ${table} refers to a missing row of ${parent}`,
    th: ({ table, row, parent }) => `แถว ${row} ของ ${table} อ้างถึงแถวที่ไม่มีใน ${parent}`,
  },
  rows_refer_to_missing_rows: { en: 'A row refers to a missing row', th: 'มีข้อมูลที่อ้างถึงรายการซึ่งไม่มีอยู่' },
  row_count_differs: {
    en: ({ table, found, expected }: { table: string; found: number; expected: number }) =>
      `${table} has ${count(found)} rows instead of ${count(expected)}`,
    th: ({ table, found, expected }) => `ตาราง ${table} มี ${count(found)} แถว ควรมี ${count(expected)} แถว`,
  },
  stock_differs_from_ledger: {
    en: 'Stock differs from its ledger. Run "raan stock repair".',
    th: 'สต็อกไม่ตรงกับรายการเคลื่อนไหว ให้ผู้ดูแลระบบใช้คำสั่ง raan stock repair',
  },
  variant_stock_differs_from_ledger: {
    en: ({ variant, warehouse }: { variant: Id; warehouse: Id }) =>
      `The stock of variant ${variant} in warehouse ${warehouse} differs from its ledger. Run "raan stock repair".`,
    th: ({ variant, warehouse }) =>
      `สต็อกของสินค้า #${variant} ในคลัง ${warehouse} ไม่ตรงกับรายการเคลื่อนไหว ให้ใช้คำสั่ง raan stock repair`,
  },
  ledger_has_gaps: { en: 'The ledger has entries that follow no other', th: 'มีรายการเคลื่อนไหวที่ขาดการเชื่อมต่อกับรายการอื่น' },
  variant_ledger_has_gaps: {
    en: ({ variant, warehouse }: { variant: Id; warehouse: Id }) =>
      `The ledger of variant ${variant} in warehouse ${warehouse} has entries that follow no other. Restore the last sound backup.`,
    th: ({ variant, warehouse }) =>
      `รายการเคลื่อนไหวของสินค้า #${variant} ในคลัง ${warehouse} ขาดการเชื่อมต่อกัน กรุณากู้คืนไฟล์สำรองล่าสุดที่สมบูรณ์`,
  },
  order_listed_in_wrong_stage: {
    en: ({ order, listed, actual }: { order: Id; listed: string; actual: string }) =>
      `Order ${order} is listed as ${listed}, but is ${actual}`,
    th: ({ order, listed, actual }) => `คำสั่งซื้อ ${order} อยู่ในรายการ ${listed} แต่ควรเป็น ${actual}`,
  },
  order_goods_back_wrong: {
    en: ({ order, listed }: { order: Id; listed: boolean }) =>
      listed
        ? `Order ${order} is listed with goods to take back, but has none`
        : `Order ${order} has goods to take back, but is listed without`,
    th: ({ order }) => `คำสั่งซื้อ ${order} แสดงสินค้าที่ต้องรับคืนไม่ตรง`,
  },
  orders_not_searchable: {
    en: ({ orders, first }: { orders: number; first: Id }) =>
      `The search index lacks ${count(orders)} orders, the first of them ${first}`,
    th: ({ orders, first }) => `ค้นหาคำสั่งซื้อไม่พบ ${count(orders)} รายการ รายการแรกคือ ${first}`,
  },
  changes_missing: {
    en: ({ store }: { store: Id }) => `Some of the changes that apps of store ${store} are sent are missing`,
    th: ({ store }) => `รายการเปลี่ยนแปลงที่ต้องส่งให้แอปของร้าน ${store} หายไปบางส่วน`,
  },
  app_ahead_of_changes: {
    en: ({ app }: { app: Id }) => `App ${app} was sent changes that do not exist`,
    th: ({ app }) => `แอป ${app} ได้รับรายการเปลี่ยนแปลงที่ไม่มีอยู่`,
  },
});
