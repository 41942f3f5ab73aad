import type { Id } from '../ids.ts';
import { catalogue, computed } from './catalogue.ts';

/** Errors for the operator about the database: its file, its upgrade, its content. */
export const database = catalogue({
  database_folder_missing: {
    en: 'The database’s folder {folder} does not exist. Create it first.',
    th: 'ไม่มีโฟลเดอร์ฐานข้อมูล {folder} ให้สร้างก่อน',
  },
  database_missing: {
    en: 'There is no database at {file}. Create one with "raan init", "raan load" or "raan serve".',
    th: 'ไม่มีฐานข้อมูลที่ {file} สร้างได้ด้วย raan init, raan load หรือ raan serve',
  },
  database_not_a_file: {
    en: '{file} is not a file. Set another "database" in the config.',
    th: '{file} ไม่ใช่ไฟล์ เปลี่ยน database ในไฟล์ตั้งค่า',
  },
  database_not_writable: {
    en: '{file} cannot be written. Grant this user write permission.',
    th: 'เขียน {file} ไม่ได้ ให้สิทธิ์แก่ผู้ใช้นี้',
  },
  database_disk_read_only: {
    en: '{file} cannot be written because its disk is mounted read-only. Remount it.',
    th: 'เขียน {file} ไม่ได้ เพราะดิสก์อ่านได้อย่างเดียว mount ใหม่',
  },
  database_without_wal: {
    en: 'The file system of {file} does not support SQLite’s write-ahead log. Put the database on a local disk.',
    th: 'ระบบไฟล์ของ {file} ใช้กับ write-ahead log ของ SQLite ไม่ได้ ย้ายฐานข้อมูลไปดิสก์ในเครื่อง',
  },
  database_not_sqlite: {
    en: '{file} is not a SQLite database. Set another "database" in the config.',
    th: '{file} ไม่ใช่ฐานข้อมูล SQLite เปลี่ยน database ในไฟล์ตั้งค่า',
  },
  database_locked: {
    en: '{file} is locked by another program. Try again when it is done.',
    th: 'มีโปรแกรมอื่นล็อก {file} อยู่ ลองใหม่เมื่อโปรแกรมนั้นเสร็จ',
  },
  database_disk_full: {
    en: '{file} cannot be opened: {why}. Free space on its disk.',
    th: 'เปิด {file} ไม่ได้: {why} เพิ่มที่ว่างในดิสก์',
  },
  database_cannot_be_opened: {
    en: '{file} cannot be opened: {why}. Check the system log for disk errors.',
    th: 'เปิด {file} ไม่ได้: {why} ดูปัญหาของดิสก์ในบันทึกของระบบ',
  },
  database_already_served: {
    en: 'Another raan already serves {file}. Stop it first or set another "database" in the config.',
    th: 'มี raan อีกตัวใช้ {file} อยู่ ให้หยุดก่อน หรือเปลี่ยน database ในไฟล์ตั้งค่า',
  },
  serving_lock_lost: {
    en: 'The lock file of {file} was deleted, and the lock cannot be recreated, so the service has stopped. {why, sentences}',
    th: 'ไฟล์ล็อกของ {file} ถูกลบและล็อกใหม่ไม่ได้ ระบบจึงหยุดทำงาน {why, messages}',
  },
  database_damaged: {
    en: '{file} is damaged ({why}). Stop the service, then run "raan restore" with the last backup, or "raan salvage" to save what can be read.',
    th: 'ฐานข้อมูล {file} เสียหาย ({why}) หยุดระบบ แล้วใช้คำสั่ง raan restore กับไฟล์สำรองล่าสุด หรือ raan salvage เพื่อเก็บข้อมูลที่ยังอ่านได้',
  },
  salvage_without_schema: {
    en: 'The schema of {file} cannot be read, so nothing can be saved. Restore the last backup.',
    th: 'อ่านโครงสร้างของ {file} ไม่ได้ จึงเก็บข้อมูลไม่ได้ ให้กู้คืนไฟล์สำรองล่าสุด',
  },
  salvage_of_other_version: {
    en: '{file} has schema version {version}, but this raan only saves version {known}. Use the raan that wrote it.',
    th: '{file} ใช้สคีมา {version} แต่ raan นี้เก็บได้เฉพาะ {known} ให้ใช้ raan รุ่นที่เขียนไฟล์นี้',
  },
  salvage_target_exists: {
    en: '{file} already exists. Choose another name, or remove the file.',
    th: 'มี {file} อยู่แล้ว ให้ใช้ชื่ออื่นหรือลบไฟล์',
  },
  salvage_target_not_writable: { en: '{file} cannot be written: {why}', th: 'เขียน {file} ไม่ได้: {why}' },
  salvage_lost_rows: {
    en: 'Table {table}: {saved, number} rows saved; the rows after {after} and before {before} are lost',
    th: 'ตาราง {table}: เก็บได้ {saved, number} แถว แถวหลัง {after} และก่อน {before} สูญหาย',
  },
  salvage_lost_rows_after: {
    en: 'Table {table}: {saved, number} rows saved; the rows after {after} are lost',
    th: 'ตาราง {table}: เก็บได้ {saved, number} แถว แถวหลัง {after} สูญหาย',
  },
  salvage_lost_rows_before: {
    en: 'Table {table}: {saved, number} rows saved; the rows before {before} are lost',
    th: 'ตาราง {table}: เก็บได้ {saved, number} แถว แถวก่อน {before} สูญหาย',
  },
  salvage_lost_table: { en: 'Table {table}: all rows are lost', th: 'ตาราง {table}: สูญหายทุกแถว' },
  salvage_refused_rows: {
    en: 'Table {table}: {refused, number} rows have invalid values and were not saved',
    th: 'ตาราง {table}: {refused, number} แถวมีค่าที่ไม่ถูกต้อง จึงไม่ได้เก็บ',
  },
  wal_damaged: {
    en: 'The write-ahead log of {file} was damaged in the middle: {frames, number} pages and {commits, number} transactions after the damage are lost. Compare the newest orders with those of the partners, and check the system log for disk errors.',
    th: 'write-ahead log ของ {file} เสียหายตรงกลาง ข้อมูลหลังจุดที่เสียหายหายไป {frames, number} หน้า {commits, number} รายการบันทึก เทียบคำสั่งซื้อล่าสุดกับคู่ค้า และดูปัญหาของดิสก์ในบันทึกของระบบ',
  },
  table_damaged: { en: 'Table {table} is damaged: {text}', th: 'ตาราง {table} เสียหาย: {text}' },
  index_damaged: {
    en: 'Index {index} of table {table} is damaged: {text}',
    th: 'ดัชนี {index} ของตาราง {table} เสียหาย: {text}',
  },
  database_file_damaged: { en: 'The database file is damaged: {text}', th: 'ไฟล์ฐานข้อมูลเสียหาย: {text}' },
  database_cannot_be_locked: {
    en: '{file} cannot be locked ({why}). Grant this user write permission, or remove the file.',
    th: 'ล็อก {file} ไม่ได้ ({why}) ให้สิทธิ์เขียนแก่ผู้ใช้นี้ หรือลบไฟล์',
  },
  lock_file_not_plain: { en: '{file} is not a regular file. Remove it.', th: '{file} ไม่ใช่ไฟล์ปกติ ให้ลบออก' },
  database_of_another_program: {
    en: '{file} is a SQLite database of another program. Set another "database" in the config.',
    th: '{file} เป็นฐานข้อมูล SQLite ของโปรแกรมอื่น เปลี่ยน database ในไฟล์ตั้งค่า',
  },
  database_of_development_build: {
    en: '{file} was created by a development build of raan (schema version {version}). Run "dump" with that build and "load" the file here.',
    th: '{file} สร้างโดย raan รุ่นพัฒนา (สคีมา {version}) ให้ใช้คำสั่ง dump ของรุ่นนั้น แล้ว load ไฟล์ที่นี่',
  },
  database_of_newer_raan: {
    en: '{file} has schema version {version}, but this version of raan supports only {known}. Run the newer raan that wrote it.',
    th: '{file} ใช้สคีมา {version} แต่ raan นี้รู้จักถึง {known} ให้ใช้ raan รุ่นใหม่ที่เขียนไฟล์นี้',
  },
  database_needs_upgrade: {
    en: '{file} has schema version {version}, but this raan needs {known}. Stop the older raan, then run "raan upgrade" or "raan serve" of this one. Both keep a copy.',
    th: '{file} ใช้สคีมา {version} แต่ raan นี้ต้องใช้ {known} ให้หยุด raan รุ่นเก่า แล้วใช้คำสั่ง raan upgrade หรือ raan serve ของรุ่นนี้ ซึ่งจะเก็บสำเนาไว้ก่อน',
  },
  upgrade_already_running: {
    en: 'Another raan uses {file}, perhaps to upgrade it. Try again when it is done.',
    th: 'มี raan อีกตัวใช้ {file} อยู่ อาจกำลังอัปเกรด ลองใหม่เมื่อเสร็จ',
  },
  upgrade_blocked: {
    en: '{file} must be upgraded from schema version {from} to {to} first. {why, sentences}',
    th: 'ต้องอัปเกรด {file} จากสคีมา {from} เป็น {to} ก่อน {why, messages}',
  },
  upgrade_failed: {
    en: '{file} cannot be upgraded from schema version {from} to {to}: {why}. Nothing was changed.',
    th: 'อัปเกรด {file} จากสคีมา {from} เป็น {to} ไม่ได้: {why} ยังไม่มีอะไรเปลี่ยนแปลง',
  },
  upgrade_of_damaged_database: {
    en: '{file} cannot be upgraded from schema version {from} to {to}: {why, messages}. Nothing was changed. Repair it with the older raan, starting with its "raan check".',
    th: 'อัปเกรด {file} จากสคีมา {from} เป็น {to} ไม่ได้: {why, messages} ยังไม่มีอะไรเปลี่ยนแปลง ซ่อมด้วย raan รุ่นเก่า เริ่มจากคำสั่ง raan check',
  },
  upgrade_copy_failed: {
    en: 'The copy of {file} before the upgrade cannot be created ({why}). It needs {needed, number} MB in {folder}, which has {free, number} MB. Nothing was changed.',
    th: 'ทำสำเนา {file} ก่อนอัปเกรดไม่ได้ ({why}) ต้องใช้ที่ว่าง {needed, number} MB ใน {folder} ซึ่งมี {free, number} MB ยังไม่มีอะไรเปลี่ยนแปลง',
  },
  upgrade_copy_damaged: {
    en: 'The copy of {file} before the upgrade is damaged. {problems, sentences} Nothing was changed. Check the disk and try again.',
    th: 'สำเนาของ {file} ที่ทำก่อนอัปเกรดไม่สมบูรณ์: {problems, messages} ยังไม่มีอะไรเปลี่ยนแปลง ตรวจดิสก์แล้วลองใหม่',
  },
  database_in_use: {
    en: 'Another program has {file} open, such as a raan command or Litestream. Stop it first.',
    th: 'มีโปรแกรมอื่นเปิด {file} อยู่ เช่น คำสั่ง raan หรือ Litestream ให้หยุดก่อน',
  },
  database_not_replaceable: { en: '{file} cannot be replaced: {why}', th: 'แทนที่ {file} ไม่ได้: {why}' },

  row_refers_to_missing_row: {
    en: 'Row {row} of {table} refers to a missing row of {parent}',
    th: 'แถว {row} ของ {table} อ้างถึงแถวที่ไม่มีใน {parent}',
  },
  rows_refer_to_missing_rows: { en: 'A row refers to a missing row', th: 'มีข้อมูลที่อ้างถึงรายการซึ่งไม่มีอยู่' },
  copy_lacks_rows: { en: 'It does not have all rows of the database', th: 'มีข้อมูลไม่ครบทุกแถวของฐานข้อมูล' },
  copy_check_ended: {
    en: 'The check of {file} ended early with status {status}. Try again.',
    th: 'การตรวจ {file} หยุดกลางคันด้วยสถานะ {status} ลองใหม่',
  },
  row_count_differs: {
    en: '{table} has {found, number} rows instead of {expected, number}',
    th: 'ตาราง {table} มี {found, number} แถว ควรมี {expected, number} แถว',
  },
  stock_differs_from_ledger: {
    en: 'Stock differs from its ledger. Run "raan stock repair".',
    th: 'สต็อกไม่ตรงกับประวัติสต็อก ให้ผู้ดูแลระบบใช้คำสั่ง raan stock repair',
  },
  variant_stock_differs_from_ledger: {
    en: 'The stock of variant {variant} in warehouse {warehouse} differs from its ledger. Run "raan stock repair".',
    th: 'สต็อกของสินค้า #{variant} ในคลัง {warehouse} ไม่ตรงกับประวัติสต็อก ให้ใช้คำสั่ง raan stock repair',
  },
  ledger_has_gaps: { en: 'The ledger has gaps between entries', th: 'ประวัติสต็อกขาดช่วง' },
  variant_ledger_has_gaps: {
    en: 'The ledger of variant {variant} in warehouse {warehouse} has gaps between entries. Restore the last intact backup.',
    th: 'ประวัติสต็อกของสินค้า #{variant} ในคลัง {warehouse} ขาดช่วง ให้กู้คืนไฟล์สำรองล่าสุดที่สมบูรณ์',
  },
  variant_cost_differs_from_history: {
    en: 'The cost of variant {variant} is not the last one in its history. Enter a different cost on the product page, save it, and enter the right one again.',
    th: 'ต้นทุนของสินค้า #{variant} ไม่ตรงกับประวัติต้นทุน ให้กรอกต้นทุนอื่นในหน้าสินค้า บันทึก แล้วกรอกต้นทุนที่ถูกต้องอีกครั้ง',
  },
  order_listed_in_wrong_stage: {
    en: 'Order {order} is listed as {listed}, but is {actual}',
    th: 'คำสั่งซื้อ {order} อยู่ในรายการ {listed} แต่ควรเป็น {actual}',
  },
  restock_flag_wrong: computed<{ order: Id; marked: boolean }>({
    en: ({ order, marked }) =>
      marked
        ? `Order ${order} is marked as awaiting restock, but has nothing to restock`
        : `Order ${order} has goods to restock, but is not marked as awaiting restock`,
    th: ({ order, marked }) =>
      marked
        ? `คำสั่งซื้อ ${order} มีเครื่องหมายว่ารอรับเข้าสต็อก แต่ไม่มีสินค้าที่ต้องรับเข้าสต็อก`
        : `คำสั่งซื้อ ${order} มีสินค้าที่ต้องรับเข้าสต็อก แต่ไม่มีเครื่องหมายว่ารอรับเข้าสต็อก`,
  }),
  overpaid_mark_wrong: computed<{ order: Id; marked: boolean }>({
    en: ({ order, marked }) =>
      marked
        ? `Order ${order} is marked as overpaid, but is not`
        : `Order ${order} is overpaid, but is not marked as overpaid`,
    th: ({ order, marked }) =>
      marked ? `คำสั่งซื้อ ${order} มีเครื่องหมายว่าชำระเกิน แต่ไม่ได้ชำระเกิน` : `คำสั่งซื้อ ${order} ชำระเกิน แต่ไม่มีเครื่องหมายว่าชำระเกิน`,
  }),
  transfer_total_exceeded: {
    en: 'The payments of shared transfer {transfer} add up to {parts, money}, more than its total of {total, money}',
    th: 'การชำระเงินของยอดโอนร่วม {transfer} รวม {parts, money} เกินยอดโอน {total, money}',
  },
  short_mark_wrong: computed<{ order: Id; marked: boolean }>({
    en: ({ order, marked }) =>
      marked
        ? `Order ${order} is marked as shipped short, but has nothing to refund for it`
        : `Order ${order} shipped short, but is not marked as shipped short`,
    th: ({ order, marked }) =>
      marked ? `คำสั่งซื้อ ${order} มีเครื่องหมายว่าส่งไม่ครบ แต่ไม่มียอดที่ต้องคืน` : `คำสั่งซื้อ ${order} ส่งไม่ครบ แต่ไม่มีเครื่องหมายว่าส่งไม่ครบ`,
  }),
  returned_mark_wrong: computed<{ order: Id; marked: boolean }>({
    en: ({ order, marked }) =>
      marked
        ? `Order ${order} is marked as returned and not refunded, but has nothing to refund for it`
        : `Order ${order} has returned goods to refund, but is not marked so`,
    th: ({ order, marked }) =>
      marked
        ? `คำสั่งซื้อ ${order} มีเครื่องหมายว่าลูกค้าคืนสินค้า แต่ไม่มียอดที่ต้องคืน`
        : `คำสั่งซื้อ ${order} มีสินค้าที่ลูกค้าคืนและยังไม่คืนเงิน แต่ไม่มีเครื่องหมาย`,
  }),
  orders_not_searchable: {
    en: 'The search index is missing {orders, number} orders, starting with order {first}',
    th: 'ค้นหาคำสั่งซื้อไม่พบ {orders, number} รายการ รายการแรกคือ {first}',
  },
  changes_missing: {
    en: 'Some stock changes of store {store} are missing from its change feed',
    th: 'รายการเปลี่ยนแปลงสต็อกของร้าน {store} หายไปบางส่วน',
  },
  stock_changes_missing: {
    en: 'Some stock changes are missing from the change feed',
    th: 'รายการเปลี่ยนแปลงสต็อกหายไปบางส่วน',
  },
  app_ahead_of_changes: {
    en: 'App {app} is ahead of the recorded stock changes',
    th: 'แอป {app} ได้รับรายการเปลี่ยนแปลงที่ไม่มีอยู่',
  },
});
