import { catalogue } from './catalogue.ts';

/** Errors for the operator: config file, certificate, ports, key file, folders. */
export const operator = catalogue({
  config_unreadable: { en: 'The config file {file} cannot be read: {why}', th: 'อ่านไฟล์ตั้งค่า {file} ไม่ได้: {why}' },
  config_not_toml: { en: 'Not valid TOML: {why}', th: 'ไม่ใช่ TOML ที่ถูกต้อง: {why}' },
  config_certificate_incomplete: {
    en: 'listen.tls_cert and listen.tls_key only work together. Set both or neither.',
    th: 'listen.tls_cert และ listen.tls_key ต้องใช้คู่กัน ตั้งทั้งสองหรือไม่ตั้งเลย',
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
  config_not_a_file_name: { en: 'Must be a file name', th: 'ต้องเป็นชื่อไฟล์' },
  config_not_a_host: { en: 'Must be an IP address or a host name', th: 'ต้องเป็น IP หรือชื่อเครื่อง' },
  config_not_days: {
    en: 'Must be a number of days such as "365d", or empty',
    th: 'ต้องเป็นจำนวนวัน เช่น "365d" หรือเว้นว่าง',
  },
  config_not_an_interval: { en: 'Must be a whole number followed by m, h or d', th: 'ต้องเป็นจำนวนเต็มตามด้วย m, h หรือ d' },
  config_not_a_bucket: { en: 'Must be the name of a bucket', th: 'ต้องเป็นชื่อบักเก็ต' },
  config_not_an_age_recipient: {
    en: 'Must be an age public key: age1 and 58 more characters. "raan key new-identity" generates one.',
    th: 'ต้องเป็นกุญแจสาธารณะของ age คือ age1 ตามด้วยอีก 58 ตัวอักษร สร้างได้ด้วยคำสั่ง raan key new-identity',
  },
  config_not_a_prefix: {
    en: 'Must only contain A-Z, a-z, 0-9 and . _ / -',
    th: 'ต้องเป็น A-Z, a-z, 0-9 และ . _ / - เท่านั้น',
  },
  certificate_invalid: {
    en: '{tls_cert} and {tls_key} are not a matching certificate and key ({why}). Renew both.',
    th: '{tls_cert} และ {tls_key} ไม่ใช่ใบรับรองที่คู่กับกุญแจ ({why}) ต่ออายุทั้งสองไฟล์',
  },
  certificate_file_unreadable: { en: 'The file cannot be read: {why}', th: 'อ่านไฟล์ไม่ได้: {why}' },

  port_in_use: {
    en: 'Port {port} on {host} is already in use. Set listen.port in the config or stop the other program.',
    th: 'พอร์ต {port} ที่ {host} มีโปรแกรมอื่นใช้อยู่ เปลี่ยน listen.port หรือหยุดโปรแกรมนั้น',
  },
  port_not_allowed: {
    en: 'This user is not allowed to listen on port {port}. Set listen.port in the config to 1024 or more.',
    th: 'ผู้ใช้นี้เปิดพอร์ต {port} ไม่ได้ ตั้ง listen.port เป็น 1024 ขึ้นไป',
  },
  cannot_listen: {
    en: 'Cannot listen on {host} port {port}: {why}. Check listen.host and listen.port in the config.',
    th: 'เปิดรับที่ {host} พอร์ต {port} ไม่ได้: {why} ตรวจ listen.host และ listen.port ในไฟล์ตั้งค่า',
  },
  cannot_serve_metrics: {
    en: 'Cannot serve metrics on {host} port {port}: {why}. Check [metrics] in the config.',
    th: 'เปิด metrics ที่ {host} พอร์ต {port} ไม่ได้: {why} ตรวจ [metrics] ในไฟล์ตั้งค่า',
  },
  disk_failed: {
    en: 'The disk of {file} has failed ({why}), so the service has stopped. Check the system log, repair the disk, run "raan check" and start again.',
    th: 'ดิสก์ของ {file} มีปัญหา ({why}) ระบบจึงหยุดทำงาน ดูบันทึกของระบบ ซ่อมดิสก์ ใช้คำสั่ง raan check แล้วเริ่มใหม่',
  },

  key_unknown: {
    en: 'The secrets in the database need the key {ids, conjunction}, which is not in {file}. Restore the key file from your copy. If it is lost permanently, run "raan key discard-unreadable" and set these secrets again.',
    th: 'ข้อมูลลับในฐานข้อมูลต้องใช้กุญแจ {ids, conjunction} ซึ่งไม่มีใน {file} ให้นำไฟล์กุญแจที่สำเนาไว้กลับมา ถ้าหายถาวร ให้ใช้คำสั่ง raan key discard-unreadable แล้วตั้งรหัสลับเหล่านั้นใหม่',
  },
  key_missing: {
    en: 'There is no key in {file}, but secrets in the database were encrypted with one. Restore the key file. If it is lost permanently, run "raan key discard-unreadable".',
    th: 'ไม่มีกุญแจใน {file} แต่ข้อมูลลับในฐานข้อมูลเข้ารหัสไว้แล้ว ให้นำไฟล์กุญแจกลับมา ถ้าหายถาวร ให้ใช้คำสั่ง raan key discard-unreadable',
  },
  key_unreadable: {
    en: 'The key file {file} cannot be read: {why}. Grant this user read permission.',
    th: 'อ่านไฟล์กุญแจ {file} ไม่ได้: {why} ให้สิทธิ์แก่ผู้ใช้นี้',
  },
  key_malformed: {
    en: 'Line {line} of {file} is not a key. Restore the key file from your copy.',
    th: 'บรรทัดที่ {line} ของ {file} ไม่ใช่กุญแจ ให้นำไฟล์กุญแจที่สำเนาไว้กลับมา',
  },
  key_not_writable: { en: 'The key file {file} cannot be written: {why}', th: 'เขียนไฟล์กุญแจ {file} ไม่ได้: {why}' },
  key_not_a_file: {
    en: 'The key comes from {file}, which raan cannot write. Set RAAN_KEY_FILE to a file with the key instead.',
    th: 'กุญแจมาจาก {file} ซึ่ง raan เขียนไม่ได้ กำหนด RAAN_KEY_FILE เป็นไฟล์ที่มีกุญแจแทน',
  },
  secret_damaged: {
    en: 'The secret in {place} cannot be decrypted: it was changed, or belongs to another row. Reset it.',
    th: 'ถอดรหัสข้อมูลลับใน {place} ไม่ได้ เพราะถูกแก้ไขหรือเป็นของแถวอื่น ตั้งรหัสลับใหม่',
  },

  library_cannot_be_loaded: {
    en: '{library, library} cannot be unpacked and loaded: {why, messages}. Give this user write permission to one of these folders, with free space and not mounted noexec, or set TMPDIR to another folder.',
    th: 'เปิด{library, library} ไม่ได้: {why, messages} ตั้ง TMPDIR เป็นโฟลเดอร์ที่ผู้ใช้นี้เขียนและเรียกใช้ไฟล์ได้',
  },
  picture_library_needs_x86_64_v2: {
    en: 'The image library needs a processor with x86-64-v2, which is available since 2009. Run raan on another machine.',
    th: 'ไลบรารีสำหรับอ่านรูปต้องใช้ซีพียูที่รองรับ x86-64-v2 ซึ่งมีตั้งแต่ปี 2009 ให้ใช้ raan ในเครื่องอื่น',
  },
  folder_not_private: {
    en: '{folder} is not a private directory of this user',
    th: '{folder} ไม่ใช่โฟลเดอร์ส่วนตัวของผู้ใช้นี้',
  },
  folder_writable_by_others: { en: '{folder} is writable by other users', th: 'ผู้ใช้อื่นเขียน {folder} ได้' },
  folder_of_another_user: { en: '{folder} belongs to another user', th: '{folder} เป็นของผู้ใช้อื่น' },
});
