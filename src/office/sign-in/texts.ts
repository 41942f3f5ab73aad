import { bilingual } from '../language.ts';

export const texts = bilingual({
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
  signedOut: ['ออกจากระบบแล้ว', 'You have signed out'],
});
