import { bilingual } from '../bilingual.ts';

export const signInTexts = bilingual({
  title: ['เข้าสู่ระบบหลังร้าน', 'Sign in'],
  name: ['ชื่อผู้ใช้', 'Username'],
  password: ['รหัสผ่าน', 'Password'],
  signIn: ['เข้าสู่ระบบ', 'Sign in'],
  wrong: ['ชื่อผู้ใช้หรือรหัสผ่านไม่ถูกต้อง', 'Wrong username or password.'],
  passwordExpired: [
    'รหัสผ่านชั่วคราวนี้หมดอายุแล้ว (ใช้ได้ 24 ชั่วโมง) กรุณาขอรหัสใหม่จากเจ้าของร้าน หรือใช้คำสั่ง raan account reset-password บนเครื่องที่ติดตั้ง',
    'This one-time password has expired after 24 hours. Ask an owner for a new one, or run raan account reset-password on the server.',
  ],
  blocked: [
    (minutes: number) => `ใส่รหัสผ่านผิดหลายครั้ง กรุณารอ ${minutes} นาที`,
    (minutes: number) => `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  ],
  forgotten: [
    'ลืมรหัสผ่าน? ให้เจ้าของร้านตั้งใหม่ หรือใช้คำสั่ง raan account reset-password บนเครื่องที่ติดตั้ง',
    'Forgot your password? An owner can reset it, or run raan account reset-password on the server.',
  ],
  noAccount: [
    'ยังไม่มีบัญชีผู้ใช้ เปิดลิงก์ที่ raan serve แสดงตอนเริ่มทำงาน หรือสร้างบัญชีด้วยคำสั่ง raan init หรือ raan account add บนเครื่องที่ติดตั้ง',
    'There are no accounts yet. Open the one-time link that raan serve printed when it started, or create an account on the server with raan init or raan account add.',
  ],
  codeTitle: ['ใส่รหัสยืนยัน', 'Enter your code'],
  code: ['รหัสยืนยัน', 'Code'],
  codeHint: ['รหัส 6 หลักจากแอปยืนยันตัวตน หรือรหัสกู้คืน', 'The six digits from your authenticator app, or a recovery code.'],
  codeWrong: ['รหัสไม่ถูกต้องหรือใช้ไปแล้ว', 'Wrong code, or a code that was used before.'],
  codeTooLate: [
    'ใส่รหัสช้าเกินไป หรือรหัสผ่านเพิ่งเปลี่ยน กรุณาเข้าสู่ระบบอีกครั้ง',
    'The code came too late, or the password has changed. Sign in again.',
  ],
  codeLost: [
    'โทรศัพท์และรหัสกู้คืนหาย? ให้เจ้าของร้านปิดการยืนยันตัวตนสองขั้นตอน หรือใช้คำสั่ง raan account reset-2fa บนเครื่องที่ติดตั้ง',
    'Lost the phone and the recovery codes? An owner can turn two-step sign-in off, or run raan account reset-2fa on the server.',
  ],
  expired: ['หมดเวลาใช้งาน กรุณาเข้าสู่ระบบอีกครั้ง', 'Your session has expired. Sign in again.'],
  inputSaved: ['ข้อมูลที่กรอกไว้ยังอยู่ เข้าสู่ระบบแล้วส่งต่อได้', 'Your input is saved: sign in to submit it.'],
  inputTooLarge: ['ข้อมูลที่กรอกมีขนาดใหญ่เกินไป ต้องกรอกใหม่', 'The form was too large to save. Fill it in again.'],
  resend: ['ส่งข้อมูลที่กรอกค้างไว้', 'Submit your saved form'],
  resendHint: ['ข้อมูลยังไม่ถูกส่ง กดปุ่มเพื่อส่ง', 'The form has not been submitted yet.'],
  resendAs: [
    (name: string, store: string) => `ส่งในชื่อ ${name}${store === '' ? '' : ` ร้าน ${store}`}`,
    (name: string, store: string) => `Submitting as ${name}${store === '' ? '' : `, store ${store}`}`,
  ],
  filesAgain: ['ต้องเลือกไฟล์แนบใหม่', 'Choose its files again.'],
  submit: ['ส่งข้อมูล', 'Submit'],
  discard: ['ไม่ส่ง ทิ้งข้อมูล', 'Discard'],
  confirmTitle: ['ยืนยันว่าเป็นคุณ', 'Confirm it is you'],
  confirmHint: [
    'รายการนี้สำคัญ กรุณาใส่รหัสผ่านอีกครั้ง ข้อมูลที่กรอกไว้ยังอยู่',
    'This action is sensitive. Enter your password again. Your input is kept.',
  ],
  confirm: ['ยืนยัน', 'Confirm'],
  cancel: ['ยกเลิก', 'Cancel'],
  signedOut: ['ออกจากระบบแล้ว', 'You are signed out'],
});
