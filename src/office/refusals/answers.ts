import type { Language } from '../../domain/accounts/accounts.ts';
import { matcher } from './matcher.ts';
import type { Template } from './template.ts';

/** What comes of sending a webhook. */
const ANSWERS: readonly Template[] = [
  [
    '{address} is not a public address; webhooks.allow_networks does not list its network',
    '{address} ไม่ใช่ที่อยู่บนอินเทอร์เน็ตสาธารณะ และไม่อยู่ใน webhooks.allow_networks ของไฟล์ตั้งค่า',
  ],
  ['{host} has no address', 'ไม่พบที่อยู่ของ {host}'],
  ['no connection within {time:count} ms', 'เชื่อมต่อไม่ได้ภายใน {time} มิลลิวินาที'],
  ['its URL cannot be read', 'อ่านที่อยู่ (URL) ไม่ได้'],
  ['no answer within {time:count} ms', 'ปลายทางไม่ตอบภายใน {time} มิลลิวินาที'],
  ['getaddrinfo {code} {host}', 'ไม่พบชื่อ {host} ({code})'],
  ['connect ECONNREFUSED {address}', '{address} ไม่เปิดรับการเชื่อมต่อ'],
  ['connect {code} {address}', 'เชื่อมต่อ {address} ไม่ได้ ({code})'],
  ['ECONNREFUSED', 'ปลายทางไม่เปิดรับการเชื่อมต่อ'],
  ['read {code}', 'การเชื่อมต่อขาดก่อนได้คำตอบ ({code})'],
  ['write {code}', 'การเชื่อมต่อขาดระหว่างส่ง ({code})'],
  ['socket hang up', 'ปลายทางปิดการเชื่อมต่อโดยไม่ตอบ'],
  [
    'Client network socket disconnected before secure TLS connection was established',
    'ปลายทางปิดการเชื่อมต่อก่อนเข้ารหัสสำเร็จ',
  ],
  ['certificate has expired', 'ใบรับรอง (https) ของปลายทางหมดอายุ'],
  ['self-signed certificate', 'ใบรับรอง (https) ของปลายทางออกให้ตัวเอง จึงเชื่อถือไม่ได้'],
  ['self-signed certificate in certificate chain', 'ใบรับรอง (https) ของปลายทางเชื่อถือไม่ได้'],
  ['unable to verify the first certificate', 'ตรวจใบรับรอง (https) ของปลายทางไม่ได้'],
  ["Hostname/IP does not match certificate's altnames: {detail}", 'ใบรับรอง (https) ของปลายทางไม่ใช่ของชื่อนี้ ({detail})'],
];

const thaiAnswer = matcher(ANSWERS);

/** What a webhook's receiver answered: an HTTP status, or why there is none. */
export const answerText = (language: Language, answer: string): string =>
  (language === 'th' ? thaiAnswer(answer) : undefined) ?? answer;
