import { bilingual } from '../language.ts';

export const backupTexts = bilingual({
  backups: ['สำรองข้อมูล', 'Backups'],
  about: [
    'สำเนาข้อมูลของทุกร้านในระบบ เก็บไว้บนเครื่องนี้ ควรดาวน์โหลดไปเก็บที่อื่นด้วย',
    'Copies of the data of all stores, kept on this machine. Keep a copy elsewhere too.',
  ],
  create: ['สำรองข้อมูล', 'Back up now'],
  created: [(name: string) => `สำรองแล้ว: ${name}`, (name: string) => `Backup created and checked: ${name}`],
  name: ['ไฟล์', 'File'],
  time: ['เวลา', 'Created'],
  size: ['ขนาด', 'Size'],
  download: ['ดาวน์โหลด', 'Download'],
  listCsv: ['รายชื่อไฟล์ (CSV)', 'List of backups (CSV)'],
  empty: ['ยังไม่มีไฟล์สำรอง', 'No backups yet'],
  emptyHint: ['กดสำรองข้อมูล ใช้งานร้านต่อได้ระหว่างสำรอง', 'Create one now. The store stays available meanwhile.'],
  noFolder: ['ยังไม่ได้กำหนดโฟลเดอร์สำรองข้อมูล', 'No backup folder configured'],
  noFolderHint: [
    'เพิ่มบรรทัดนี้ใต้ [backup] ในไฟล์ตั้งค่า raan.toml แล้วเปิดระบบใหม่',
    'Add this under [backup] in raan.toml and restart raan:',
  ],
  copyHint: ['หรือดาวน์โหลดสำเนาข้อมูลทั้งหมดไปเก็บไว้ที่อื่นตอนนี้', 'Or download a copy of all data now.'],
  copy: ['สำรองและดาวน์โหลด', 'Download a copy'],
  schedule: ['สำรองอัตโนมัติ', 'Schedule'],
  every: [
    (every: string, keep: number) => `ทุก ${every} เก็บ ${keep} ไฟล์ล่าสุด`,
    (every: string, keep: number) => `every ${every}, keeping the latest ${keep}`,
  ],
  next: ['ครั้งต่อไป', 'Next'],
  soon: ['เร็วๆ นี้', 'soon'],
  failed: ['สำรองครั้งล่าสุดไม่สำเร็จ', 'The last backup failed'],
  bucket: ['เก็บที่ S3', 'In S3 bucket'],
  none: ['ยังไม่มี', 'none yet'],
  secret: ['ไฟล์สำรองมีข้อมูลลูกค้าและรหัสลับ เก็บในที่ปลอดภัย', 'Backups contain customer data and secrets. Store them safely.'],
});
