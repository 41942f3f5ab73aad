import type { Template } from './template.ts';

/** Of channels, apps and their deliveries. */
export const PARTNERS: readonly Template[] = [
  ['there is no channel {channel:id}', 'ไม่พบช่องทาง {channel}'],
  ['there is no app {app:id}', 'ไม่พบแอป {app}'],
  ['there is no delivery {delivery:id} of this app', 'ไม่พบการส่ง {delivery} ของแอปนี้'],
  ['{name} is not blocked', '{name} ไม่ได้ถูกระงับอยู่'],
  ['app {app} has no URL to send to; set its url first', 'แอป {app} ยังไม่มีที่อยู่รับเว็บฮุก กรุณาใส่ก่อน'],
];

/** What stands after the field that it is about. */
export const OF_PARTNERS: readonly Template[] = [
  ['is not one of this store', 'ไม่มีในร้านนี้ กรุณาเลือกใหม่'],
  ['must be an http or https address', 'ต้องเป็นที่อยู่เว็บที่ขึ้นต้นด้วย http:// หรือ https://'],
  ['must not carry a user name or password', 'ต้องไม่มีชื่อผู้ใช้หรือรหัสผ่านในที่อยู่'],
];
