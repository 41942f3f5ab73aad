import { catalogue } from './catalogue.ts';

/** Errors about backups, in a folder and in a bucket. */
export const backups = catalogue({
  backup_not_found: { en: 'Backup {name} not found', th: 'ไม่พบไฟล์สำรอง {name}' },
  backup_folder_not_set: {
    en: 'No folder is set for backups. Set "folder" under [backup] in the config file.',
    th: 'ยังไม่ได้กำหนดโฟลเดอร์สำรองข้อมูล ใส่ folder ใต้ [backup] ในไฟล์ตั้งค่า',
  },
  backup_folder_unreadable: {
    en: 'The backup folder {folder} cannot be read. {why, sentence}',
    th: 'อ่านโฟลเดอร์สำรองข้อมูล {folder} ไม่ได้: {why, message}',
  },
  backup_already_made: { en: 'The backup {name} already exists', th: 'มีไฟล์สำรอง {name} อยู่แล้ว รอสักครู่' },
  backup_damaged: { en: 'The backup is damaged. {problems, sentences}', th: 'ไฟล์สำรองไม่สมบูรณ์: {problems, messages}' },
  backup_not_writable: {
    en: 'The copy cannot be written to {folder}. {why, sentence}',
    th: 'เขียนไฟล์สำรองที่ {folder} ไม่ได้: {why, message}',
  },
  database_write_busy: {
    en: 'Another program keeps writing to the database, so it cannot be backed up until that program is done',
    th: 'มีโปรแกรมอื่นเขียนฐานข้อมูลอยู่ตลอดเวลา จึงสำรองข้อมูลไม่ได้จนกว่าโปรแกรมนั้นจะเสร็จ',
  },

  backup_file_missing: { en: '{file} does not exist', th: 'ไม่มีไฟล์ {file}' },
  backup_not_a_file: { en: '{file} is not a file. Specify the path of a backup.', th: '{file} ไม่ใช่ไฟล์ ระบุไฟล์สำรอง' },
  backup_is_the_database: {
    en: '{file} is the database in use. Specify the path of a backup.',
    th: '{file} คือฐานข้อมูลที่ใช้อยู่ ระบุไฟล์สำรอง',
  },
  backup_is_left_over: {
    en: '{file} was left behind by an interrupted restore. Specify the path of a backup.',
    th: '{file} เป็นไฟล์ที่ค้างจากการกู้คืนที่ไม่เสร็จ ระบุไฟล์สำรอง',
  },
  backup_target_exists: {
    en: '{file} already exists. Choose another name, or remove the file if an interrupted backup left it behind.',
    th: 'มี {file} อยู่แล้ว ให้ใช้ชื่ออื่น หรือลบไฟล์ถ้าค้างจากครั้งก่อน',
  },
  backup_not_logged: {
    en: '{file} is complete, but was not recorded in the audit log. {why, sentence}',
    th: '{file} สมบูรณ์ แต่บันทึกการใช้งานไม่มีรายการนี้: {why, message}',
  },
  backup_not_restored: { en: '{file} was not restored. {why, sentence}', th: 'ไม่ได้กู้คืน {file}: {why, message}' },
  backup_file_damaged: { en: '{file} is damaged. {why, sentence}', th: '{file} ไม่สมบูรณ์: {why, message}' },
  backup_empty: { en: 'It is empty', th: 'ไฟล์ว่างเปล่า' },
  backup_not_a_database: { en: 'It is not a database', th: 'ไม่ใช่ฐานข้อมูล' },
  backup_of_another_program: { en: 'It is a database of another program', th: 'เป็นฐานข้อมูลของโปรแกรมอื่น' },
  backup_cut_off: { en: 'It is truncated', th: 'ไฟล์ขาดหายไปบางส่วน' },
  backup_unreadable: { en: 'It cannot be read ({why})', th: 'อ่านไม่ได้ ({why})' },
  backup_not_readable_by_sqlite: { en: 'SQLite cannot read it ({why})', th: 'SQLite อ่านไม่ได้ ({why})' },

  backup_not_encrypted: { en: 'It is not encrypted', th: 'ไฟล์ไม่ได้เข้ารหัส' },
  backup_encryption_changed: {
    en: 'It is truncated, or was modified after encryption',
    th: 'ไฟล์ขาดหายไปบางส่วน หรือถูกแก้ไขหลังเข้ารหัส',
  },
  backup_encrypted_for_others: {
    en: 'It is encrypted for another recipient: the identity in {source} cannot decrypt it',
    th: 'ไฟล์เข้ารหัสด้วยกุญแจอื่น กุญแจส่วนตัวใน {source} เปิดไม่ได้',
  },
  backup_needs_identity: {
    en: '{file} is encrypted. Specify the file with the age private key: --identity FILE, or RAAN_AGE_IDENTITY_FILE.',
    th: '{file} เข้ารหัสไว้ ระบุไฟล์กุญแจส่วนตัวของ age ด้วย --identity FILE หรือ RAAN_AGE_IDENTITY_FILE',
  },
  backup_encryption_failed: {
    en: 'The encrypted backup could not be read back correctly. Check the memory and the disk of this machine.',
    th: 'อ่านไฟล์สำรองที่เข้ารหัสกลับมาแล้วไม่ตรงกับที่เขียน ตรวจหน่วยความจำและดิสก์ของเครื่องนี้',
  },
  backup_name_not_encrypted: {
    en: 'Backups are encrypted, because backup.age_recipients is set. Use a name that ends in .age, or add --unencrypted.',
    th: 'ไฟล์สำรองต้องเข้ารหัส เพราะตั้ง backup.age_recipients ไว้ ให้ใช้ชื่อที่ลงท้ายด้วย .age หรือเพิ่ม --unencrypted',
  },
  backup_name_without_recipients: {
    en: 'A name that ends in .age is for an encrypted backup. Set backup.age_recipients in the config file, or use another name.',
    th: 'ชื่อที่ลงท้ายด้วย .age ใช้กับไฟล์สำรองที่เข้ารหัส ตั้ง backup.age_recipients ในไฟล์ตั้งค่า หรือใช้ชื่ออื่น',
  },
  salvage_of_encrypted: {
    en: '{file} is encrypted. Encrypted backups were intact when they were created, and a damaged one cannot be decrypted. Use "raan restore".',
    th: '{file} เข้ารหัสไว้ raan เข้ารหัสเฉพาะไฟล์สำรองที่สมบูรณ์ และไฟล์ที่เสียหายถอดรหัสไม่ได้ ให้ใช้คำสั่ง raan restore',
  },

  identity_unreadable: {
    en: 'The identity file {file} cannot be read: {why}',
    th: 'อ่านไฟล์กุญแจส่วนตัว {file} ไม่ได้: {why}',
  },
  identity_malformed: {
    en: 'Line {line} of {file} is not a private key of age (AGE-SECRET-KEY-1…)',
    th: 'บรรทัดที่ {line} ของ {file} ไม่ใช่กุญแจส่วนตัวของ age (AGE-SECRET-KEY-1…)',
  },
  identity_missing: {
    en: 'There is no private key of age (AGE-SECRET-KEY-1…) in {file}',
    th: 'ไม่มีกุญแจส่วนตัวของ age (AGE-SECRET-KEY-1…) ใน {file}',
  },

  s3_not_set: {
    en: 'No "endpoint" is set under [backup.s3] in the config file',
    th: 'ยังไม่ได้กำหนด endpoint ใต้ [backup.s3] ในไฟล์ตั้งค่า',
  },
  s3_keys_missing: {
    en: 'backup.s3.access_key and backup.s3.secret_key must be set because backup.s3.endpoint is set. They can also be RAAN_S3_ACCESS_KEY and RAAN_S3_SECRET_KEY of the environment (those of the service, in root’s shell: {command}).',
    th: 'ต้องตั้ง backup.s3.access_key และ backup.s3.secret_key เพราะตั้ง backup.s3.endpoint ไว้ หรือใช้ตัวแปร RAAN_S3_ACCESS_KEY และ RAAN_S3_SECRET_KEY',
  },
  s3_backup_not_found: {
    en: 'Backup {name} not found in the bucket {bucket}',
    th: 'ไม่พบไฟล์สำรอง {name} ในบักเก็ต {bucket}',
  },
  s3_has_no_backup: { en: 'There is no backup in the bucket {bucket}', th: 'ไม่มีไฟล์สำรองในบักเก็ต {bucket}' },
  s3_unreachable: { en: 'S3 cannot be reached ({request}: {why})', th: 'ติดต่อ S3 ไม่ได้ ({request}: {why})' },
  s3_bucket_missing: { en: 'Bucket not found in S3 ({request}: {answer})', th: 'ไม่พบบักเก็ตที่ S3 ({request}: {answer})' },
  s3_keys_rejected: {
    en: 'S3 rejected the keys. Check access_key and secret_key ({request}: {answer}).',
    th: 'S3 ไม่รับรหัสเข้าใช้ ตรวจ access_key และ secret_key ({request}: {answer})',
  },
  s3_access_key_unknown: {
    en: 'S3 does not know this access_key ({request}: {answer})',
    th: 'S3 ไม่รู้จัก access_key นี้ ({request}: {answer})',
  },
  s3_secret_key_wrong: {
    en: 'The secret_key of S3 is wrong ({request}: {answer})',
    th: 'secret_key ของ S3 ไม่ถูกต้อง ({request}: {answer})',
  },
  s3_clock_wrong: {
    en: 'S3 rejected the request because the clock of this machine is wrong ({request}: {answer})',
    th: 'นาฬิกาของเครื่องนี้ไม่ตรง S3 จึงไม่รับ ({request}: {answer})',
  },
  s3_access_denied: {
    en: 'S3 denies access with these keys ({request}: {answer})',
    th: 'S3 ไม่ให้สิทธิ์รหัสเข้าใช้นี้ ({request}: {answer})',
  },
  s3_wrong_region: {
    en: 'The region or endpoint is not that of the bucket ({request}: {answer})',
    th: 'region หรือ endpoint ของ S3 ไม่ใช่ของบักเก็ตนี้ ({request}: {answer})',
  },
  s3_full: { en: 'The storage of S3 is full ({request}: {answer})', th: 'ที่เก็บของ S3 เต็ม ({request}: {answer})' },
  s3_rejected: { en: 'S3 rejected the request ({request}: {answer})', th: 'S3 ไม่รับคำขอ ({request}: {answer})' },
  s3_incomplete: {
    en: 'The backup {name} in S3 is incomplete: it has {stored, number} of {size, number} bytes',
    th: 'ไฟล์สำรอง {name} ที่ S3 ไม่ครบ มี {stored, number} ไบต์ ควรมี {size, number} ไบต์',
  },
});
