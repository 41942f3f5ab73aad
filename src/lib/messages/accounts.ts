import { catalogue } from './catalogue.ts';

/** Errors about accounts, passwords and what a signed-in account may do. */
export const accounts = catalogue({
  owner_required: { en: 'Only an owner of the store can open this page', th: 'หน้านี้สำหรับเจ้าของร้านเท่านั้น' },
  owner_of_all_stores_required: {
    en: 'Only an owner of every store can open this page',
    th: 'หน้านี้สำหรับเจ้าของทุกร้านเท่านั้น',
  },
  too_many_sign_ins: {
    en: 'Too many people are signing in right now. Try again.',
    th: 'มีคนเข้าสู่ระบบพร้อมกันจำนวนมาก กรุณาลองใหม่อีกครั้ง',
  },
  account_not_found: { en: 'There is no account {account}', th: 'ไม่พบบัญชี {account}' },
  account_name_unfit: { en: 'Must be 1 to {most} characters on one line', th: 'ต้องยาว 1 ถึง {most} ตัวอักษร ในบรรทัดเดียว' },
  account_name_taken: { en: 'Another account is named {name}', th: 'มีบัญชีชื่อ {name} อยู่แล้ว' },
  staff_needs_a_store: { en: 'A staff account needs a store', th: 'บัญชีพนักงานต้องมีร้านที่ดูแล' },
  last_owner: {
    en: '{account} is the last owner. Make another account an owner first.',
    th: '{account} เป็นเจ้าของคนสุดท้าย กรุณาตั้งบัญชีอื่นเป็นเจ้าของก่อน',
  },
  first_run_link_expired: {
    en: 'This link is no longer valid. Use the link from the latest start, within 24 hours.',
    th: 'ลิงก์นี้ใช้ไม่ได้แล้ว กรุณาใช้ลิงก์จากการเปิดระบบครั้งล่าสุด ภายใน 24 ชั่วโมง',
  },
  password_length: { en: 'Must be {least} to {most} characters', th: 'ต้องยาว {least} ถึง {most} ตัวอักษร' },
  password_common: {
    en: 'This password is one of the most common ones and easy to guess. Choose another one.',
    th: 'รหัสผ่านนี้มีคนใช้กันมากและเดาได้ง่าย กรุณาตั้งรหัสอื่น',
  },
  password_is_the_name: {
    en: 'Must not be the username, reversed or with digits either',
    th: 'ห้ามใช้ชื่อผู้ใช้เป็นรหัสผ่าน แม้จะกลับตัวอักษรหรือเติมตัวเลข',
  },
  password_unchanged: { en: 'Must differ from the current password', th: 'รหัสผ่านใหม่ต้องไม่ซ้ำกับรหัสเดิม' },
  current_password_wrong: { en: 'The current password is wrong', th: 'รหัสผ่านปัจจุบันไม่ถูกต้อง' },
  too_many_wrong_passwords: {
    en: 'Too many wrong passwords. Try again in {seconds, number} s.',
    th: 'ใส่รหัสผ่านผิดหลายครั้ง กรุณารอ {seconds, number} วินาทีแล้วลองใหม่',
  },
  code_wrong: {
    en: 'Wrong code, or a code that was used before. Wait for the next code and check the clock of the phone.',
    th: 'รหัสไม่ถูกต้องหรือใช้ไปแล้ว กรุณารอรหัสถัดไป และตรวจสอบเวลาในโทรศัพท์',
  },
  second_factor_is_on: { en: 'Two-step sign-in is already on', th: 'เปิดการยืนยันตัวตนสองขั้นตอนอยู่แล้ว' },
  second_factor_not_started: {
    en: 'Two-step sign-in is off. Start its setup again.',
    th: 'การยืนยันตัวตนสองขั้นตอนปิดอยู่ กรุณาเริ่มตั้งค่าใหม่',
  },
  session_not_found: { en: 'This browser is signed out already', th: 'เบราว์เซอร์นี้ออกจากระบบไปแล้ว' },
  not_blocked: { en: '{name} is not blocked', th: '{name} ไม่ได้ถูกระงับอยู่' },
});
