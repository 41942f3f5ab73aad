import { catalogue, computed, type Language, type Message } from './catalogue.ts';

/** What `raan doctor` finds, and how to fix it. */
export const doctor = catalogue({
  doctor_finding: { en: '{problem, sentence} {fix, message}', th: '{problem, sentence} {fix, message}' },
  run_command: { en: 'Run: {command}', th: 'ใช้คำสั่ง {command}' },
  check_service: { en: 'Check that the service is running, and its log', th: 'ตรวจว่าระบบทำงานอยู่ และดูบันทึกของระบบ' },

  unsafe_variable: computed<{ name: string; effect: Record<Language, string> }>({
    en: ({ name, effect }) => `${name} is set, and ${effect.en}`,
    th: ({ name, effect }) => `มีการตั้ง ${name} ซึ่ง${effect.th}`,
  }),
  unset_variable: { en: 'Unset it', th: 'ยกเลิกตัวแปรนี้' },
  clock_not_synchronized: { en: 'The clock is not synchronized', th: 'นาฬิกาของเครื่องไม่ได้ตั้งเวลาอัตโนมัติ' },
  synchronize_clock: { en: 'Run "timedatectl set-ntp true"', th: 'ใช้คำสั่ง timedatectl set-ntp true' },

  fix_config_file: { en: 'Fix the config file; the other checks need it', th: 'แก้ไฟล์ตั้งค่าก่อน เพราะการตรวจอื่นต้องใช้' },
  others_change_config: {
    en: 'Other users can change {file} and so control the service',
    th: 'ผู้ใช้อื่นแก้ {file} ได้ จึงควบคุมระบบได้',
  },
  others_read_secrets: {
    en: 'Other users can read {file}, which contains {keys, conjunction}',
    th: 'ผู้ใช้อื่นอ่าน {file} ซึ่งมี {keys, conjunction} ได้',
  },
  protect_secrets: {
    en: 'Run "chmod 600 {file}" if the account of the service owns the file; otherwise set {variables, conjunction} in the environment of the service',
    th: 'ใช้คำสั่ง chmod 600 {file} ถ้าเป็นไฟล์ของบัญชีที่รันระบบ ไม่เช่นนั้นให้ใช้ตัวแปร {variables, conjunction} ของระบบแทน',
  },
  others_open_key: {
    en: 'Other users can read or change {file}, the key of the secrets in the database',
    th: 'ผู้ใช้อื่นอ่านหรือแก้ {file} ซึ่งเป็นกุญแจของข้อมูลลับในฐานข้อมูลได้',
  },
  listen_without_https: {
    en: 'listen.host is {host} without HTTPS, so passwords and tokens can be intercepted',
    th: 'listen.host เป็น {host} โดยไม่มี HTTPS รหัสผ่านและโทเค็นจึงถูกดักอ่านได้',
  },
  use_https: {
    en: 'Use an HTTPS proxy with listen.host = "127.0.0.1" and listen.base_url, or set listen.tls_cert and listen.tls_key',
    th: 'ใช้พร็อกซี HTTPS กับ listen.host = "127.0.0.1" และ listen.base_url หรือกำหนด listen.tls_cert และ listen.tls_key',
  },
  bucket_without_https: {
    en: 'backup.s3.endpoint is {endpoint}, so backups can be intercepted and modified in transit',
    th: 'backup.s3.endpoint เป็น {endpoint} ข้อมูลสำรองจึงถูกดักอ่านหรือแก้ระหว่างทางได้',
  },
  use_https_endpoint: { en: 'Use an https endpoint', th: 'ใช้ที่อยู่แบบ https' },
  all_proxies_trusted: {
    en: 'listen.trusted_proxies contains {network}, so any client can fake its address in limits and logs',
    th: 'listen.trusted_proxies มี {network} ใครก็ปลอม IP ของตนในการจำกัดการใช้งานและในบันทึกได้',
  },
  list_proxy_network: { en: 'List only the network of your proxy', th: 'ใส่เฉพาะเครือข่ายของพร็อกซี' },
  all_networks_allowed: {
    en: 'webhooks.allow_networks contains {network}, so webhooks can reach any service on this machine',
    th: 'webhooks.allow_networks มี {network} เว็บฮุกจึงเข้าถึงทุกบริการในเครื่องนี้ได้',
  },
  list_receiver_networks: { en: 'List only the networks of webhook receivers', th: 'ใส่เฉพาะเครือข่ายของปลายทางที่รับเว็บฮุก' },
  all_courier_networks_allowed: {
    en: 'couriers.allow_networks contains {network}, so requests to couriers can reach any service on this machine',
    th: 'couriers.allow_networks มี {network} คำขอถึงขนส่งจึงเข้าถึงทุกบริการในเครื่องนี้ได้',
  },
  list_courier_networks: { en: 'List only the networks of courier gateways', th: 'ใส่เฉพาะเครือข่ายของเกตเวย์ขนส่ง' },
  all_alert_networks_allowed: {
    en: 'alerts.allow_networks contains {network}, so alerts can reach any service on this machine, without encryption',
    th: 'alerts.allow_networks มี {network} การแจ้งเตือนจึงเข้าถึงทุกบริการในเครื่องนี้ได้โดยไม่เข้ารหัส',
  },
  list_alert_networks: { en: 'List only the networks of email servers', th: 'ใส่เฉพาะเครือข่ายของเซิร์ฟเวอร์อีเมล' },
  metrics_public: {
    en: 'metrics.host is {host}, which serves metrics without a token',
    th: 'metrics.host เป็น {host} ใครก็อ่าน metrics ได้โดยไม่ต้องมีโทเค็น',
  },
  protect_metrics: {
    en: 'Set metrics.host = "127.0.0.1", or metrics.token instead',
    th: 'กำหนด metrics.host = "127.0.0.1" หรือใช้ metrics.token แทน',
  },
  certificate_expired: { en: 'The certificate {file} has expired', th: 'ใบรับรอง {file} หมดอายุแล้ว' },
  certificate_expires_soon: {
    en: 'The certificate {file} expires in {left, duration}',
    th: 'ใบรับรอง {file} จะหมดอายุในอีก {left, duration}',
  },
  renew_certificate: { en: 'Renew it; the service reloads it automatically', th: 'ต่ออายุใบรับรอง แล้วระบบจะโหลดใหม่เอง' },
  check_certificate_files: {
    en: 'Check that both files exist, are readable and match',
    th: 'ตรวจว่ามีทั้งสองไฟล์ อ่านได้ และเป็นคู่กัน',
  },
  others_open_certificate_key: {
    en: 'Other users can read or change {file}, the private key of the certificate',
    th: 'ผู้ใช้อื่นอ่านหรือแก้ {file} ซึ่งเป็นกุญแจของใบรับรองได้',
  },

  backup_cannot_be_restored: computed<{ file: string; problem: Message; more: number }>({
    en: ({ file, problem, more }, render) =>
      `${file} cannot be restored (${render(problem)})${more === 0 ? '' : ` (and ${more} more)`}`,
    th: ({ file, problem, more }, render) =>
      `กู้คืนจาก ${file} ไม่ได้ (${render(problem)})${more === 0 ? '' : ` และอีก ${more} ไฟล์`}`,
  }),
  remove_damaged_backup: {
    en: 'Remove it; only raan should write to that folder',
    th: 'ลบไฟล์นั้น มีเพียง raan ที่ควรเขียนในโฟลเดอร์นี้',
  },
  make_backup_readable: {
    en: 'Give the user of the service permission to read it, or check the disk',
    th: 'ให้สิทธิ์บัญชีของบริการอ่านไฟล์นั้น หรือตรวจดิสก์',
  },
  folder_has_no_backup: { en: 'There is no backup in {folder}', th: 'ไม่มีไฟล์สำรองใน {folder}' },
  backup_overdue: {
    en: 'The newest backup is {age, duration} old, but the interval is {every, duration}',
    th: 'ไฟล์สำรองล่าสุดสร้างไว้ {age, duration} แล้ว ทั้งที่ต้องสำรองทุก {every, duration}',
  },
  fix_cause: { en: 'Fix that; a running service then creates one', th: 'แก้ปัญหานั้น แล้วระบบที่ทำงานอยู่จะสร้างไฟล์สำรองเอง' },
  backup_folder_unusable: {
    en: 'No backup can be created in {folder}: {why, message}',
    th: 'สร้างไฟล์สำรองใน {folder} ไม่ได้: {why, message}',
  },
  backup_folder_denies_owner: {
    en: 'No backup can be created in {folder}: the owner of {database} cannot write to it',
    th: 'สร้างไฟล์สำรองใน {folder} ไม่ได้: เจ้าของไฟล์ {database} ไม่มีสิทธิ์เขียนในโฟลเดอร์นี้',
  },
  backup_disk_too_small: {
    en: 'No backup can be created in {folder}: its disk has {free, size} free, and a backup needs {size, size}',
    th: 'สร้างไฟล์สำรองใน {folder} ไม่ได้: ดิสก์เหลือที่ว่าง {free, size} แต่ไฟล์สำรองต้องใช้ {size, size}',
  },
  no_space_to_encrypt: {
    en: 'No encrypted backup can be created: it first needs a copy of {size, size} in {folder}, whose disk has {free, size} free',
    th: 'สร้างไฟล์สำรองที่เข้ารหัสไม่ได้: ต้องทำสำเนาใน {folder} ก่อน แต่ดิสก์เหลือที่ว่าง {free, size} จากที่ต้องใช้ {size, size}',
  },
  make_space: { en: 'Free some space', th: 'เพิ่มพื้นที่ว่าง' },
  identity_beside_backups: {
    en: '{file} contains an age private key, so the encryption protects nothing on this machine',
    th: '{file} มีกุญแจส่วนตัวของ age จึงไม่ได้ปกป้องข้อมูลในเครื่องนี้',
  },
  move_identity_away: {
    en: 'Copy it to two places away from this machine, then delete it here. Backups need only the recipient.',
    th: 'สำเนาไปเก็บไว้สองที่นอกเครื่องนี้ แล้วลบออกจากที่นี่ การสำรองข้อมูลใช้เพียงกุญแจสาธารณะ',
  },
  fix_or_change_backup_folder: {
    en: 'Fix that, or set another backup.folder in the config',
    th: 'แก้ปัญหานั้น หรือกำหนด backup.folder อื่นในไฟล์ตั้งค่า',
  },
  others_replace_backups: {
    en: 'Other users can write to {folder} and replace backups',
    th: 'ผู้ใช้อื่นเขียนใน {folder} และแทนที่ไฟล์สำรองได้',
  },
  bucket_keys_unknown: {
    en: 'The backups in the bucket cannot be checked without its keys',
    th: 'ตรวจไฟล์สำรองในบักเก็ตไม่ได้ เพราะไม่มีรหัสเข้าใช้',
  },
  set_bucket_keys: {
    en: 'Set RAAN_S3_ACCESS_KEY and RAAN_S3_SECRET_KEY as in the environment of the service: {command}',
    th: 'ตั้ง RAAN_S3_ACCESS_KEY และ RAAN_S3_SECRET_KEY ให้เหมือนของระบบ ด้วยคำสั่ง {command}',
  },
  s3_timed_out: { en: 'S3: {endpoint} timed out', th: 'S3: {endpoint} ไม่ตอบภายในเวลาที่กำหนด' },
  check_s3_settings: {
    en: 'Check [backup.s3] in the config and the network connection',
    th: 'ตรวจ [backup.s3] ในไฟล์ตั้งค่า และการเชื่อมต่อเครือข่าย',
  },
  bucket_backup_overdue: {
    en: 'The newest backup in the bucket {bucket} is {age, duration} old',
    th: 'ไฟล์สำรองล่าสุดในบักเก็ต {bucket} สร้างไว้ {age, duration} แล้ว',
  },
  no_scheduled_backups: { en: 'There are no scheduled backups', th: 'ยังไม่ได้ตั้งการสำรองข้อมูลอัตโนมัติ' },
  set_backup_folder: {
    en: 'Set backup.folder in the config, preferably on another disk',
    th: 'กำหนด backup.folder ในไฟล์ตั้งค่า ควรอยู่คนละดิสก์',
  },
  litestream_unreadable: {
    en: '{file} cannot be read, so the replication by Litestream is not checked. {why, sentence}',
    th: 'อ่าน {file} ไม่ได้ จึงตรวจการคัดลอกของ Litestream ไม่ได้: {why, message}',
  },
  litestream_stopped: {
    en: 'Litestream has not replicated the database for {span, duration}',
    th: 'Litestream ไม่ได้คัดลอกฐานข้อมูลมา {span, duration}',
  },
  start_litestream: {
    en: 'Start it, or remove {folder} if it is no longer used',
    th: 'เริ่ม Litestream หรือลบ {folder} ถ้าไม่ใช้แล้ว',
  },
  litestream_not_uploading: {
    en: 'Litestream has not uploaded changes for {span, duration}, and the disk is filling up',
    th: 'Litestream ไม่ได้อัปโหลดมา {span, duration} และดิสก์กำลังจะเต็ม',
  },
  check_litestream_log: { en: 'Check the log of Litestream', th: 'ตรวจบันทึกของ Litestream' },

  disk_nearly_full: { en: 'The disk of {file} has {free, size} left', th: 'ดิสก์ของ {file} เหลือ {free, size}' },
  free_disk_space: {
    en: 'Free space or use a larger disk before writes fail',
    th: 'เพิ่มที่ว่างหรือใช้ดิสก์ที่ใหญ่ขึ้นก่อนที่จะบันทึกไม่ได้',
  },
  fix_damage: {
    en: 'Stop the service, then run "raan restore" with the last backup, or "raan salvage {file} NEW" to save what can be read',
    th: 'หยุดระบบ แล้วใช้คำสั่ง raan restore กับไฟล์สำรองล่าสุด หรือ raan salvage {file} NEW เพื่อเก็บข้อมูลที่ยังอ่านได้',
  },
  wal_large: { en: 'The write-ahead log {file}-wal has grown to {wal, size}', th: 'ไฟล์ {file}-wal โตถึง {wal, size}' },
  stop_other_programs: {
    en: 'Stop other programs that have the database open, then restart the service',
    th: 'ปิดโปรแกรมอื่นที่เปิดฐานข้อมูลอยู่ แล้วเริ่มระบบใหม่',
  },
  others_write_folder: { en: 'Other users can write to {folder}', th: 'ผู้ใช้อื่นเขียนใน {folder} ได้' },
  others_open_database: {
    en: 'Other users can open {file}, which contains secrets and customer data',
    th: 'ผู้ใช้อื่นเปิด {file} ซึ่งมีข้อมูลลับและข้อมูลลูกค้าได้',
  },
  file_of_another_user: {
    en: '{file} belongs to another user than {database}',
    th: '{file} และ {database} เป็นของคนละผู้ใช้',
  },

  queue_overdue: {
    en: '{name}: {length} waiting, the oldest for {overdue, duration}',
    th: '{name}: รออยู่ {length} รายการ นานที่สุด {overdue, duration}',
  },
  app_deliveries_failed: computed<{ app: string | number; name: string; store: string; failed: number }>({
    en: ({ app, name, store, failed }) =>
      `App ${app} (${name}) of store ${store}: ${failed === 1 ? '1 delivery' : `${failed} deliveries`} failed in the last 24 hours`,
    th: ({ app, name, store, failed }) =>
      `แอป ${app} (${name}) ของร้าน ${store}: ส่งข้อมูลไม่สำเร็จ ${failed} ครั้งใน 24 ชั่วโมงที่ผ่านมา`,
  }),
  see_deliveries: {
    en: 'See the responses with "raan app deliveries {app}" and inform the partner',
    th: 'ดูผลตอบกลับด้วยคำสั่ง raan app deliveries {app} แล้วแจ้งคู่ค้า',
  },
  few_tracking_numbers: computed<{ shippingType: string; store: string; left: number; cod: boolean }>({
    en: ({ shippingType, store, left, cod }) =>
      `${shippingType} of store ${store} has ${left} ${cod ? 'COD' : 'non-COD'} tracking numbers left`,
    th: ({ shippingType, store, left, cod }) =>
      `${shippingType} ของร้าน ${store} เหลือเลขพัสดุแบบ${cod ? '' : 'ไม่'}เก็บเงินปลายทาง ${left} เลข`,
  }),
  buy_tracking_numbers: {
    en: 'Buy a range and add it with "raan courier set"',
    th: 'ซื้อชุดเลขพัสดุแล้วเพิ่มด้วยคำสั่ง raan courier set',
  },
  no_owner: { en: 'No owner can sign in to the office', th: 'ไม่มีเจ้าของร้านที่เข้าสู่ระบบหลังร้านได้' },
  add_owner: { en: 'Run "raan account add NAME --role owner"', th: 'ใช้คำสั่ง raan account add NAME --role owner' },
  one_time_password_unchanged: {
    en: 'Account {name} still has a one-time password',
    th: 'บัญชี {name} ยังใช้รหัสผ่านชั่วคราว',
  },
  change_one_time_password: {
    en: 'Sign in and change it, or run "raan account disable {name}"',
    th: 'เข้าสู่ระบบแล้วเปลี่ยนรหัส หรือใช้คำสั่ง raan account disable {name}',
  },
  clock_behind: {
    en: 'The clock is {span, duration} behind the newest entry of the database',
    th: 'นาฬิกาช้ากว่าข้อมูลล่าสุด {span, duration}',
  },
  set_clock: {
    en: 'Set the clock and run "timedatectl set-ntp true"',
    th: 'ตั้งนาฬิกาแล้วใช้คำสั่ง timedatectl set-ntp true',
  },
});
