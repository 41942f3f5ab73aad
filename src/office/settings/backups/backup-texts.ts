import { bilingual } from '../../bilingual.ts';

export const backupTexts = bilingual({
  backups: ['สำรองข้อมูล', 'Backups'],
  about: [
    'ไฟล์สำรองคือสำเนาข้อมูลทั้งหมดของทุกร้าน ใช้กู้คืนเมื่อเครื่องเสียหรือลบข้อมูลผิด ใช้งานร้านต่อได้ระหว่างสำรอง',
    'A backup is a copy of all data of all stores. Restore it if the machine fails or data is deleted by mistake. The store stays available during a backup.',
  ],
  create: ['สำรองตอนนี้', 'Back up now'],
  created: [(name: string) => `สำรองแล้ว: ${name}`, (name: string) => `Backup created and checked: ${name}`],

  upToDate: ['สำรองตามกำหนด', 'Up to date'],
  behind: ['เลยกำหนด', 'Late'],
  notYet: ['ยังไม่มีไฟล์สำรอง', 'No backup yet'],
  state: ['สถานะ', 'Status'],
  off: ['ปิดใช้งาน', 'Off'],
  last: ['ครั้งล่าสุด', 'Last backup'],
  next: ['ครั้งต่อไป', 'Next backup'],
  soon: ['เร็ว ๆ นี้', 'soon'],
  kept: ['เก็บไว้', 'Kept'],
  keptOf: [
    (kept: number, keep: number) => `${kept} ไฟล์ (สูงสุด ${keep})`,
    (kept: number, keep: number) => `${kept} of at most ${keep}`,
  ],
  failed: ['สำรองครั้งล่าสุดไม่สำเร็จ', 'The last backup failed'],
  elsewhere: ['สำเนานอกเครื่อง', 'Off-site copy'],
  inBucket: [
    (bucket: string, name: string | undefined) => `S3 ${bucket}: ${name ?? 'ยังไม่มี'}`,
    (bucket: string, name: string | undefined) => `S3 bucket ${bucket}: ${name ?? 'none yet'}`,
  ],
  notElsewhere: [
    'ไม่มี ถ้าเครื่องนี้เสีย ไฟล์สำรองจะหายไปด้วย ควรดาวน์โหลดไปเก็บที่อื่นเป็นประจำ',
    'None. If this machine fails, its backups are lost too. Download one regularly and keep it somewhere else.',
  ],
  downloadLast: ['ดาวน์โหลดไฟล์ล่าสุด', 'Download the latest'],
  copy: ['ดาวน์โหลดสำเนาตอนนี้', 'Download a copy now'],

  offHint: [
    'ยังไม่มีการสำรองอัตโนมัติ ถ้าเครื่องเสีย ข้อมูลทั้งหมดจะหาย',
    'Nothing is backed up automatically. If this machine fails, all data is lost.',
  ],
  turnOn: ['เปิดการสำรองอัตโนมัติ', 'Turn on automatic backups'],
  turnedOn: ['เปิดการสำรองอัตโนมัติแล้ว', 'Automatic backups are on'],
  settings: ['การสำรองอัตโนมัติ', 'Automatic backups'],
  everyHours: ['สำรองทุก', 'Back up every'],
  keep: ['จำนวนไฟล์ที่เก็บ', 'Backups to keep'],
  keepHint: ['ระบบลบไฟล์ที่เก่ากว่านั้นให้เอง', 'Older ones are deleted automatically.'],
  fromConfig: ['กลับไปใช้ค่าจากไฟล์ตั้งค่า', 'Use the settings of the config file'],
  fromConfigAsk: [
    'ความถี่และจำนวนไฟล์จะกลับไปใช้ตามไฟล์ตั้งค่าของเครื่อง',
    'The config file on this machine sets the interval and the number of backups again.',
  ],

  name: ['ไฟล์', 'File'],
  time: ['เวลา', 'Created'],
  size: ['ขนาด', 'Size'],
  bytes: ['ขนาด (ไบต์)', 'Size (bytes)'],
  download: ['ดาวน์โหลด', 'Download'],
  secret: ['ไฟล์สำรองมีข้อมูลลูกค้าและรหัสลับ เก็บในที่ปลอดภัย', 'Backups contain customer data and secrets. Store them safely.'],
  encrypted: [
    'ไฟล์สำรองเข้ารหัสไว้ การกู้คืนต้องใช้กุญแจส่วนตัวของ age และไฟล์ raan.key ถ้ากุญแจส่วนตัวหาย จะไม่มีใครเปิดไฟล์เหล่านี้ได้อีก',
    'Backups are encrypted. A restore needs the age private key and raan.key. If the private key is lost, the backups can no longer be restored.',
  ],
  technical: ['รายละเอียดทางเทคนิค', 'Technical details'],
  folder: ['โฟลเดอร์', 'Folder'],
  configHint: [
    'โฟลเดอร์ การเข้ารหัส และ S3 กำหนดในไฟล์ตั้งค่าของเครื่อง',
    'The folder, encryption and S3 bucket are set in the config file on this machine.',
  ],
  more: ['วิธีสำรองและกู้คืน (ภาษาอังกฤษ)', 'How to back up and restore'],
  listFile: ['รายชื่อไฟล์', 'List of backups'],
});
