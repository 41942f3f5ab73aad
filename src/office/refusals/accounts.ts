import type { Template } from './template.ts';

/** Of accounts, passwords and what whoever is signed in may do. */
export const ACCOUNTS: readonly Template[] = [
  ['there is no account {name}', 'ไม่พบบัญชี {name}'],
  ['name must be 1 to {most:count} characters on one line', 'ชื่อต้องยาว 1 ถึง {most} ตัวอักษร ในบรรทัดเดียว'],
  ['name {name} is another account’s already', 'มีบัญชีชื่อ {name} อยู่แล้ว'],
  ['role staff needs a store', 'พนักงานต้องมีร้านที่ดูแล'],
  [
    'account {name} is the last owner; make another one an owner first',
    '{name} เป็นเจ้าของคนสุดท้าย กรุณาตั้งบัญชีอื่นเป็นเจ้าของก่อน',
  ],
  ['this link is no longer in force; use the one of the latest start', 'ลิงก์นี้ใช้ไม่ได้แล้ว กรุณาใช้ลิงก์จากการเปิดระบบครั้งล่าสุด'],
  ['password must be another one than before', 'รหัสผ่านใหม่ต้องไม่ซ้ำกับรหัสเดิม'],
  ['current is not the password', 'รหัสผ่านปัจจุบันไม่ถูกต้อง'],
  ['password must be {least:count} to {most:count} characters', 'รหัสผ่านต้องยาว {least} ถึง {most} ตัวอักษร'],
  ['too many wrong passwords; try again in {seconds:count} s', 'ใส่รหัสผ่านผิดหลายครั้ง กรุณารอ {seconds} วินาทีแล้วลองใหม่'],
  ['too many are signing in at this moment; try again', 'มีคนเข้าสู่ระบบพร้อมกันจำนวนมาก กรุณาลองใหม่อีกครั้ง'],
  ['only an owner of the store may open this', 'หน้านี้สำหรับเจ้าของร้านเท่านั้น'],
  ['only an owner of every store may open this', 'หน้านี้สำหรับเจ้าของทุกร้านเท่านั้น'],
  ['this form was sent from another site', 'ฟอร์มนี้ส่งมาจากเว็บอื่น จึงไม่รับ'],
  ['this form is out of date: load its page anew and send it again', 'หน้านี้เปิดไว้นานเกินไป กรุณาโหลดหน้าใหม่แล้วส่งอีกครั้ง'],
  ['this is not a form', 'ข้อมูลที่ส่งมาไม่ใช่ฟอร์ม'],
  ['the form cannot be read', 'อ่านข้อมูลที่ส่งมาไม่ได้ กรุณาลองใหม่อีกครั้ง'],
  ['the body is over {bytes:bytes} bytes', 'ข้อมูลหรือไฟล์ใหญ่เกิน {bytes}'],
  ['the form has over {most:count} fields', 'แบบฟอร์มมีข้อมูลเกิน {most} ช่อง'],
  ['the body ended early', 'ส่งข้อมูลมาไม่ครบ กรุณาลองใหม่อีกครั้ง'],
  ['there is nothing at this path', 'ไม่พบหน้านี้'],
];
