import { count } from '../number-format.ts';
import { catalogue } from './catalogue.ts';

/** What can be wrong with a field of an office form; shown below the input. */
export const forms = catalogue({
  input_empty: { en: 'Fill this in', th: 'กรุณากรอก' },
  input_not_chosen: { en: 'Choose one', th: 'กรุณาเลือก' },
  input_no_file: { en: 'Choose a file', th: 'กรุณาเลือกไฟล์' },
  input_unsafe: { en: 'Contains characters that cannot be used', th: 'มีอักขระที่ใช้ไม่ได้' },
  input_not_an_amount: {
    en: 'Enter an amount in baht, such as 1250 or 99.50',
    th: 'ต้องเป็นจำนวนเงินบาท เช่น 1250 หรือ 99.50',
  },
  input_too_large: { en: 'Too large', th: 'มากเกินไป' },
  input_not_digits: {
    en: ({ digits }: { digits: number }) => `Must be exactly ${count(digits)} digits`,
    th: ({ digits }) => `ต้องเป็นตัวเลข ${count(digits)} หลักพอดี`,
  },
  input_not_a_postal_code: { en: 'Must be a postal code of 5 digits', th: 'ต้องเป็นรหัสไปรษณีย์ 5 หลัก' },
  input_not_a_time: { en: 'Not a valid date and time', th: 'วันและเวลาไม่ถูกต้อง' },
  input_not_a_date: { en: 'Not a valid date', th: 'วันที่ไม่ถูกต้อง' },
  not_a_form: { en: 'The request is not a form', th: 'ข้อมูลที่ส่งมาไม่ใช่ฟอร์ม' },
  form_unreadable: { en: 'The form cannot be read', th: 'อ่านข้อมูลที่ส่งมาไม่ได้ กรุณาลองใหม่อีกครั้ง' },
  form_has_too_many_fields: {
    en: ({ most }: { most: number }) => `The form has more than ${count(most)} fields`,
    th: ({ most }) => `แบบฟอร์มมีข้อมูลเกิน ${count(most)} ช่อง`,
  },
  form_from_another_site: { en: 'The form was sent from another site', th: 'ฟอร์มนี้ส่งมาจากเว็บอื่น จึงไม่รับ' },
  form_out_of_date: {
    en: 'The page is out of date. Reload it and send the form again.',
    th: 'หน้านี้เปิดไว้นานเกินไป กรุณาโหลดหน้าใหม่แล้วส่งอีกครั้ง',
  },
});
