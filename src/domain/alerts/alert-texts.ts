import type { Language } from '../../lib/messages/catalogue.ts';
import { count } from '../../lib/number-format.ts';
import { afterThai } from '../../lib/text.ts';

// The texts of messages. They leave raan, so they are not in the office.

interface SignInText {
  account: string;
  time: string;
  browser: string | null;
  system: string | null;
  address: string;
}

export interface AlertTexts {
  newOrders: (orders: number) => string;
  slipsWaiting: (slips: number) => string;
  lowStock: (variants: number) => string;
  bookingsFailed: (orders: number) => string;
  parcelsReturned: (parcels: number) => string;
  webhooksFailing: string;
  backupFailed: string;
  newDevice: string;
  summary: (day: string) => string;
  test: string;
  testHint: string;
  order: (number: number) => string;
  available: (pieces: number) => string;
  signedIn: (signIn: SignInText) => string;
  notYou: string;
  more: (others: number) => string;
  salesOfDay: (orders: number, amount: string | undefined) => string;
  toPack: (orders: number) => string;
  toReview: (slips: number) => string;
  failedBookings: (orders: number) => string;
  failingWebhooks: (apps: string) => string;
  backupsBehind: string;
  alertsTitle: (first: string, others: number) => string;
  emailFoot: string;
  codeTitle: string;
  code: (code: string, minutes: number) => string;
}

const prefixed = (prefix: string, text: string | null): string => (text === null ? '' : prefix + text);

const orders = (n: number): string => (n === 1 ? '1 order' : `${count(n)} orders`);

const ENGLISH: AlertTexts = {
  newOrders: (n) => (n === 1 ? 'New order' : `${count(n)} new orders`),
  slipsWaiting: (n) => (n === 1 ? 'Payment to review' : `${count(n)} payments to review`),
  lowStock: (n) => (n === 1 ? 'Low stock' : `Low stock: ${count(n)} variants`),
  bookingsFailed: (n) => (n === 1 ? 'Tracking number request failed' : `${count(n)} tracking number requests failed`),
  parcelsReturned: (n) => (n === 1 ? 'Parcel returned' : `${count(n)} parcels returned`),
  webhooksFailing: 'App not receiving updates',
  backupFailed: 'Backup failed',
  newDevice: 'Sign-in from a new device',
  summary: (day) => `Summary of ${day}`,
  test: 'Test message',
  testHint: 'Alerts from raan will arrive here.',
  order: (number) => `#${number}`,
  available: (pieces) => `${count(pieces)} available`,
  signedIn: ({ account, time, browser, system, address }) =>
    `${account} signed in on ${time}${prefixed(' with ', browser)}${prefixed(' on ', system)} (IP ${address}).`,
  notYou: 'If this was not you, change your password and sign out everywhere.',
  more: (n) => `and ${count(n)} more`,
  salesOfDay: (n, amount) => (amount === undefined ? orders(n) : `${orders(n)}, ${amount}`),
  toPack: (n) => `To pack: ${count(n)}`,
  toReview: (n) => `Payments to review: ${count(n)}`,
  failedBookings: (n) => `Tracking number requests failed: ${count(n)}`,
  failingWebhooks: (apps) => `App not receiving updates: ${apps}`,
  backupsBehind: 'Backups failing',
  alertsTitle: (first, others) => `${first} and ${count(others)} more ${others === 1 ? 'alert' : 'alerts'}`,
  emailFoot: 'Choose your alerts:',
  codeTitle: 'Code to confirm your email address',
  code: (code, minutes) =>
    `Your code is ${code}. Enter it in raan within ${minutes} minutes. If you did not ask for it, ignore this email.`,
};

const THAI: AlertTexts = {
  newOrders: (n) => (n === 1 ? 'คำสั่งซื้อใหม่' : `คำสั่งซื้อใหม่ ${count(n)} รายการ`),
  slipsWaiting: (n) => (n === 1 ? 'รอตรวจสลิป' : `รอตรวจสลิป ${count(n)} รายการ`),
  lowStock: (n) => (n === 1 ? 'สินค้าใกล้หมด' : `สินค้าใกล้หมด ${count(n)} รายการ`),
  bookingsFailed: (n) => (n === 1 ? 'ขอเลขพัสดุไม่สำเร็จ' : `ขอเลขพัสดุไม่สำเร็จ ${count(n)} รายการ`),
  parcelsReturned: (n) => (n === 1 ? 'พัสดุตีกลับ' : `พัสดุตีกลับ ${count(n)} ชิ้น`),
  webhooksFailing: 'ส่งข้อมูลให้แอปไม่สำเร็จ',
  backupFailed: 'สำรองข้อมูลไม่สำเร็จ',
  newDevice: 'มีการเข้าสู่ระบบจากอุปกรณ์ใหม่',
  summary: (day) => `สรุปวันที่ ${day}`,
  test: 'ข้อความทดสอบ',
  testHint: 'การแจ้งเตือนจาก raan จะมาที่นี่',
  order: (number) => `#${number}`,
  available: (pieces) => `พร้อมขาย ${count(pieces)} ชิ้น`,
  signedIn: ({ account, time, browser, system, address }) =>
    `บัญชี${afterThai(account)} เข้าสู่ระบบเมื่อ ${time}${prefixed(' จาก ', browser)}${prefixed(' บน ', system)} (IP ${address})`,
  notYou: 'ถ้าไม่ใช่คุณ ให้เปลี่ยนรหัสผ่านและออกจากระบบทุกอุปกรณ์',
  more: (n) => `และอีก ${count(n)} รายการ`,
  salesOfDay: (n, amount) => `${count(n)} คำสั่งซื้อ${amount === undefined ? '' : ` ยอดขาย ${amount}`}`,
  toPack: (n) => `รอแพ็ก ${count(n)} คำสั่งซื้อ`,
  toReview: (n) => `รอตรวจสลิป ${count(n)} รายการ`,
  failedBookings: (n) => `ขอเลขพัสดุไม่สำเร็จ ${count(n)} รายการ`,
  failingWebhooks: (apps) => `ส่งข้อมูลให้แอปไม่สำเร็จ: ${apps}`,
  backupsBehind: 'สำรองข้อมูลไม่สำเร็จ',
  alertsTitle: (first, others) => `${first} และอีก ${count(others)} เรื่อง`,
  emailFoot: 'เลือกเรื่องที่จะรับการแจ้งเตือน:',
  codeTitle: 'รหัสยืนยันอีเมล',
  code: (code, minutes) => `รหัสของคุณคือ ${code} กรอกใน raan ภายใน ${minutes} นาที ถ้าคุณไม่ได้ขอรหัสนี้ ไม่ต้องทำอะไร`,
};

export const messageTexts = (language: Language): AlertTexts => (language === 'th' ? THAI : ENGLISH);
