import { count } from '../number-format.ts';
import { catalogue, computed } from './catalogue.ts';

/** Errors of the command line. */
export const commands = catalogue({
  unexpected_error: {
    en: 'Unexpected error: {why, sentence} Set RAAN_DEBUG=1 and run the command again to see where it happened.',
    th: 'เกิดข้อผิดพลาดที่ไม่คาดคิด: {why, message} ตั้ง RAAN_DEBUG=1 แล้วใช้คำสั่งนี้อีกครั้งเพื่อดูว่าเกิดที่ใด',
  },
  nothing_has_id: { en: 'There is nothing with the id {id}', th: 'ไม่พบหมายเลข {id}' },
  named_item_not_found: { en: 'The store has no {kind} {name}', th: 'ไม่พบ {name} ในร้าน' },
  variant_of_sku_not_found: { en: 'No variant has the SKU {sku}', th: 'ไม่พบสินค้าที่มี SKU {sku}' },
  sku_of_several_variants: {
    en: 'The SKU {sku} is shared by variants {variants, list}. Use the id of one of them.',
    th: 'SKU {sku} เป็นของหลายสินค้า ({variants, list}) ระบุหมายเลข',
  },
  courier_has_no_number_pool: { en: '{shippingType} has no number pool', th: '{shippingType} ไม่มีชุดเลขพัสดุ' },
  app_has_no_url: { en: 'App {app} has no URL', th: 'แอป {app} ยังไม่มี URL เว็บฮุก' },
  ping_not_acknowledged: { en: 'Not acknowledged: {answer}', th: 'ปลายทางไม่ยืนยัน: {answer}' },
  stock_differs: computed<{ differences: number }>({
    en: ({ differences }) =>
      `Stock has ${count(differences)} ${differences === 1 ? 'difference' : 'differences'}. Run "raan stock repair".`,
    th: ({ differences }) => `สต็อกไม่ตรง ${count(differences)} รายการ ให้ใช้คำสั่ง raan stock repair`,
  }),

  file_not_readable: { en: '{file} cannot be read. {why, sentence}', th: 'อ่าน {file} ไม่ได้: {why, message}' },
  file_not_writable: { en: '{file} cannot be written. {why, sentence}', th: 'เขียน {file} ไม่ได้: {why, message}' },
  file_not_json: { en: '{file} is not valid JSON: {why}', th: '{file} ไม่ใช่ JSON ที่ถูกต้อง: {why}' },
  file_not_utf8: { en: '{file} is not valid UTF-8', th: '{file} ไม่ใช่ UTF-8' },
  file_exists: { en: '{file} already exists. Use --force to replace it.', th: 'มี {file} อยู่แล้ว ใช้ --force เพื่อเขียนทับ' },
  file_lacks_column: {
    en: '{file} has no column {columns, alternatives}',
    th: 'ไฟล์ {file} ไม่มีคอลัมน์ {columns, alternatives}',
  },
  no_temporary_folder: {
    en: 'There is no temporary folder: {why, messages}. Set TMPDIR to a folder that this user can write to.',
    th: 'ไม่มีโฟลเดอร์ชั่วคราว: {why, messages} ตั้ง TMPDIR เป็นโฟลเดอร์ที่ผู้ใช้นี้เขียนได้',
  },
  listener_port_unavailable: {
    en: 'Cannot listen on port {port}: {why}. Set another with --port.',
    th: 'เปิดพอร์ต {port} ไม่ได้: {why} เลือกพอร์ตอื่นด้วย --port',
  },

  init_config_exists: {
    en: '{file} already exists, so nothing was written. Run "raan serve", which prints the link to the setup wizard if there is no account; "raan account add" adds one.',
    th: 'มี {file} อยู่แล้ว จึงไม่ได้เขียนอะไร ให้ใช้คำสั่ง raan serve หรือ raan account add',
  },
  init_database_exists: {
    en: '{file} already exists, so nothing was written. Move it away or set another "database" in a config file.',
    th: 'มี {file} อยู่แล้ว จึงไม่ได้เขียนอะไร ย้ายไฟล์ หรือกำหนด database อื่นในไฟล์ตั้งค่า',
  },

  demo_reset_without_folder: {
    en: '--reset needs --folder: without it each demo is new',
    th: '--reset ต้องใช้คู่กับ --folder เพราะถ้าไม่ระบุโฟลเดอร์ ร้านตัวอย่างจะใหม่ทุกครั้ง',
  },
  demo_folder_foreign: {
    en: '{folder} is not empty and does not contain a demo, so nothing was changed. Use an empty or a new folder.',
    th: '{folder} มีไฟล์อยู่และไม่ใช่โฟลเดอร์ของร้านตัวอย่าง จึงไม่ได้แก้ไขอะไร ระบุโฟลเดอร์ว่างหรือโฟลเดอร์ใหม่',
  },
  demo_folder_has_other_files: {
    en: '{folder} also contains other files ({files, list}), so nothing was deleted. Move them elsewhere.',
    th: '{folder} มีไฟล์อื่นที่ไม่ใช่ของร้านตัวอย่าง ({files, list}) จึงไม่ได้ลบอะไร ย้ายไฟล์เหล่านั้นออก',
  },
  demo_folder_incomplete: {
    en: 'The demo in {folder} is incomplete: it is still being created, or its creation was interrupted. Use --reset to start over.',
    th: 'ร้านตัวอย่างใน {folder} ยังสร้างไม่เสร็จ หรือถูกหยุดกลางคัน ใช้ --reset เพื่อเริ่มใหม่',
  },
  demo_folder_unusable: {
    en: '{folder} cannot be used: {why, messages}. Use another folder with --folder.',
    th: 'ใช้ {folder} ไม่ได้: {why, messages} ระบุโฟลเดอร์อื่นด้วย --folder',
  },
  demo_is_running: {
    en: 'A server uses the demo in {folder}, so nothing was deleted. Stop it first.',
    th: 'ร้านตัวอย่างใน {folder} กำลังทำงานอยู่ จึงไม่ได้ลบอะไร ให้หยุดก่อน',
  },

  install_needs_user: {
    en: 'A folder outside of /var/lib, such as {folder}, needs a system account. Set one with --user.',
    th: 'โฟลเดอร์นอก /var/lib เช่น {folder} ต้องมีบัญชีระบบ ระบุด้วย --user',
  },
  install_config_has_other_folder: {
    en: '{config} has its database in {folder}. Use --folder {folder}, or move the config elsewhere.',
    th: '{config} มีฐานข้อมูลใน {folder} ให้ใช้ --folder {folder} หรือย้ายไฟล์ตั้งค่า',
  },
  install_backup_folder_needs_user: {
    en: 'backup.folder {backupFolder} is outside of {folder}, which needs a system account. Set one with --user.',
    th: 'backup.folder {backupFolder} อยู่นอก {folder} จึงต้องมีบัญชีระบบ ระบุด้วย --user',
  },
  install_path_not_plain: {
    en: '{file} cannot be used in a systemd unit. Use only letters, digits and ./_@+-.',
    th: 'ใช้ {file} ใน systemd ไม่ได้ ใช้ได้เฉพาะตัวอักษร ตัวเลข และ ./_@+-',
  },
  install_file_differs: computed<{ file: string; lines: readonly string[] }>({
    en: ({ file, lines }) => [`${file} already exists with other content (- there, + from here):`, ...lines].join('\n'),
    th: ({ file, lines }) => [`มี ${file} อยู่แล้วและเนื้อหาต่างกัน (- ที่มีอยู่, + ที่จะเขียน):`, ...lines].join('\n'),
  }),
  install_nothing_written: {
    en: 'Nothing was written. Move the files that differ elsewhere, or keep them.',
    th: 'ยังไม่ได้เขียนไฟล์ใด ย้ายไฟล์ที่ต่างกันออก หรือเก็บไว้ตามเดิม',
  },
  install_executable_not_accessible: {
    en: 'The service cannot access {file}. Move it, for example to /usr/local/bin/raan, and install again.',
    th: 'ระบบเข้าถึง {file} ไม่ได้ ย้ายไฟล์ เช่นไปที่ /usr/local/bin/raan แล้วติดตั้งใหม่',
  },
  install_executable_missing: {
    en: '{file} does not exist. Install raan there first, or set its path with --executable.',
    th: 'ไม่มี {file} ให้นำ raan ไปวางก่อน หรือระบุที่อยู่ด้วย --executable',
  },
  install_executable_not_runnable: {
    en: 'The service cannot execute {file}. Run: chmod 755 {file}',
    th: 'ระบบเรียกใช้ {file} ไม่ได้ ให้ใช้คำสั่ง chmod 755 {file}',
  },
  install_config_not_readable: {
    en: 'The service cannot read {file}. Run: {command}',
    th: 'ระบบอ่าน {file} ไม่ได้ ให้ใช้คำสั่ง {command}',
  },
});
