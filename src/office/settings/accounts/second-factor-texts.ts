import { bilingual } from '../../bilingual.ts';

export const secondFactorTexts = bilingual({
  title: ['การยืนยันตัวตนสองขั้นตอน', 'Two-step sign-in'],
  me: ['บัญชีของฉัน', 'My account'],
  on: ['เปิดอยู่', 'On'],
  off: ['ปิดอยู่', 'Off'],
  manage: ['จัดการ', 'Manage'],
  hint: [
    'หลังใส่รหัสผ่าน ต้องใส่รหัส 6 หลักจากแอปยืนยันตัวตนในโทรศัพท์ด้วย เช่น Google Authenticator',
    'After the password, signing in also needs six digits from an authenticator app on your phone, such as Google Authenticator.',
  ],
  start: ['เริ่มตั้งค่า', 'Set up'],
  scan: ['สแกน QR นี้ด้วยแอปยืนยันตัวตน หรือพิมพ์รหัสตั้งค่าเอง', 'Scan this QR code with the app, or type the setup key.'],
  qr: ['QR สำหรับแอปยืนยันตัวตน', 'QR code for the authenticator app'],
  key: ['รหัสตั้งค่า', 'Setup key'],
  code: ['รหัส 6 หลักจากแอป', 'Six-digit code from the app'],
  turnOn: ['เปิดใช้', 'Turn on'],
  cancel: ['ยกเลิก', 'Cancel'],
  codesLeft: [(left: number) => `เหลือรหัสกู้คืน ${left} รหัส`, (left: number) => `${left} recovery codes left`],
  newCodes: ['สร้างรหัสกู้คืนใหม่', 'New recovery codes'],
  newCodesHint: ['รหัสกู้คืนชุดเดิมจะใช้ไม่ได้อีก', 'The earlier recovery codes stop working.'],
  codes: ['รหัสกู้คืน', 'Recovery codes'],
  codesOnce: [
    'รหัสเหล่านี้แสดงครั้งเดียว แต่ละรหัสใช้แทนรหัสจากแอปได้หนึ่งครั้ง กรุณาเก็บไว้ในที่ปลอดภัยนอกโทรศัพท์',
    'These codes are shown only once. Each replaces a code of the app once. Keep them in a safe place, not on the phone.',
  ],
  done: ['เก็บรหัสแล้ว', 'I have saved the codes'],
  turnOff: ['ปิดการใช้งาน', 'Turn off'],
  turnOffFor: ['ปิดการยืนยันตัวตนสองขั้นตอน', 'Turn off two-step sign-in'],
  turnOffHint: [
    'การเข้าสู่ระบบจะใช้รหัสผ่านอย่างเดียว และรหัสกู้คืนจะใช้ไม่ได้',
    'Signing in needs only the password then. The recovery codes stop working.',
  ],
  turnedOff: ['ปิดการยืนยันตัวตนสองขั้นตอนแล้ว', 'Two-step sign-in is off'],
});
