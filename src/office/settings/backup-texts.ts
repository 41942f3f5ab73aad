import { bilingual } from '../language.ts';

export const backupTexts = bilingual({
  backups: ['สำรองข้อมูล', 'Backups'],
  about: [
    'สำเนาข้อมูลทั้งหมดของทุกร้านในระบบนี้ เก็บไว้บนเครื่องนี้ ดาวน์โหลดไปเก็บที่อื่นด้วยเสมอ',
    'Copies of all data of every store here, kept on this machine. Keep one elsewhere too.',
  ],
  make: ['สำรองเดี๋ยวนี้', 'Make one now'],
  made: [(name: string) => `สำรองแล้ว: ${name}`, (name: string) => `Made and checked: ${name}`],
  name: ['ไฟล์', 'File'],
  time: ['เวลา', 'Made'],
  size: ['ขนาด', 'Size'],
  download: ['ดาวน์โหลด', 'Download'],
  listCsv: ['รายชื่อไฟล์ (CSV)', 'List of these files (CSV)'],
  empty: ['ยังไม่มีสำเนา', 'No backup yet'],
  aboutEmpty: ['กดสำรองเดี๋ยวนี้ ใช้งานร้านต่อได้ระหว่างสำรอง', 'Make one now; the store goes on meanwhile.'],
  noFolder: ['ยังไม่ได้กำหนดโฟลเดอร์สำรองข้อมูล', 'No folder is set for backups'],
  aboutNoFolder: [
    'เพิ่มบรรทัดนี้ใต้ [backup] ในไฟล์ตั้งค่า raan.toml แล้วเปิดระบบใหม่',
    'Add this under [backup] in the config file raan.toml and start raan anew:',
  ],
  aboutCopy: [
    'หรือดาวน์โหลดสำเนาข้อมูลทั้งหมดตอนนี้ ไปเก็บไว้ที่อื่น',
    'Or download a copy of all data as it is now, and keep it elsewhere.',
  ],
  copy: ['สำรองและดาวน์โหลดเดี๋ยวนี้', 'Make a copy and download it'],
  schedule: ['สำรองอัตโนมัติ', 'Schedule'],
  every: [
    (every: string, keep: number) => `ทุก ${every} เก็บไว้ ${keep} ไฟล์ล่าสุด`,
    (every: string, keep: number) => `Every ${every}; the newest ${keep} are kept`,
  ],
  next: ['ครั้งต่อไป', 'Next'],
  soon: ['เร็วๆ นี้', 'soon'],
  failed: ['ครั้งล่าสุดไม่สำเร็จ', 'The last one failed'],
  bucket: ['เก็บที่ S3', 'In the bucket'],
  notYet: ['ยังไม่มี', 'none yet'],
  secret: ['ไฟล์สำรองมีข้อมูลลูกค้าและรหัสลับ เก็บให้ปลอดภัย', 'A backup holds customers and secrets: keep it safe.'],
});
