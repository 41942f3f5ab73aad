import type { Template } from './template.ts';

/** Of backups, here and in a bucket: what kind of trouble it is, then the words of who has it. */
export const BACKUPS: readonly Template[] = [
  ['there is no backup {name}', 'ไม่พบไฟล์สำรอง {name}'],
  [
    'no folder is set for backups: set "folder" under [backup] in the config file',
    'ยังไม่ได้กำหนดโฟลเดอร์สำรองข้อมูล ใส่ folder ใต้ [backup] ในไฟล์ตั้งค่า',
  ],
  ['the backup {name} is made already', 'มีไฟล์สำรอง {name} อยู่แล้ว กรุณารอสักครู่'],

  ['the backup is not sound: {faults:faults}', 'ไฟล์สำรองไม่สมบูรณ์: {faults}'],
  [
    'stock does not agree with its ledger: run "raan stock repair"',
    'สต็อกไม่ตรงกับรายการเคลื่อนไหว ให้ผู้ดูแลระบบใช้คำสั่ง raan stock repair',
  ],
  ['the ledger has entries that no other leads to', 'มีรายการเคลื่อนไหวที่ขาดการเชื่อมต่อกับรายการอื่น'],
  ['a row refers to another that is not there', 'มีข้อมูลที่อ้างถึงรายการซึ่งไม่มีอยู่'],
  ['{table} has {found:count} rows in place of {rows:count}', 'ตาราง {table} มี {found} แถว ควรมี {rows} แถว'],

  [
    'another program writes to the database all the time; try again when it is done',
    'มีโปรแกรมอื่นเขียนฐานข้อมูลอยู่ตลอดเวลา จะลองใหม่เมื่อโปรแกรมนั้นเสร็จ',
  ],
  ['the copy cannot be written to {place}: {why:why}', 'เขียนไฟล์สำรองที่ {place} ไม่ได้: {why}'],
  ['the disk is full; make room, or name another folder', 'ดิสก์เต็ม กรุณาเพิ่มที่ว่าง หรือกำหนดโฟลเดอร์อื่น'],
  [
    'the file system or a limit of this process takes no file of that size',
    'ระบบไฟล์หรือขีดจำกัดของโปรแกรมไม่รับไฟล์ใหญ่ขนาดนี้',
  ],
  ['the disk is full, broken, or takes no file of that size', 'ดิสก์เต็ม เสีย หรือไม่รับไฟล์ใหญ่ขนาดนี้'],
  ['this user may not write there', 'โปรแกรมไม่มีสิทธิ์เขียนที่นั่น'],
  ['it is mounted for reading only', 'ดิสก์นั้นอ่านได้อย่างเดียว'],
  ['there is no such folder', 'ไม่มีโฟลเดอร์นั้น'],
  ['what is there is no folder', 'สิ่งที่อยู่ตรงนั้นไม่ใช่โฟลเดอร์'],
  ['what should be its folder is a file', 'ตำแหน่งที่ควรเป็นโฟลเดอร์เป็นไฟล์'],
  ['its links lead in a circle', 'ลิงก์ของตำแหน่งนั้นชี้วนกลับมาที่เดิม'],
  ['its name is too long', 'ชื่อยาวเกินไป'],
  ['its disk does not work', 'ดิสก์นั้นใช้งานไม่ได้'],
  ['the system answers {code}', 'ระบบตอบว่า {code}'],
  ['the folder of backups {folder} cannot be read: {why:why}', 'อ่านโฟลเดอร์สำรองข้อมูล {folder} ไม่ได้: {why}'],
  ['this user may not read it', 'โปรแกรมไม่มีสิทธิ์อ่าน'],

  ['S3: {what} at {bucket}: 404 NoSuchBucket', 'ไม่พบบักเก็ตที่ S3 ({what} ที่ {bucket}: 404 NoSuchBucket)'],
  ['S3: {what} at {bucket}: 401', 'S3 ไม่รับรหัสเข้าใช้ กรุณาตรวจ access_key และ secret_key ({what} ที่ {bucket}: 401)'],
  ['S3: {what} at {bucket}: 403', 'S3 ไม่ให้สิทธิ์รหัสเข้าใช้นี้ ({what} ที่ {bucket}: 403)'],
  ['S3: {what} at {bucket}: 403 {code}', 'S3 ไม่ให้สิทธิ์รหัสเข้าใช้นี้ ({what} ที่ {bucket}: 403 {code})'],
  [
    'S3: {what} at {bucket}: 403 InvalidAccessKeyId',
    'S3 ไม่รู้จัก access_key นี้ ({what} ที่ {bucket}: 403 InvalidAccessKeyId)',
  ],
  [
    'S3: {what} at {bucket}: 403 SignatureDoesNotMatch',
    'secret_key ของ S3 ไม่ถูกต้อง ({what} ที่ {bucket}: 403 SignatureDoesNotMatch)',
  ],
  [
    'S3: {what} at {bucket}: 403 RequestTimeTooSkewed',
    'นาฬิกาของเครื่องนี้ไม่ตรง S3 จึงไม่รับ ({what} ที่ {bucket}: 403 RequestTimeTooSkewed)',
  ],
  [
    'S3: {what} at {bucket}: {status:id} {code:region}',
    'region หรือ endpoint ของ S3 ไม่ใช่ของบักเก็ตนี้ ({what} ที่ {bucket}: {status} {code})',
  ],
  ['S3: {what} at {bucket}: 507', 'ที่เก็บของ S3 เต็ม ({what} ที่ {bucket}: 507)'],
  ['S3: {what} at {bucket}: 507 {code}', 'ที่เก็บของ S3 เต็ม ({what} ที่ {bucket}: 507 {code})'],
  ['S3: {what} at {bucket}: {status:id}', 'S3 ไม่รับไฟล์สำรอง ({what} ที่ {bucket}: {status})'],
  ['S3: {what} at {bucket}: {status:id} {code}', 'S3 ไม่รับไฟล์สำรอง ({what} ที่ {bucket}: {status} {code})'],
  ['S3: {what} at {bucket}: {why}', 'ติดต่อ S3 ไม่ได้ ({what} ที่ {bucket}: {why})'],
  [
    'S3: {what}: {there:count} bytes are there in place of {size:count}',
    'ไฟล์สำรองที่ S3 ไม่ครบ มี {there} ไบต์ ควรมี {size} ไบต์ ({what})',
  ],
];
