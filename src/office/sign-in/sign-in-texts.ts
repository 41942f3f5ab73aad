import { bilingual } from '../language.ts';

export const signInTexts = bilingual({
  title: ['เข้าสู่ระบบหลังร้าน', 'Sign in to the back office'],
  name: ['ชื่อผู้ใช้', 'User name'],
  password: ['รหัสผ่าน', 'Password'],
  enter: ['เข้าสู่ระบบ', 'Sign in'],
  wrong: ['ชื่อผู้ใช้หรือรหัสผ่านไม่ถูกต้อง', 'The user name or the password is wrong.'],
  blocked: [
    (minutes: number) => `ลองผิดหลายครั้งเกินไป กรุณารออีก ${minutes} นาที`,
    (minutes: number) => `Too many attempts. Please wait ${minutes} more minutes.`,
  ],
  forgotten: [
    'ลืมรหัสผ่าน? ให้เจ้าของร้านตั้งใหม่ให้ หรือใช้คำสั่ง raan account reset-password บนเครื่องที่ติดตั้ง',
    'Forgotten it? An owner can set a new one, or the command raan account reset-password on the machine.',
  ],
  noAccount: [
    'ยังไม่มีบัญชีผู้ใช้ เปิดลิงก์ใช้ครั้งเดียวที่ raan serve แสดงไว้ตอนเริ่มทำงาน หรือสร้างบัญชีด้วยคำสั่ง raan init หรือ raan account add บนเครื่องที่ติดตั้ง',
    'There is no account yet. Open the link that raan serve printed when it started, which works once, or make an account with the command raan init or raan account add on the machine.',
  ],
  expired: ['หมดเวลาเข้าใช้งาน กรุณาเข้าสู่ระบบอีกครั้ง', 'You were signed out after a time. Please sign in again.'],
  kept: ['สิ่งที่กรอกไว้ยังอยู่ เข้าสู่ระบบแล้วส่งต่อได้', 'What you typed is kept: sign in, then send it.'],
  notKept: [
    'แบบฟอร์มที่ส่งใหญ่เกินกว่าจะเก็บไว้ ต้องกรอกใหม่',
    'The form was too large to be kept: it has to be filled in again.',
  ],
  again: ['ส่งแบบฟอร์มที่ค้างไว้', 'Send the form that waits'],
  againHint: ['แบบฟอร์มยังไม่ถูกส่ง กดปุ่มเพื่อส่งสิ่งที่กรอกไว้', 'It has not been sent yet. The button sends what you typed.'],
  asWhom: [
    (name: string, store: string) => `ส่งในชื่อ ${name}${store === '' ? '' : ` ร้าน ${store}`}`,
    (name: string, store: string) => `It is sent by ${name}${store === '' ? '' : `, store ${store}`}`,
  ],
  filesAgain: ['ไฟล์ที่แนบไว้ต้องเลือกใหม่', 'Its files have to be chosen again.'],
  sendAgain: ['ส่งแบบฟอร์ม', 'Send the form'],
  leaveIt: ['ไม่ส่ง ทิ้งสิ่งที่กรอกไว้', 'Do not send it'],
  signedOut: ['ออกจากระบบแล้ว', 'You have signed out'],
});
