import type { OrderData } from '../../../domain/alerts/alert-contents.ts';
import type { Kind, Way } from '../../../domain/alerts/kinds.ts';
import type { MessageState } from '../../../domain/alerts/outbox.ts';
import { afterThai } from '../../../lib/text.ts';
import { bilingual } from '../../bilingual.ts';

/** Texts of both pages about alerts. */
export const alertTexts = bilingual({
  title: ['การแจ้งเตือน', 'Alerts'],
  mine: ['การแจ้งเตือนของฉัน', 'My alerts'],
  settingsHint: ['วิธีส่งการแจ้งเตือน และข้อมูลในข้อความ', 'How alerts are sent and what they contain'],
  mineHint: ['เลือกเรื่องที่จะรับ วิธีรับ และช่วงเวลา', 'Choose which alerts you get, how and when.'],
  open: ['ตั้งค่าการแจ้งเตือน', 'Manage alerts'],
  save: ['บันทึก', 'Save'],
  saved: ['บันทึกแล้ว', 'Saved'],
  test: ['ส่งข้อความทดสอบ', 'Send test message'],
  tested: ['ส่งข้อความทดสอบแล้ว', 'Test message sent'],
  on: ['เปิดใช้งาน', 'On'],
  off: ['ยังไม่ได้ตั้งค่า', 'Not set up'],
  remove: ['ลบ', 'Remove'],
  removed: ['ลบแล้ว', 'Removed'],
  toMine: ['ไปที่การแจ้งเตือนของฉัน', 'Go to my alerts'],
});

export const wayNames = bilingual({
  line: ['LINE', 'LINE'],
  email: ['อีเมล', 'Email'],
  push: ['แจ้งเตือนบนอุปกรณ์', 'Push notifications'],
} satisfies Record<Way, readonly [string, string]>);

/** Effect on destinations of turning off a service. */
export const turnOffHints = bilingual({
  line: ['ระบบจะลบแชตที่เชื่อมต่อไว้', 'Connected chats are removed.'],
  email: ['ระบบเก็บอีเมลที่ยืนยันแล้วไว้', 'Confirmed email addresses are kept.'],
  push: ['ระบบจะลบอุปกรณ์ที่เปิดไว้', 'All devices are removed.'],
} satisfies Record<Way, readonly [string, string]>);

export const kindNames = bilingual({
  new_order: ['คำสั่งซื้อใหม่', 'New order'],
  slip_waiting: ['รอตรวจสลิป', 'Payment to review'],
  low_stock: ['สินค้าใกล้หมด', 'Low stock'],
  booking_failed: ['ขอเลขพัสดุไม่สำเร็จ', 'Tracking number request failed'],
  parcel_returned: ['พัสดุตีกลับ', 'Parcel returned'],
  webhook_failing: ['ส่งข้อมูลให้แอปไม่สำเร็จ', 'App not receiving updates'],
  backup_failed: ['สำรองข้อมูลไม่สำเร็จ', 'Backup failed'],
  new_device: ['เข้าสู่ระบบจากอุปกรณ์ใหม่', 'Sign-in from a new device'],
  summary: ['สรุปประจำวัน', 'Daily summary'],
} satisfies Record<Kind, readonly [string, string]>);

/** Texts of the settings page. */
export const serviceTexts = bilingual({
  contents: ['ข้อมูลในข้อความ', 'Contents'],
  contentsHint: [
    'ข้อความแจ้งเตือนส่งผ่าน LINE และผู้ให้บริการอีเมล ซึ่งเห็นเนื้อหาได้ เลือกว่าจะใส่ข้อมูลคำสั่งซื้อแค่ไหน',
    'LINE and your email provider can read alerts. Choose which order data to include.',
  ],
  operatorOnly: ['บัญชีเจ้าของที่เข้าได้ทุกร้านเป็นผู้ตั้งค่าบริการ', 'An owner of all stores sets up the services.'],
  sender: ['อีเมลผู้ส่ง', 'Sender address'],
  host: ['เซิร์ฟเวอร์ (SMTP)', 'SMTP server'],
  port: ['พอร์ต', 'Port'],
  security: ['การเข้ารหัส', 'Encryption'],
  tls: ['TLS (พอร์ต 465)', 'TLS (port 465)'],
  starttls: ['STARTTLS (พอร์ต 587)', 'STARTTLS (port 587)'],
  none: ['ไม่เข้ารหัส (เฉพาะเครือข่ายภายใน)', 'None (private networks only)'],
  user: ['ชื่อผู้ใช้', 'Username'],
  userHint: ['เว้นว่าง = เซิร์ฟเวอร์ไม่ต้องเข้าสู่ระบบ', 'Leave empty if the server does not require it'],
  password: ['รหัสผ่าน', 'Password'],
  keep: ['มีอยู่แล้ว เว้นว่าง = ใช้ค่าเดิม', 'Already set. Leave empty to keep it.'],
  emailHint: ['ส่งผ่านเซิร์ฟเวอร์อีเมลของคุณ', 'Sent through your email server.'],
  lineHint: [
    'LINE Notify ปิดบริการแล้ว ใช้ LINE Official Account กับ Messaging API แทน แพ็กเกจฟรีมีจำนวนข้อความต่อเดือนจำกัด',
    'LINE Notify was discontinued. Alerts use a LINE Official Account with the Messaging API. Its free plan has a monthly limit of messages.',
  ],
  token: ['Channel access token', 'Channel access token'],
  secret: ['Channel secret', 'Channel secret'],
  lineAccount: ['บัญชี', 'Account'],
  webhook: ['URL เว็บฮุก', 'Webhook URL'],
  webhookHint: [
    'ใส่ใน LINE Developers Console แล้วเปิด Use webhook ใช้เชื่อมบัญชี LINE ของแต่ละคน',
    'Enter it in the LINE Developers Console and turn on Use webhook. It connects the LINE accounts of your team.',
  ],
  noBaseUrl: ['ตั้งที่อยู่เว็บก่อน', 'Set the web address first.'],
  pushHint: [
    'แจ้งเตือนบนมือถือและคอมพิวเตอร์ที่ติดตั้ง raan เป็นแอป หรือเปิดในเบราว์เซอร์ ต้องใช้ https',
    'Notifications on phones and computers that have raan installed as an app or open in a browser. Needs https.',
  ],
  turnOn: ['เปิดใช้', 'Turn on'],
  turnOff: ['เลิกใช้', 'Turn off'],
  turnOffHint: [
    'จะไม่ส่งการแจ้งเตือนทางบริการนี้จนกว่าจะตั้งค่าใหม่',
    'Alerts through this service stop until you set it up again.',
  ],
  turnedOff: ['เลิกใช้แล้ว', 'Turned off'],
});

export const orderDataNames = bilingual({
  none: ['เฉพาะจำนวนคำสั่งซื้อ', 'Only the number of orders'],
  order: ['เลขคำสั่งซื้อและยอดเงิน', 'Order number and amount'],
  customer: ['เลขคำสั่งซื้อ ยอดเงิน และชื่อลูกค้า', 'Order number, amount and customer name'],
} satisfies Record<OrderData, readonly [string, string]>);

/** Texts of the page of an account. */
export const ownTexts = bilingual({
  me: ['บัญชีของฉัน', 'My account'],
  noWay: ['ร้านยังไม่ได้ตั้งค่าการแจ้งเตือน', 'Alerts are not set up yet.'],
  askOwner: ['ให้เจ้าของร้านตั้งค่าที่ ตั้งค่า › การแจ้งเตือน', 'An owner can set them up in Settings › Alerts.'],
  setUp: ['ตั้งค่าบริการ', 'Set up services'],
  what: ['เรื่องที่แจ้ง', 'Alert types'],
  kind: ['เรื่อง', 'Alert'],
  by: [
    (kind: string, way: string) => `${kind} ทาง${afterThai(way)}`,
    (kind: string, way: string) => `${kind} by ${way}`,
  ],
  merging: ['เรื่องที่เกิดใกล้กันจะรวมเป็นข้อความเดียว', 'Events close together are combined into one message.'],
  pause: ['เว้นระยะระหว่างข้อความ', 'At most one message every'],
  minutes: [
    (n: number) => (n === 60 ? '1 ชั่วโมง' : `${n} นาที`),
    (n: number) => (n === 60 ? 'hour' : n === 1 ? 'minute' : `${n} minutes`),
  ],
  quiet: ['ช่วงเวลาห้ามรบกวน', 'Quiet hours'],
  quietFrom: ['ตั้งแต่', 'From'],
  quietUntil: ['ถึง', 'To'],
  quietHint: [
    'เก็บไว้ส่งเมื่อพ้นช่วงนี้ ยกเว้นการเข้าสู่ระบบจากอุปกรณ์ใหม่ การสำรองข้อมูลไม่สำเร็จ และสรุปประจำวัน',
    'Alerts wait until quiet hours end, except sign-ins from a new device, failed backups and the daily summary.',
  ],
  summaryAt: ['ส่งสรุปประจำวันเวลา', 'Daily summary at'],
  summaryHint: ['สรุปยอดของเมื่อวาน เว้นว่าง = ไม่ส่ง', 'Covers the day before. Leave empty for none.'],
  destinations: ['ที่รับการแจ้งเตือน', 'Destinations'],
  address: ['อีเมล', 'Email address'],
  addEmail: ['ส่งรหัสยืนยัน', 'Send code'],
  codeSent: [(address: string) => `ส่งรหัสไปที่ ${address} แล้ว`, (address: string) => `A code was sent to ${address}`],
  code: ['รหัสจากอีเมล', 'Code from the email'],
  confirm: ['ยืนยัน', 'Confirm'],
  emailAdded: ['เพิ่มอีเมลแล้ว', 'Email address added'],
  lineConnect: ['เชื่อมต่อ LINE', 'Connect LINE'],
  lineHint: ['เชื่อมต่อได้ทั้งแชตส่วนตัวและกลุ่ม', 'Works with your own chat and with groups.'],
  lineStep1: ['เพิ่มเพื่อนหรือเชิญเข้ากลุ่ม', 'Add as a friend, or invite to a group'],
  lineStep2: [
    (minutes: number) => `ส่งรหัสนี้ในแชตหรือในกลุ่มภายใน ${minutes} นาที`,
    (minutes: number) => `Send this code in the chat or the group within ${minutes} minutes`,
  ],
  lineStep3: ['เมื่อได้รับข้อความทดสอบแล้ว โหลดหน้านี้ใหม่', 'When the test message arrives, reload this page'],
  reload: ['โหลดใหม่', 'Reload'],
  lineChat: ['แชต LINE', 'LINE chat'],
  pushOn: ['เปิดบนอุปกรณ์นี้', 'Turn on for this device'],
  pushAdded: ['เปิดการแจ้งเตือนบนอุปกรณ์นี้แล้ว', 'Alerts are on for this device'],
  pushHint: [
    'บน iPhone และ iPad ให้เพิ่ม raan ไว้ที่หน้าจอโฮมก่อน แล้วเปิดจากที่นั่น',
    'On iPhone and iPad, add raan to the home screen first and open it from there.',
  ],
  pushNeedsScript: [
    'เบราว์เซอร์นี้รับการแจ้งเตือนไม่ได้ ต้องเปิด JavaScript และใช้ https',
    'This browser cannot receive alerts. They need JavaScript and https.',
  ],
  pushDenied: [
    'เบราว์เซอร์ไม่อนุญาต อนุญาตการแจ้งเตือนของเว็บไซต์นี้ในการตั้งค่าเบราว์เซอร์',
    'Your browser blocked notifications. Allow them for this site in your browser settings.',
  ],
  added: ['เพิ่มเมื่อ', 'Added'],
  recent: ['ข้อความล่าสุด', 'Recent messages'],
  noRecent: ['ยังไม่มีข้อความ', 'No messages yet'],
  time: ['เวลา', 'Time'],
  way: ['บริการ', 'Service'],
  state: ['สถานะ', 'Status'],
  reason: ['รายละเอียด', 'Details'],
});

export const stateNames = bilingual({
  waiting: ['รอส่ง', 'Waiting'],
  sending: ['กำลังส่ง', 'Sending'],
  sent: ['ส่งแล้ว', 'Sent'],
  failed: ['ส่งไม่สำเร็จ', 'Failed'],
  unknown: ['ไม่ทราบผล', 'Unknown'],
} satisfies Record<MessageState, readonly [string, string]>);
