import type { Template } from './template.ts';

/** What any field may have wrong with it: it stands after the field. */
export const OF_FIELDS: readonly Template[] = [
  ['is required', 'ต้องระบุ'],
  ['is not a known field', 'ไม่ใช่ช่องที่รู้จัก'],
  ['must not be empty', 'ต้องไม่ว่าง'],
  ['must have a visible character', 'ต้องมีตัวอักษรที่มองเห็นได้'],
  ['must be at most {most:count} characters', 'ยาวได้ไม่เกิน {most} ตัวอักษร'],
  ['must be a string of well-formed Unicode without U+0000', 'มีอักขระที่ใช้ไม่ได้'],
  ['must be a string of {least:count} to {most:count} characters', 'ต้องยาว {least} ถึง {most} ตัวอักษร'],
  ['must be an id: a string of digits', 'ต้องเป็นตัวเลข'],
  [
    'must be an amount in baht, not below zero, of at most 11 digits and 4 decimals, as a number or a string',
    'ต้องเป็นจำนวนเงินบาท ไม่ต่ำกว่า 0 ไม่เกิน 11 หลัก ทศนิยมไม่เกิน 4 ตำแหน่ง',
  ],
  ['must be above 0', 'ต้องมากกว่า 0'],
  ['must not be below zero', 'ต้องไม่ต่ำกว่า 0'],
  ['must be a time in unix milliseconds', 'วันและเวลาไม่ถูกต้อง'],
  ['must be a whole number, {least:count} or more', 'ต้องเป็นจำนวนเต็มตั้งแต่ {least} ขึ้นไป'],
  ['must be a whole number from 10000 to 99999', 'ต้องเป็นรหัสไปรษณีย์ 5 หลัก'],
  ['must be a whole number from {least:count} to {most:count}', 'ต้องเป็นจำนวนเต็ม {least} ถึง {most}'],
  ['must be at most {most:count}', 'ต้องไม่เกิน {most}'],
  ['must be true or false', 'ต้องเป็นใช่หรือไม่ใช่ (true หรือ false)'],
  ['must be one of {codes}', 'ต้องเป็นค่าใดค่าหนึ่งต่อไปนี้: {codes}'],
  ['must be an email address', 'อีเมลไม่ถูกต้อง'],
  ['must be a string', 'ต้องเป็นข้อความ'],
  ['must be a number', 'ต้องเป็นตัวเลข'],
  ['must be a list', 'ต้องเป็นรายการ'],
  ['must be an object', 'ข้อมูลไม่ถูกรูปแบบ'],
  ['must have exactly one of {one} and {other}', 'ต้องมี {one} หรือ {other} อย่างใดอย่างหนึ่ง'],
  ['must be an absolute address such as "https://img.example/a.jpg"', 'ต้องเป็นที่อยู่เว็บเต็ม เช่น https://img.example/a.jpg'],
];
