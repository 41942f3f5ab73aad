import { count } from '../number-format.ts';
import { catalogue } from './catalogue.ts';

/** What can be wrong with the value of a field, whatever the field is. */
export const fields = catalogue({
  required: { en: 'Required', th: 'ต้องระบุ' },
  unknown_field: { en: 'Unknown field', th: 'ไม่รู้จักช่องนี้' },
  not_a_string: { en: 'Must be a string', th: 'ต้องเป็นข้อความ' },
  not_a_number: { en: 'Must be a number', th: 'ต้องเป็นตัวเลข' },
  not_a_list: { en: 'Must be a list', th: 'ต้องเป็นรายการ' },
  not_an_object: { en: 'Must be an object', th: 'ข้อมูลไม่ถูกรูปแบบ' },
  not_true_or_false: { en: 'Must be true or false', th: 'ต้องเป็นใช่หรือไม่ใช่ (true หรือ false)' },
  not_one_of: {
    en: ({ codes }: { codes: readonly string[] }) => `Must be one of ${codes.join(', ')}`,
    th: ({ codes }) => `ต้องเป็นค่าใดค่าหนึ่งต่อไปนี้: ${codes.join(', ')}`,
  },
  not_exactly_one_of: {
    en: ({ one, other }: { one: string; other: string }) => `Must have exactly one of ${one} and ${other}`,
    th: ({ one, other }) => `ต้องมี ${one} หรือ ${other} อย่างใดอย่างหนึ่ง`,
  },

  empty_text: { en: 'Must not be empty', th: 'ต้องไม่ว่าง' },
  no_visible_character: { en: 'Must have a visible character', th: 'ต้องมีตัวอักษรที่มองเห็นได้' },
  unsafe_text: { en: 'Must be a string of well-formed Unicode without U+0000', th: 'มีอักขระที่ใช้ไม่ได้' },
  text_too_long: {
    en: ({ most }: { most: number }) => `Must be at most ${count(most)} characters`,
    th: ({ most }) => `ยาวได้ไม่เกิน ${count(most)} ตัวอักษร`,
  },
  wrong_text_length: {
    en: ({ least, most }: { least: number; most: number }) =>
      `Must be a string of ${count(least)} to ${count(most)} characters`,
    th: ({ least, most }) => `ต้องยาว ${count(least)} ถึง ${count(most)} ตัวอักษร`,
  },
  not_an_id: { en: 'Must be an id: a string of digits', th: 'ต้องเป็นตัวเลข' },
  not_an_email: { en: 'Must be an email address', th: 'อีเมลไม่ถูกต้อง' },
  not_a_web_address: { en: 'Must be an http or https URL', th: 'ต้องเป็นที่อยู่เว็บที่ขึ้นต้นด้วย http:// หรือ https://' },
  not_an_absolute_url: {
    en: 'Must be an absolute URL such as "https://img.example/a.jpg"',
    th: 'ต้องเป็นที่อยู่เว็บเต็ม เช่น https://img.example/a.jpg',
  },
  not_a_time: { en: 'Must be a time in unix milliseconds', th: 'วันและเวลาไม่ถูกต้อง' },
  not_a_postal_code: { en: 'Must be a postal code from 10000 to 99999', th: 'ต้องเป็นรหัสไปรษณีย์ 5 หลัก' },

  not_an_amount: {
    en: 'Must be an amount in baht: a number or a string, 0 or more, with at most 11 digits and 4 decimals',
    th: 'ต้องเป็นจำนวนเงินบาท ไม่ต่ำกว่า 0 ไม่เกิน 11 หลัก ทศนิยมไม่เกิน 4 ตำแหน่ง',
  },
  not_above_zero: { en: 'Must be more than 0', th: 'ต้องมากกว่า 0' },
  below_zero: { en: 'Must be 0 or more', th: 'ต้องไม่ต่ำกว่า 0' },
  too_large: {
    en: ({ most }: { most: number }) => `Must be at most ${count(most)}`,
    th: ({ most }) => `ต้องไม่เกิน ${count(most)}`,
  },
  not_a_whole_number_from: {
    en: ({ least }: { least: number }) => `Must be a whole number of ${count(least)} or more`,
    th: ({ least }) => `ต้องเป็นจำนวนเต็มตั้งแต่ ${count(least)} ขึ้นไป`,
  },
  not_a_whole_number_between: {
    en: ({ least, most }: { least: number; most: number }) =>
      `Must be a whole number from ${count(least)} to ${count(most)}`,
    th: ({ least, most }) => `ต้องเป็นจำนวนเต็ม ${count(least)} ถึง ${count(most)}`,
  },
});
