import { catalogue } from './catalogue.ts';

/** Errors about accounts, passwords and what a signed-in account may do. */
export const accounts = catalogue({
  owner_required: { en: 'Only an owner of the store can open this page', th: 'หน้านี้สำหรับเจ้าของร้านเท่านั้น' },
  owner_of_all_stores_required: {
    en: 'Only an owner of all stores can open this page',
    th: 'หน้านี้สำหรับเจ้าของที่เข้าได้ทุกร้านเท่านั้น',
  },
  permission_required: {
    en: 'Your role does not allow this. An owner of the store can change roles in Settings › Accounts.',
    th: 'บทบาทของคุณไม่มีสิทธิ์ทำส่วนนี้ เจ้าของร้านแก้ไขบทบาทได้ที่ ตั้งค่า › บัญชีผู้ใช้',
  },
  too_many_sign_ins: {
    en: 'Too many people are signing in right now. Try again.',
    th: 'มีคนเข้าสู่ระบบพร้อมกันจำนวนมาก ลองใหม่',
  },
  account_not_found: { en: 'Account {account} not found', office: 'Account not found', th: 'ไม่พบบัญชีนี้' },
  account_name_unfit: { en: 'Must be 1 to {most} characters on one line', th: 'ต้องยาว 1 ถึง {most} ตัวอักษร ในบรรทัดเดียว' },
  account_name_taken: {
    en: 'Another account is named {name}. Choose another name.',
    th: 'มีบัญชีชื่อ “{name}” อยู่แล้ว ใช้ชื่ออื่น',
  },
  staff_needs_a_store: {
    en: 'Only an owner can have all stores. Choose a store for the account.',
    th: 'เฉพาะเจ้าของเท่านั้นที่เข้าได้ทุกร้าน เลือกร้านของบัญชีนี้',
  },
  role_not_found: { en: 'Role not found', th: 'ร้านนี้ไม่มีบทบาทนี้' },
  role_name_unfit: { en: 'Must be 1 to {most} characters on one line', th: 'ต้องยาว 1 ถึง {most} ตัวอักษร ในบรรทัดเดียว' },
  role_name_taken: { en: 'Another role is named {name}. Choose another name.', th: 'มีบทบาทชื่อ “{name}” อยู่แล้ว ใช้ชื่ออื่น' },
  role_without_permission: { en: 'Choose at least one permission', th: 'เลือกสิทธิ์อย่างน้อย 1 ข้อ' },
  role_in_use: {
    en: '{role} is the role of {accounts}. Give these accounts another role first.',
    th: '{accounts} ใช้บทบาท “{role}” อยู่ ให้เปลี่ยนบทบาทของบัญชีเหล่านี้ก่อน',
  },
  last_owner: {
    en: '{account} is the last owner. Make another account an owner first.',
    th: '{account} เป็นเจ้าของคนสุดท้าย ให้ตั้งบัญชีอื่นเป็นเจ้าของก่อน',
  },
  first_run_link_expired: {
    en: 'This link is no longer valid. Use the link from the latest start, within 24 hours.',
    th: 'ลิงก์นี้ใช้ไม่ได้แล้ว ให้ใช้ลิงก์จากการเปิดระบบครั้งล่าสุด ภายใน 24 ชั่วโมง',
  },
  password_length: { en: 'Must be {least} to {most} characters', th: 'ต้องยาว {least} ถึง {most} ตัวอักษร' },
  password_common: {
    en: 'This password is one of the most common ones and easy to guess. Choose another one.',
    th: 'รหัสผ่านนี้มีคนใช้กันมากและเดาได้ง่าย ให้ตั้งรหัสอื่น',
  },
  password_is_the_name: {
    en: 'Must not be only the username, the store’s name or a word such as “password”, even reversed or with digits',
    th: 'อย่าใช้แค่ชื่อผู้ใช้ ชื่อร้าน หรือคำอย่าง “รหัสผ่าน” แม้จะเขียนกลับหลังหรือเติมตัวเลข',
  },
  password_unchanged: { en: 'Must differ from the current password', th: 'รหัสผ่านใหม่ต้องไม่ซ้ำกับรหัสเดิม' },
  current_password_wrong: { en: 'The current password is wrong', th: 'รหัสผ่านปัจจุบันไม่ถูกต้อง' },
  too_many_wrong_passwords: {
    en: 'Too many wrong passwords. Try again in {seconds, number} seconds.',
    th: 'ใส่รหัสผ่านผิดหลายครั้ง รอ {seconds, number} วินาทีแล้วลองใหม่',
  },
  code_wrong: {
    en: 'The code is wrong or was already used. Wait for the next code, and check the clock on your phone.',
    th: 'รหัสไม่ถูกต้องหรือใช้ไปแล้ว รอรหัสถัดไป และตรวจสอบเวลาในโทรศัพท์',
  },
  authenticator_app_is_on: { en: 'The authenticator app is already on', th: 'เปิดใช้แอปยืนยันตัวตนอยู่แล้ว' },
  authenticator_app_not_started: {
    en: 'The authenticator app is off. Start its setup again.',
    th: 'ยังไม่ได้เปิดใช้แอปยืนยันตัวตน เริ่มตั้งค่าใหม่',
  },
  second_factor_missing: {
    en: 'Two-step authentication is off. Add an authenticator app or a passkey first.',
    th: 'การยืนยันตัวตนสองขั้นตอนปิดใช้งานอยู่ ให้เพิ่มแอปยืนยันตัวตนหรือพาสคีย์ก่อน',
  },
  second_factor_required: {
    en: 'The store requires two-step authentication. Add another authenticator app or passkey first.',
    th: 'ร้านกำหนดให้ทุกคนยืนยันตัวตนสองขั้นตอน เพิ่มวิธีอื่นก่อนนำวิธีนี้ออก',
  },
  passkey_refused: { en: 'The passkey was not accepted. Try again.', th: 'ใช้พาสคีย์นี้ไม่ได้ ลองใหม่' },
  passkey_known: { en: 'This passkey was added before', th: 'เพิ่มพาสคีย์นี้ไว้แล้ว' },
  passkeys_full: {
    en: 'An account can have {most} passkeys. Remove one first.',
    th: 'มีพาสคีย์ได้ไม่เกิน {most} รายการ ให้ลบรายการที่ไม่ใช้ก่อน',
  },
  passkey_not_found: { en: 'This passkey was removed already', th: 'พาสคีย์นี้ถูกลบไปแล้ว' },
  session_not_found: { en: 'This browser is signed out already', th: 'เบราว์เซอร์นี้ออกจากระบบไปแล้ว' },
  not_blocked: { en: '{name} is not blocked', th: '{name} ไม่ได้ถูกระงับอยู่' },
});
