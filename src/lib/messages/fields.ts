import { afterThai } from '../text.ts';
import { catalogue, computed } from './catalogue.ts';

/** Errors of field values and office forms, and texts that combine messages. */
export const fields = catalogue({
  required: { en: 'Required', th: 'ต้องระบุ' },
  unknown_field: { en: 'Unknown field', th: 'ไม่รู้จักช่องนี้' },
  not_a_string: { en: 'Must be a string', th: 'ต้องเป็นข้อความ' },
  not_a_number: { en: 'Must be a number', office: 'Enter a number', th: 'กรอกเป็นตัวเลข' },
  number_as_string: { en: 'Must be a number, not a string', th: 'ต้องเป็นตัวเลข ไม่ใช่ข้อความ' },
  not_a_list: { en: 'Must be a list', th: 'ต้องเป็นรายการ' },
  not_an_object: { en: 'Must be an object', th: 'ข้อมูลไม่ถูกรูปแบบ' },
  not_true_or_false: { en: 'Must be true or false', th: 'ต้องเป็นใช่หรือไม่ใช่ (true หรือ false)' },
  not_one_of: { en: 'Must be one of {codes, list}', th: 'ต้องเป็นค่าใดค่าหนึ่งต่อไปนี้: {codes, list}' },
  not_exactly_one_of: { en: 'Must have exactly one of {one} and {other}', th: 'ต้องมี {one} หรือ {other} อย่างใดอย่างหนึ่ง' },

  empty_text: { en: 'Must not be empty', th: 'ต้องไม่ว่าง' },
  no_visible_character: { en: 'Must have a visible character', th: 'ต้องมีตัวอักษรที่มองเห็นได้' },
  unsafe_text: { en: 'Must be well-formed Unicode without U+0000', th: 'มีอักขระที่ใช้ไม่ได้ ลบแล้วพิมพ์ใหม่' },
  text_too_long: { en: 'Must be at most {most, number} characters', th: 'ยาวได้ไม่เกิน {most, number} ตัวอักษร' },
  not_base64: { en: 'Must be base64, without a prefix such as "data:"', th: 'ต้องเป็น base64 โดยไม่มี "data:" นำหน้า' },
  not_together: { en: 'Cannot be sent together with {other}', th: 'ส่งพร้อมกับ {other} ไม่ได้' },
  wrong_list_length: {
    en: 'Must be a list of {least, number} to {most, number} elements',
    th: 'ต้องเป็นรายการ {least, number} ถึง {most, number} รายการ',
  },
  wrong_text_length: {
    en: 'Must be a string of {least, number} to {most, number} characters',
    office: 'Must be {least, number} to {most, number} characters',
    th: 'ต้องยาว {least, number} ถึง {most, number} ตัวอักษร',
  },
  not_an_id: { en: 'Must be an id: a string of digits', office: 'Must be digits', th: 'ต้องเป็นตัวเลข' },
  not_an_email: {
    en: 'Must be an email address',
    office: 'Enter an email address, such as name@shop.example',
    th: 'กรอกอีเมล เช่น name@shop.example',
  },
  not_a_web_address: {
    en: 'Must be an http or https URL',
    office: 'Enter a URL that starts with http:// or https://',
    th: 'ต้องเป็นที่อยู่เว็บที่ขึ้นต้นด้วย http:// หรือ https://',
  },
  web_port_reserved: {
    en: 'Port {port} is reserved for a protocol other than HTTP. Use a URL with another port.',
    th: 'พอร์ต {port} สงวนไว้สำหรับโปรโตคอลอื่นที่ไม่ใช่ HTTP ใช้ที่อยู่เว็บที่มีพอร์ตอื่น',
  },
  not_an_absolute_url: {
    en: 'Must be an absolute URL such as "https://img.example/a.jpg"',
    th: 'ต้องเป็นที่อยู่เว็บเต็ม เช่น https://img.example/a.jpg',
  },
  not_a_time: {
    en: 'Must be a time in Unix milliseconds, as a number',
    office: 'Enter a date and time, such as 26/11/2026 16:30',
    th: 'กรอกวันและเวลา เช่น 26/11/2569 16:30',
  },
  not_a_postal_code: { en: 'Must be a postal code from 10000 to 99999', th: 'ต้องเป็นรหัสไปรษณีย์ 5 หลัก' },

  not_an_amount: {
    en: 'Must be an amount in baht: a number or a string, 0 or more, with at most 11 digits and 4 decimals',
    office: 'Enter an amount in baht, 0 or more, with at most 11 digits and 4 decimals',
    th: 'ต้องเป็นจำนวนเงินบาท ไม่ต่ำกว่า 0 ไม่เกิน 11 หลัก ทศนิยมไม่เกิน 4 ตำแหน่ง',
  },
  not_above_zero: { en: 'Must be more than 0', th: 'ต้องมากกว่า 0' },
  below_zero: { en: 'Must be 0 or more', th: 'ต้องไม่ต่ำกว่า 0' },
  too_large: { en: 'Must be at most {most, number}', th: 'ต้องไม่เกิน {most, number}' },
  not_a_whole_number_at_least: {
    en: 'Must be a whole number of {least, number} or more',
    office: 'Enter a whole number of {least, number} or more',
    th: 'ต้องเป็นจำนวนเต็มตั้งแต่ {least, number} ขึ้นไป',
  },
  not_a_whole_number_between: {
    en: 'Must be a whole number from {least, number} to {most, number}',
    office: 'Enter a whole number from {least, number} to {most, number}',
    th: 'ต้องเป็นจำนวนเต็ม {least, number} ถึง {most, number}',
  },

  input_empty: { en: 'This field is required', th: 'ต้องกรอก' },
  input_field_empty: computed<{ field: string }>({
    en: ({ field }) => `${field} is required`,
    th: ({ field }) => `กรอก${afterThai(field)}`,
  }),
  input_field_not_chosen: computed<{ field: string }>({
    en: ({ field }) => `${field} is required`,
    th: ({ field }) => `เลือก${afterThai(field)}`,
  }),
  input_no_tracking_number: { en: 'Scan or enter a tracking number', th: 'สแกนหรือพิมพ์เลขพัสดุ' },
  input_no_order_number: { en: 'Scan or enter an order number', th: 'สแกนหรือพิมพ์เลขคำสั่งซื้อ' },
  input_not_chosen: { en: 'Choose an option', th: 'ต้องเลือก' },
  input_no_file: { en: 'Choose a file first', th: 'ยังไม่ได้เลือกไฟล์' },
  input_file_empty: { en: '{file} is empty. Choose another file.', th: '{file} เป็นไฟล์ว่าง เลือกไฟล์อื่น' },
  input_unsafe: {
    en: 'Some characters cannot be used. Delete them and type the text again.',
    th: 'มีอักขระที่ใช้ไม่ได้ ลบแล้วพิมพ์ใหม่',
  },
  input_not_an_amount: {
    en: 'Enter an amount in baht, such as 1250 or 99.50',
    th: 'กรอกจำนวนเงินเป็นบาท เช่น 1250 หรือ 99.50',
  },
  input_not_digits: { en: 'Must be exactly {digits, number} digits', th: 'ต้องเป็นตัวเลข {digits, number} หลักพอดี' },
  input_not_a_postal_code: { en: 'Enter a 5-digit postal code', th: 'ต้องเป็นรหัสไปรษณีย์ 5 หลัก' },
  input_not_a_telephone: {
    en: 'Enter a Thai phone number, such as 0812345678, or an international number, starting with + and the country code',
    th: 'กรอกเบอร์โทร เช่น 0812345678 เบอร์ต่างประเทศขึ้นต้นด้วย + และรหัสประเทศ',
  },
  input_not_a_time: { en: 'Enter a date and time, such as 26/11/2026 16:30', th: 'กรอกวันและเวลา เช่น 26/11/2569 16:30' },
  input_not_a_date: { en: 'Enter a date, such as 26/11/2026', th: 'กรอกวันที่ เช่น 26/11/2569' },
  not_a_form: { en: 'The request is not a form', th: 'ข้อมูลที่ส่งมาไม่ใช่แบบฟอร์ม' },
  form_unreadable: { en: 'The form cannot be read. Try again.', th: 'อ่านข้อมูลที่ส่งมาไม่ได้ ลองใหม่' },
  form_has_too_many_fields: {
    en: 'The form has more than {most, number} fields',
    th: 'แบบฟอร์มมีข้อมูลเกิน {most, number} ช่อง',
  },
  form_from_another_site: {
    en: 'The form was submitted from another site. Reload the page and submit it again.',
    th: 'แบบฟอร์มนี้ส่งมาจากเว็บอื่น โหลดหน้าใหม่แล้วส่งอีกครั้ง',
  },
  form_out_of_date: { en: 'Reload the page and submit the form again', th: 'หน้านี้เปิดไว้นานเกินไป โหลดหน้าใหม่แล้วส่งอีกครั้ง' },

  /** Text of a courier, the system or a library, which has no message key. */
  foreign_text: { en: '{text}', th: '{text}' },
  several: { en: '{messages, messages}', th: '{messages, messages}' },
  first_then: { en: '{first, message}; then: {next, message}', th: '{first, message} จากนั้น {next, message}' },
});
