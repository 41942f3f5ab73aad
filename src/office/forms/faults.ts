import type { Language } from '../../domain/accounts/accounts.ts';
import { bilingual } from '../language.ts';

const texts = bilingual({
  required: ['กรุณากรอก', 'Fill this in'],
  choose: ['กรุณาเลือก', 'Choose one'],
  unreadable: ['มีอักขระที่ใช้ไม่ได้', 'Has characters that cannot be used'],
  long: [(most: string) => `ยาวได้ไม่เกิน ${most} ตัวอักษร`, (most: string) => `At most ${most} characters`],
  amount: ['ต้องเป็นจำนวนเงินบาท เช่น 1250 หรือ 99.50', 'Must be an amount in baht such as 1250 or 99.50'],
  positive: ['ต้องมากกว่าศูนย์', 'Must be more than zero'],
  whole: [
    (least: string, most: string) => `ต้องเป็นจำนวนเต็ม ${least} ถึง ${most}`,
    (least: string, most: string) => `Must be a whole number from ${least} to ${most}`,
  ],
  number: ['ต้องเป็นตัวเลข', 'Must be a number'],
  time: ['วันและเวลาไม่ถูกต้อง', 'Is not a date and time'],
  date: ['วันที่ไม่ถูกต้อง', 'Is not a date'],
  email: ['อีเมลไม่ถูกต้อง', 'Is not an email address'],
  file: ['กรุณาเลือกไฟล์', 'Choose a file'],
});

/** The text of a fault that a field's schema names, with what fills its gaps: `whole 1 100`. */
export function faultText(language: Language, fault: string): string {
  const [name = '', ...gaps] = fault.split(' ');
  const text = (texts(language) as Record<string, string | ((...gaps: string[]) => string)>)[name];
  if (text === undefined) return fault;
  return typeof text === 'string' ? text : text(...gaps);
}
