import { catalogue } from './catalogue.ts';

/** Of accounts, passwords and what a signed-in account may do. */
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
});
