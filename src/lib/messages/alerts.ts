import { catalogue } from './catalogue.ts';

/** Errors about alerts and the services that they are sent through. */
export const alerts = catalogue({
  alert_address_not_public: {
    en: '{address} is a private address. Use a public one, or ask the administrator to add its network to alerts.allow_networks.',
    th: '{address} เป็นที่อยู่ภายใน ใช้ที่อยู่สาธารณะ หรือให้ผู้ดูแลระบบเพิ่มใน alerts.allow_networks',
  },
  alert_encryption_required: {
    en: 'The connection must be encrypted. Unencrypted connections are allowed only to networks in alerts.allow_networks.',
    th: 'ต้องเชื่อมต่อแบบเข้ารหัส ใช้แบบไม่เข้ารหัสได้เฉพาะเครือข่ายใน alerts.allow_networks ของไฟล์ตั้งค่า',
  },
  alert_host_malformed: {
    en: 'Must be the name of a server, such as smtp.shop.example',
    th: 'กรอกชื่อเซิร์ฟเวอร์ เช่น smtp.shop.example',
  },
  alert_service_timed_out: {
    en: 'The service did not respond within {millis, number} ms',
    th: 'บริการไม่ตอบภายในเวลาที่กำหนด',
  },
  alert_service_not_reached: {
    en: 'No connection to the service ({why, networkError})',
    th: 'เชื่อมต่อกับบริการไม่ได้ ({why, networkError})',
  },
  alert_answer_cut_off: {
    en: 'The response of the service was cut off ({why, networkError})',
    th: 'ได้รับคำตอบจากบริการไม่ครบ ({why, networkError})',
  },
  alert_service_missing: {
    en: 'This alert service is not set up. An owner of all stores can set it up in Settings › Alerts.',
    th: 'ยังไม่ได้ตั้งค่าบริการแจ้งเตือนนี้ บัญชีเจ้าของที่เข้าได้ทุกร้านตั้งค่าได้ที่ ตั้งค่า › การแจ้งเตือน',
  },
  alert_too_old: {
    en: 'Gave up after {hours, number} hours: {reason, message}',
    th: 'เลิกส่งหลังจาก {hours, number} ชั่วโมง: {reason, message}',
  },
  alert_waited_too_long: {
    en: 'Waited for more than {hours, number} hours and was not sent',
    th: 'รอนานกว่า {hours, number} ชั่วโมง จึงไม่ได้ส่ง',
  },
  alert_interrupted: {
    en: 'raan stopped while sending. The message may have arrived, so it is not sent again.',
    th: 'ระบบหยุดทำงานระหว่างส่ง ข้อความอาจไปถึงแล้ว จึงไม่ส่งซ้ำ',
  },
  alert_of_restored_copy: {
    en: 'The database was restored. The message may have been sent before, so it is not sent again.',
    th: 'กู้คืนฐานข้อมูลแล้ว ข้อความอาจส่งไปก่อนหน้านี้ จึงไม่ส่งซ้ำ',
  },
  alert_not_wanted: { en: 'Turned off in the meantime, so it was not sent', th: 'ปิดรับเรื่องนี้แล้ว จึงไม่ได้ส่ง' },
  alert_recipients_too_many: {
    en: 'An account has at most {most, number} destinations. Remove one first.',
    th: 'บัญชีหนึ่งมีที่รับการแจ้งเตือนได้ไม่เกิน {most, number} รายการ ให้ลบออกก่อน',
  },
  alert_recipient_not_found: { en: 'This destination no longer exists', th: 'ไม่พบที่รับการแจ้งเตือนนี้แล้ว' },
  alert_no_own_recipient: {
    en: 'You have no destination yet. Add one in “My alerts” first.',
    th: 'คุณยังไม่มีที่รับการแจ้งเตือน ให้เพิ่มที่ “การแจ้งเตือนของฉัน” ก่อน',
  },
  alert_secret_missing: { en: 'Required', office: 'This field is required', th: 'ต้องกรอก' },
  alert_code_too_soon: { en: 'A code was just sent. Try again in a minute.', th: 'เพิ่งส่งรหัสไป รอ 1 นาทีแล้วลองใหม่' },
  alert_test_too_soon: {
    en: 'A test message was just sent. Try again in a minute.',
    th: 'เพิ่งส่งข้อความทดสอบไป รอ 1 นาทีแล้วลองใหม่',
  },
  alert_code_wrong: {
    en: 'The code is wrong or too old. Check the newest email, or send a new code.',
    th: 'รหัสไม่ถูกต้องหรือหมดอายุ ดูอีเมลล่าสุด หรือส่งรหัสใหม่',
  },
  push_subscription_malformed: {
    en: 'Notifications could not be turned on. Reload the page and try again.',
    th: 'เบราว์เซอร์ส่งข้อมูลมาไม่ครบ โหลดหน้าใหม่แล้วลองใหม่',
  },

  smtp_sign_in_refused: {
    en: 'The email server rejected the username or password: {answer}',
    th: 'เซิร์ฟเวอร์อีเมลไม่ยอมรับชื่อผู้ใช้หรือรหัสผ่าน: {answer}',
  },
  smtp_refused: {
    en: 'The email server rejected the message ({command}): {answer}',
    th: 'เซิร์ฟเวอร์อีเมลไม่รับข้อความ ({command}): {answer}',
  },
  smtp_not_encrypted: {
    en: 'No encrypted connection to the email server: {why}. Check the encryption type, the port and the certificate.',
    th: 'เชื่อมต่อเซิร์ฟเวอร์อีเมลแบบเข้ารหัสไม่ได้: {why} ตรวจแบบการเข้ารหัส พอร์ต และใบรับรอง',
  },
  smtp_timed_out: {
    en: 'The email server did not respond in time. Check the server name, the port and the encryption.',
    th: 'เซิร์ฟเวอร์อีเมลไม่ตอบภายในเวลาที่กำหนด ตรวจชื่อเซิร์ฟเวอร์ พอร์ต และการเข้ารหัส',
  },
  smtp_not_reached: {
    en: 'No connection to the email server {host}, port {port}: {why, networkError}. Check the server name, the port and the encryption.',
    th: 'เชื่อมต่อเซิร์ฟเวอร์อีเมล {host} พอร์ต {port} ไม่ได้: {why, networkError} ตรวจชื่อเซิร์ฟเวอร์ พอร์ต และการเข้ารหัส',
  },

  line_token_refused: {
    en: 'LINE rejected the channel access token. Issue a new one in the LINE Developers Console.',
    th: 'LINE ไม่ยอมรับ channel access token ให้ออกใหม่ใน LINE Developers Console',
  },
  line_signature_wrong: {
    en: 'The signature is wrong. Check the channel secret in Settings › Alerts.',
    th: 'ลายเซ็นไม่ถูกต้อง ตรวจ channel secret ที่ ตั้งค่า › การแจ้งเตือน',
  },
  line_answered: { en: 'LINE responded with {status}: {text}', th: 'LINE ตอบ {status}: {text}' },

  push_subscription_ended: {
    en: 'The browser no longer receives alerts, so it was removed',
    th: 'เบราว์เซอร์นี้ไม่รับการแจ้งเตือนแล้ว จึงลบออก',
  },
  push_answered: { en: 'The push service responded with {status}', th: 'บริการแจ้งเตือนของเบราว์เซอร์ตอบ {status}' },
});
