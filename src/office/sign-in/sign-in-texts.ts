import { bilingual } from '../bilingual.ts';

export const signInTexts = bilingual({
  title: ['เข้าสู่ระบบหลังร้าน', 'Sign in'],
  name: ['ชื่อผู้ใช้', 'Username'],
  password: ['รหัสผ่าน', 'Password'],
  signIn: ['เข้าสู่ระบบ', 'Sign in'],
  checkFields: ['ตรวจช่องที่ทำเครื่องหมายไว้', 'Check the fields marked below.'],
  wrong: ['ชื่อผู้ใช้หรือรหัสผ่านไม่ถูกต้อง', 'Wrong username or password.'],
  passwordExpired: [
    'รหัสผ่านชั่วคราวนี้หมดอายุแล้ว (ใช้ได้ 24 ชั่วโมง) ขอรหัสใหม่จากเจ้าของร้าน',
    'This one-time password expired after 24 hours. Ask an owner for a new one.',
  ],
  blocked: [
    (minutes: number) => `ใส่รหัสผ่านผิดหลายครั้ง รอ ${minutes} นาที`,
    (minutes: number) => `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  ],
  forgotten: ['ลืมรหัสผ่าน? ให้เจ้าของร้านตั้งใหม่ให้', 'Forgot your password? An owner can reset it.'],
  noAccount: [
    'ยังไม่มีบัญชีผู้ใช้ เปิดลิงก์ตั้งค่าครั้งแรกที่ระบบแสดงตอนเริ่มทำงาน',
    'There are no accounts yet. Open the setup link that was shown when raan started.',
  ],
  onServer: ['เจ้าของร้านลืมรหัสผ่าน? วิธีตั้งใหม่ (ภาษาอังกฤษ)', 'Owner locked out? How to reset the password'],
  codeTitle: ['ใส่รหัสยืนยัน', 'Enter your code'],
  code: ['รหัสยืนยัน', 'Code'],
  codeHint: ['รหัส 6 หลักจากแอปยืนยันตัวตน หรือรหัสกู้คืน', 'The six digits from your authenticator app, or a recovery code.'],
  codeWrong: ['รหัสไม่ถูกต้องหรือใช้ไปแล้ว', 'The code is wrong or was already used.'],
  codeTooLate: [
    'หมดเวลาใส่รหัส หรือมีการเปลี่ยนรหัสผ่าน เข้าสู่ระบบอีกครั้ง',
    'The sign-in has expired, or the password has changed. Sign in again.',
  ],
  codeLost: [
    'โทรศัพท์และรหัสกู้คืนหาย? ให้เจ้าของร้านปิดการยืนยันตัวตนสองขั้นตอนให้',
    'Lost your phone and your recovery codes? An owner can turn off two-step authentication.',
  ],
  secondStepTitle: ['ยืนยันตัวตนอีกขั้น', 'Second step'],
  recoveryCode: ['รหัสกู้คืน', 'Recovery code'],
  recoveryCodeHint: [
    'รหัสที่ได้รับตอนเพิ่มพาสคีย์ ใช้ได้ครั้งเดียว',
    'From the list that you saved when you added the passkey. Each code works once.',
  ],
  signInWithPasskey: ['เข้าสู่ระบบด้วยพาสคีย์', 'Sign in with a passkey'],
  usePasskey: ['ใช้พาสคีย์', 'Use a passkey'],
  passkeyInstead: [
    'พาสคีย์ต้องใช้ JavaScript และเบราว์เซอร์ที่รองรับ ถ้าไม่มี ให้ใช้ชื่อผู้ใช้กับรหัสผ่าน',
    'Passkeys need JavaScript and a browser that supports them. Without them, use your username and password.',
  ],
  passkeyInsteadOfStep: [
    'พาสคีย์ต้องใช้ JavaScript และเบราว์เซอร์ที่รองรับ ถ้าไม่มี ให้ใช้รหัสจากแอปหรือรหัสกู้คืน',
    'Passkeys need JavaScript and a browser that supports them. Without them, use a code of the app or a recovery code.',
  ],
  passkeyInsteadOfStepRecovery: [
    'พาสคีย์ต้องใช้ JavaScript และเบราว์เซอร์ที่รองรับ ถ้าไม่มี ให้ใช้รหัสกู้คืน',
    'Passkeys need JavaScript and a browser that supports them. Without them, use a recovery code.',
  ],
  passkeyElsewhere: [
    'พาสคีย์ของคุณใช้ได้เฉพาะที่อยู่เว็บที่เพิ่มไว้ ที่นี่ใช้ไม่ได้',
    'Your passkeys belong to another web address of raan and do not work here.',
  ],
  passkeyNotUsed: ['ยังไม่ได้ใช้พาสคีย์ ลองใหม่ หรือใช้วิธีอื่น', 'No passkey was used. Try again, or sign in another way.'],
  passkeyNotMade: ['ยังไม่ได้สร้างพาสคีย์ ลองใหม่', 'No passkey was created. Try again.'],
  passkeyUnknown: [
    'ระบบไม่รู้จักพาสคีย์นี้ อาจถูกลบไปแล้ว ให้ใช้ชื่อผู้ใช้กับรหัสผ่าน',
    'raan does not recognize this passkey. It may have been removed. Use your username and password.',
  ],
  passkeyWrong: ['ใช้พาสคีย์นี้ไม่ได้ ลองพาสคีย์อื่น หรือใช้รหัส', 'This passkey was not accepted. Use another one, or a code.'],
  passkeyCopied: [
    'พาสคีย์นี้อาจถูกคัดลอก จึงใช้เข้าสู่ระบบไม่ได้ ให้ใช้วิธีอื่น แล้วลบพาสคีย์นี้ใน “บัญชีของฉัน”',
    'This passkey may have been copied, so it was not accepted. Sign in another way and remove it in My account.',
  ],
  passkeyExpired: ['หมดเวลาใช้พาสคีย์ ลองใหม่', 'The sign-in has expired. Try again.'],
  expired: ['หมดเวลาใช้งาน เข้าสู่ระบบอีกครั้ง', 'Your session has expired. Sign in again.'],
  inputSaved: ['ข้อมูลที่กรอกไว้ยังอยู่ เข้าสู่ระบบแล้วส่งต่อได้', 'Your input is saved: sign in to submit it.'],
  inputTooLarge: ['ข้อมูลที่กรอกมีขนาดใหญ่เกินไป ต้องกรอกใหม่', 'The form was too large to save. Fill it in again.'],
  resend: ['ส่งข้อมูลที่กรอกค้างไว้', 'Submit your saved form'],
  resendHint: ['ยังไม่ได้ส่งข้อมูล กดปุ่มเพื่อส่ง', 'The form has not been submitted yet.'],
  resendAs: [
    (name: string, store: string) => `ส่งในชื่อ “${name}”${store === '' ? '' : ` ร้าน “${store}”`}`,
    (name: string, store: string) => `Submitting as ${name}${store === '' ? '' : `, store ${store}`}`,
  ],
  filesAgain: ['ต้องเลือกไฟล์แนบใหม่', 'Choose its files again.'],
  submit: ['ส่งข้อมูล', 'Submit'],
  discard: ['ไม่ส่ง ลบข้อมูล', 'Discard'],
  confirmTitle: ['ยืนยันว่าเป็นคุณ', 'Confirm your identity'],
  confirmHint: [
    'รายการนี้สำคัญ ยืนยันตัวตนอีกครั้ง ข้อมูลที่กรอกไว้ยังอยู่',
    'This action is sensitive. Sign in again to continue. Your input is kept.',
  ],
  confirm: ['ยืนยัน', 'Confirm'],
  cancel: ['ยกเลิก', 'Cancel'],
  signedOut: ['ออกจากระบบแล้ว', 'You are signed out'],
});
