import type { Id } from '../ids.ts';
import { catalogue, computed } from './catalogue.ts';

/** What the operator has to fix: config file, certificate, ports, database file and its content. */
export const operator = catalogue({
  config_unreadable: { en: 'The config file {file} cannot be read: {why}', th: 'อ่านไฟล์ตั้งค่า {file} ไม่ได้: {why}' },
  config_not_toml: { en: 'Not valid TOML: {why}', th: 'ไม่ใช่ TOML ที่ถูกต้อง: {why}' },
  config_certificate_incomplete: {
    en: 'listen.tls_cert and listen.tls_key only work together. Set both or neither.',
    th: 'listen.tls_cert และ listen.tls_key ต้องใช้คู่กัน กรุณาตั้งทั้งสองหรือไม่ตั้งเลย',
  },
  config_required_for_s3: {
    en: 'Must be set because backup.s3.endpoint is set',
    th: 'ต้องตั้งค่า เพราะตั้ง backup.s3.endpoint ไว้',
  },
  config_not_a_network: {
    en: 'Must be an IP address or a network such as "127.0.0.0/8"',
    th: 'ต้องเป็น IP หรือเครือข่าย เช่น "127.0.0.0/8"',
  },
  config_not_a_code: { en: 'Must be 1 to 64 of a-z, 0-9 and _', th: 'ต้องเป็น a-z, 0-9 และ _ 1 ถึง 64 ตัว' },
  config_not_a_token: {
    en: 'Must be 16 to 512 visible ASCII characters without spaces',
    th: 'ต้องเป็นตัวอักษรอังกฤษ ตัวเลข หรือเครื่องหมาย 16 ถึง 512 ตัว ไม่มีเว้นวรรค',
  },
  config_not_a_file_name: { en: 'Must name a file', th: 'ต้องเป็นชื่อไฟล์' },
  config_not_a_host: { en: 'Must be an IP address or a host name', th: 'ต้องเป็น IP หรือชื่อเครื่อง' },
  config_not_days: {
    en: 'Must be a number of days such as "365d", or empty',
    th: 'ต้องเป็นจำนวนวัน เช่น "365d" หรือเว้นว่าง',
  },
  config_not_an_interval: { en: 'Must be a whole number followed by m, h or d', th: 'ต้องเป็นจำนวนเต็มตามด้วย m, h หรือ d' },
  config_not_a_bucket: { en: 'Must be the name of a bucket', th: 'ต้องเป็นชื่อบักเก็ต' },
  config_not_an_age_recipient: {
    en: 'Must be a public key of age: age1 and 58 more characters. "raan key new-identity" makes one.',
    th: 'ต้องเป็นกุญแจสาธารณะของ age คือ age1 ตามด้วยอีก 58 ตัวอักษร สร้างได้ด้วยคำสั่ง raan key new-identity',
  },
  config_not_a_prefix: {
    en: 'Must only contain A-Z, a-z, 0-9 and . _ / -',
    th: 'ต้องเป็น A-Z, a-z, 0-9 และ . _ / - เท่านั้น',
  },
  certificate_invalid: {
    en: '{tls_cert} and {tls_key} are not a certificate with its key ({why}). Renew both.',
    th: '{tls_cert} และ {tls_key} ไม่ใช่ใบรับรองที่คู่กับกุญแจ ({why}) กรุณาต่ออายุทั้งสองไฟล์',
  },
  certificate_file_unreadable: { en: 'The file cannot be read: {why}', th: 'อ่านไฟล์ไม่ได้: {why}' },

  port_in_use: {
    en: 'Port {port} on {host} is already in use. Set listen.port in the config or stop the other program.',
    th: 'พอร์ต {port} ที่ {host} มีโปรแกรมอื่นใช้อยู่ กรุณาเปลี่ยน listen.port หรือหยุดโปรแกรมนั้น',
  },
  port_not_allowed: {
    en: 'This user may not listen on port {port}. Set listen.port in the config to 1024 or more.',
    th: 'ผู้ใช้นี้เปิดพอร์ต {port} ไม่ได้ กรุณาตั้ง listen.port เป็น 1024 ขึ้นไป',
  },
  cannot_listen: {
    en: 'Cannot listen on {host} port {port}: {why}. Check listen.host and listen.port in the config.',
    th: 'เปิดรับที่ {host} พอร์ต {port} ไม่ได้: {why} กรุณาตรวจ listen.host และ listen.port ในไฟล์ตั้งค่า',
  },
  cannot_serve_metrics: {
    en: 'Cannot serve metrics on {host} port {port}: {why}. Check [metrics] in the config.',
    th: 'เปิด metrics ที่ {host} พอร์ต {port} ไม่ได้: {why} กรุณาตรวจ [metrics] ในไฟล์ตั้งค่า',
  },
  disk_failed: {
    en: 'The disk of {file} fails ({why}), so the service has stopped. Check the system log, repair the disk, run "raan check" and start again.',
    th: 'ดิสก์ของ {file} มีปัญหา ({why}) ระบบจึงหยุดทำงาน กรุณาดูบันทึกของระบบ ซ่อมดิสก์ ใช้คำสั่ง raan check แล้วเริ่มใหม่',
  },

  key_unknown: {
    en: 'The secrets in the database need the key {ids, conjunction}, which is not in {file}. Copy the key file back from your copy of it. If it is lost for good, run "raan key discard-unreadable" and set these secrets again.',
    th: 'ข้อมูลลับในฐานข้อมูลต้องใช้กุญแจ {ids, conjunction} ซึ่งไม่มีใน {file} กรุณานำไฟล์กุญแจที่สำเนาไว้กลับมา ถ้าหายถาวร ให้ใช้คำสั่ง raan key discard-unreadable แล้วตั้งรหัสลับเหล่านั้นใหม่',
  },
  key_missing: {
    en: 'There is no key in {file}, but secrets in the database were encrypted with one. Copy the key file back. If it is lost for good, run "raan key discard-unreadable".',
    th: 'ไม่มีกุญแจใน {file} แต่ข้อมูลลับในฐานข้อมูลเข้ารหัสไว้แล้ว กรุณานำไฟล์กุญแจกลับมา ถ้าหายถาวร ให้ใช้คำสั่ง raan key discard-unreadable',
  },
  key_unreadable: {
    en: 'The key file {file} cannot be read: {why}. Give this user the permission.',
    th: 'อ่านไฟล์กุญแจ {file} ไม่ได้: {why} กรุณาให้สิทธิ์แก่ผู้ใช้นี้',
  },
  key_malformed: {
    en: 'Line {line} of {file} is not a key. Copy the key file back from your copy of it.',
    th: 'บรรทัดที่ {line} ของ {file} ไม่ใช่กุญแจ กรุณานำไฟล์กุญแจที่สำเนาไว้กลับมา',
  },
  key_not_writable: { en: 'The key file {file} cannot be written: {why}', th: 'เขียนไฟล์กุญแจ {file} ไม่ได้: {why}' },
  key_not_a_file: {
    en: 'The key comes from {file}, which raan cannot write. Set RAAN_KEY_FILE to a file with the key instead.',
    th: 'กุญแจมาจาก {file} ซึ่ง raan เขียนไม่ได้ กรุณากำหนด RAAN_KEY_FILE เป็นไฟล์ที่มีกุญแจแทน',
  },
  secret_damaged: {
    en: 'The secret in {place} cannot be decrypted: it was changed, or belongs to another row. Reset it.',
    th: 'ถอดรหัสข้อมูลลับใน {place} ไม่ได้ เพราะถูกแก้ไขหรือเป็นของแถวอื่น กรุณาตั้งรหัสลับใหม่',
  },

  database_folder_missing: {
    en: 'The database’s folder {folder} does not exist. Create it first.',
    th: 'ไม่มีโฟลเดอร์ฐานข้อมูล {folder} กรุณาสร้างก่อน',
  },
  database_missing: {
    en: 'There is no database at {file}. Create one with "raan init", "raan load" or "raan serve".',
    th: 'ไม่มีฐานข้อมูลที่ {file} สร้างได้ด้วย raan init, raan load หรือ raan serve',
  },
  database_not_a_file: {
    en: '{file} is not a file. Set another "database" in the config.',
    th: '{file} ไม่ใช่ไฟล์ กรุณาเปลี่ยน database ในไฟล์ตั้งค่า',
  },
  database_not_writable: {
    en: '{file} cannot be written. Give this user the permission.',
    th: 'เขียน {file} ไม่ได้ กรุณาให้สิทธิ์แก่ผู้ใช้นี้',
  },
  database_disk_read_only: {
    en: '{file} cannot be written because its disk is mounted read-only. Remount it.',
    th: 'เขียน {file} ไม่ได้ เพราะดิสก์อ่านได้อย่างเดียว กรุณา mount ใหม่',
  },
  database_without_wal: {
    en: 'The file system of {file} does not support SQLite’s write-ahead log. Put the database on a local disk.',
    th: 'ระบบไฟล์ของ {file} ใช้กับ write-ahead log ของ SQLite ไม่ได้ กรุณาย้ายฐานข้อมูลไปดิสก์ในเครื่อง',
  },
  database_not_sqlite: {
    en: '{file} is not a SQLite database. Set another "database" in the config.',
    th: '{file} ไม่ใช่ฐานข้อมูล SQLite กรุณาเปลี่ยน database ในไฟล์ตั้งค่า',
  },
  database_locked: {
    en: '{file} is locked by another program. Try again when it is done.',
    th: 'มีโปรแกรมอื่นล็อก {file} อยู่ กรุณาลองใหม่เมื่อโปรแกรมนั้นเสร็จ',
  },
  database_disk_full: {
    en: '{file} cannot be opened: {why}. Free space on its disk.',
    th: 'เปิด {file} ไม่ได้: {why} กรุณาเพิ่มที่ว่างในดิสก์',
  },
  database_cannot_be_opened: {
    en: '{file} cannot be opened: {why}. Check the system log for errors of its disk.',
    th: 'เปิด {file} ไม่ได้: {why} กรุณาดูปัญหาของดิสก์ในบันทึกของระบบ',
  },
  database_already_served: {
    en: 'Another raan already serves {file}. Stop it first or set another "database" in the config.',
    th: 'มี raan อีกตัวใช้ {file} อยู่ กรุณาหยุดก่อน หรือเปลี่ยน database ในไฟล์ตั้งค่า',
  },
  serving_lock_lost: {
    en: 'The lock file of {file} was deleted, and the lock cannot be made again, so the service has stopped. {why, sentences}',
    th: 'ไฟล์ล็อกของ {file} ถูกลบและล็อกใหม่ไม่ได้ ระบบจึงหยุดทำงาน {why, messages}',
  },
  database_damaged: {
    en: '{file} is damaged ({why}). Stop the service, then run "raan restore" with the last backup, or "raan salvage" to save what can be read.',
    th: 'ฐานข้อมูล {file} เสียหาย ({why}) กรุณาหยุดระบบ แล้วใช้คำสั่ง raan restore กับไฟล์สำรองล่าสุด หรือ raan salvage เพื่อเก็บข้อมูลที่ยังอ่านได้',
  },
  salvage_without_schema: {
    en: 'The schema of {file} cannot be read, so nothing can be saved. Restore the last backup.',
    th: 'อ่านโครงสร้างของ {file} ไม่ได้ จึงเก็บข้อมูลไม่ได้ กรุณากู้คืนไฟล์สำรองล่าสุด',
  },
  salvage_of_other_version: {
    en: '{file} has schema version {version}, but this raan only saves version {known}. Use the raan that wrote it.',
    th: '{file} ใช้สคีมา {version} แต่ raan นี้เก็บได้เฉพาะ {known} กรุณาใช้ raan รุ่นที่เขียนไฟล์นี้',
  },
  salvage_target_exists: {
    en: '{file} already exists. Choose another name, or remove the file.',
    th: 'มี {file} อยู่แล้ว กรุณาใช้ชื่ออื่นหรือลบไฟล์',
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
    en: 'The write-ahead log of {file} was damaged in its middle: {frames, number} pages and {commits, number} transactions after the damage are lost. Compare the newest orders with those of the partners, and check the system log for errors of the disk.',
    th: 'write-ahead log ของ {file} เสียหายตรงกลาง ข้อมูลหลังจุดที่เสียหายหายไป {frames, number} หน้า {commits, number} รายการบันทึก กรุณาเทียบคำสั่งซื้อล่าสุดกับคู่ค้า และดูปัญหาของดิสก์ในบันทึกของระบบ',
  },
  table_damaged: { en: 'Table {table} is damaged: {text}', th: 'ตาราง {table} เสียหาย: {text}' },
  index_damaged: {
    en: 'Index {index} of table {table} is damaged: {text}',
    th: 'ดัชนี {index} ของตาราง {table} เสียหาย: {text}',
  },
  database_file_damaged: { en: 'The database file is damaged: {text}', th: 'ไฟล์ฐานข้อมูลเสียหาย: {text}' },
  database_cannot_be_locked: {
    en: '{file} cannot be locked ({why}). Give this user the permission to write it, or remove it.',
    th: 'ล็อก {file} ไม่ได้ ({why}) กรุณาให้สิทธิ์เขียนแก่ผู้ใช้นี้ หรือลบไฟล์',
  },
  lock_file_not_plain: { en: '{file} is not a plain file. Remove it.', th: '{file} ไม่ใช่ไฟล์ปกติ กรุณาลบออก' },
  database_of_another_program: {
    en: '{file} is a SQLite database of another program. Set another "database" in the config.',
    th: '{file} เป็นฐานข้อมูล SQLite ของโปรแกรมอื่น กรุณาเปลี่ยน database ในไฟล์ตั้งค่า',
  },
  database_of_development_build: {
    en: '{file} was made by a development build of raan (schema version {version}). Run "dump" with that build and "load" the file here.',
    th: '{file} สร้างโดย raan รุ่นพัฒนา (สคีมา {version}) กรุณาใช้คำสั่ง dump ของรุ่นนั้น แล้ว load ไฟล์ที่นี่',
  },
  database_of_newer_raan: {
    en: '{file} has schema version {version}, but this raan only knows {known}. Run the newer raan that wrote it.',
    th: '{file} ใช้สคีมา {version} แต่ raan นี้รู้จักถึง {known} กรุณาใช้ raan รุ่นใหม่ที่เขียนไฟล์นี้',
  },
  database_needs_upgrade: {
    en: '{file} has schema version {version}, but this raan needs {known}. Stop the older raan, then run "raan upgrade" or "raan serve" of this one. Both keep a copy.',
    th: '{file} ใช้สคีมา {version} แต่ raan นี้ต้องใช้ {known} กรุณาหยุด raan รุ่นเก่า แล้วใช้คำสั่ง raan upgrade หรือ raan serve ของรุ่นนี้ ซึ่งจะเก็บสำเนาไว้ก่อน',
  },
  upgrade_already_running: {
    en: 'Another raan uses {file}, perhaps to upgrade it. Try again when it is done.',
    th: 'มี raan อีกตัวใช้ {file} อยู่ อาจกำลังอัปเกรด กรุณาลองใหม่เมื่อเสร็จ',
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
    th: 'อัปเกรด {file} จากสคีมา {from} เป็น {to} ไม่ได้: {why, messages} ยังไม่มีอะไรเปลี่ยนแปลง กรุณาซ่อมด้วย raan รุ่นเก่า เริ่มจากคำสั่ง raan check',
  },
  upgrade_copy_failed: {
    en: 'The copy of {file} that an upgrade starts with cannot be made ({why}). It needs {needed, number} MB in {folder}, which has {free, number} MB. Nothing was changed.',
    th: 'ทำสำเนา {file} ก่อนอัปเกรดไม่ได้ ({why}) ต้องใช้ที่ว่าง {needed, number} MB ใน {folder} ซึ่งมี {free, number} MB ยังไม่มีอะไรเปลี่ยนแปลง',
  },
  upgrade_copy_damaged: {
    en: 'The copy of {file} that an upgrade starts with is damaged. {problems, sentences} Nothing was changed. Check the disk and try again.',
    th: 'สำเนาของ {file} ที่ทำก่อนอัปเกรดไม่สมบูรณ์: {problems, messages} ยังไม่มีอะไรเปลี่ยนแปลง กรุณาตรวจดิสก์แล้วลองใหม่',
  },
  database_in_use: {
    en: 'Another program has {file} open, such as a raan command or Litestream. Stop it first.',
    th: 'มีโปรแกรมอื่นเปิด {file} อยู่ เช่น คำสั่ง raan หรือ Litestream กรุณาหยุดก่อน',
  },
  database_not_replaceable: { en: '{file} cannot be replaced: {why}', th: 'แทนที่ {file} ไม่ได้: {why}' },
  library_cannot_be_loaded: {
    en: '{library, library} cannot be unpacked and loaded: {why, messages}. Let this user write to one of these folders, with space in it and not mounted noexec, or name another in TMPDIR.',
    th: 'เปิด{library, library} ไม่ได้: {why, messages} กรุณาตั้ง TMPDIR เป็นโฟลเดอร์ที่ผู้ใช้นี้เขียนและเรียกใช้ไฟล์ได้',
  },
  picture_library_needs_x86_64_v2: {
    en: 'The library that reads pictures needs a processor with x86-64-v2, as all since 2009 are. Run raan on another machine.',
    th: 'ไลบรารีสำหรับอ่านรูปต้องใช้ซีพียูที่รองรับ x86-64-v2 ซึ่งมีตั้งแต่ปี 2009 กรุณาใช้ raan ในเครื่องอื่น',
  },
  folder_not_private: {
    en: '{folder} is not a private directory of this user',
    th: '{folder} ไม่ใช่โฟลเดอร์ส่วนตัวของผู้ใช้นี้',
  },
  folder_writable_by_others: { en: '{folder} is writable by other users', th: 'ผู้ใช้อื่นเขียน {folder} ได้' },
  folder_of_another_user: { en: '{folder} belongs to another user', th: '{folder} เป็นของผู้ใช้อื่น' },

  row_refers_to_missing_row: {
    en: 'Row {row} of {table} refers to a missing row of {parent}',
    th: 'แถว {row} ของ {table} อ้างถึงแถวที่ไม่มีใน {parent}',
  },
  rows_refer_to_missing_rows: { en: 'A row refers to a missing row', th: 'มีข้อมูลที่อ้างถึงรายการซึ่งไม่มีอยู่' },
  copy_lacks_rows: { en: 'It does not have all rows of the database', th: 'มีข้อมูลไม่ครบทุกแถวของฐานข้อมูล' },
  copy_check_ended: {
    en: 'The check of {file} ended early with status {status}. Try again.',
    th: 'การตรวจ {file} หยุดกลางคันด้วยสถานะ {status} กรุณาลองใหม่',
  },
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
