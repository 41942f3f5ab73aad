import { catalogue } from './catalogue.ts';

/** Errors of a request as a whole. */
export const requests = catalogue({
  nothing_at_path: { en: 'There is nothing at this path', th: 'ไม่พบหน้านี้' },
  unknown_path: {
    en: 'There is nothing at this path. The API is documented at /docs.',
    th: 'ไม่มีข้อมูลที่ path นี้ อ่านเอกสาร API ได้ที่ /docs',
  },
  client_package_missing: {
    en: 'The TypeScript client is not packed. Run "npm run sdk" in the source folder of the service.',
    th: 'ยังไม่ได้สร้างแพ็กเกจไคลเอนต์ TypeScript ให้รัน "npm run sdk" ในโฟลเดอร์ซอร์สโค้ดของระบบ',
  },
  method_not_allowed: { en: 'Use {allowed} here', th: 'ใช้ได้เฉพาะ {allowed}' },
  server_failed: { en: 'Internal error. Try again.', th: 'ระบบขัดข้อง ลองใหม่' },
  http_unreadable: { en: 'The request is not readable HTTP', th: 'อ่านคำขอ HTTP ไม่ได้' },
  request_too_slow: { en: 'The request took too long to arrive', th: 'คำขอใช้เวลาส่งนานเกินไป' },
  headers_too_large: { en: 'The request line and headers are too large', th: 'ส่วนหัวของคำขอใหญ่เกินไป' },
  chunk_extension_too_large: {
    en: 'A chunk extension of the body is too large',
    th: 'chunk extension ของข้อมูลใหญ่เกินไป',
  },
  too_busy: { en: 'The service is busy. Try again.', th: 'ขณะนี้มีการใช้งานจำนวนมาก ลองใหม่' },
  body_too_large: {
    en: 'The body is larger than {most, bytes}',
    office: 'The file is larger than {most, bytes}. Split or shrink it.',
    th: 'ไฟล์ใหญ่เกิน {most, bytes} แบ่งหรือย่อให้เล็กลงแล้วลองใหม่',
  },
  body_incomplete: { en: 'The body ended early', th: 'ส่งข้อมูลมาไม่ครบ ลองใหม่' },
  body_not_utf8: { en: 'The body is not valid UTF-8', th: 'ข้อมูลไม่ใช่ UTF-8' },
  body_missing: { en: 'A JSON body is required', th: 'ต้องส่งข้อมูล JSON' },
  body_not_json: { en: 'The body is not valid JSON', th: 'ข้อมูลไม่ใช่ JSON ที่ถูกต้อง' },
  content_encoding_not_supported: { en: 'Content-Encoding must be identity', th: 'Content-Encoding ต้องเป็น identity' },
  wrong_content_type: { en: 'Content-Type must be {type}', th: 'Content-Type ต้องเป็น {type}' },
  wrong_charset: { en: 'The charset of Content-Type must be utf-8', th: 'charset ของ Content-Type ต้องเป็น utf-8' },

  bearer_token_invalid: {
    en: 'The bearer token is missing, malformed or expired',
    th: 'ไม่มีโทเค็น หรือโทเค็นไม่ถูกต้องหรือหมดอายุ',
  },
  metrics_token_invalid: {
    en: 'Send the metrics token from the config file as a bearer token',
    th: 'ต้องส่งโทเค็นของ metrics ในไฟล์ตั้งค่าเป็น bearer token',
  },
  permission_missing: { en: 'This channel lacks the permission {permission}', th: 'การเชื่อมต่อนี้ไม่มีสิทธิ์ {permission}' },
  store_suspended: { en: 'This store is suspended', th: 'ร้านนี้ปิดชั่วคราว' },
  unsupported_grant_type: { en: 'Must be client_credentials', th: 'ต้องเป็น client_credentials' },
  client_credential_missing: {
    en: 'Required as a field of the form. HTTP Basic is not accepted.',
    th: 'ต้องส่งเป็นช่องของแบบฟอร์ม ไม่รองรับ HTTP Basic',
  },
  client_credentials_rejected: {
    en: 'The client credentials are not accepted',
    th: 'client_id หรือ client_secret ไม่ถูกต้อง',
  },
  unknown_form_field: {
    en: 'Unknown field. The form may have only {known, list}.',
    th: 'ไม่รู้จักช่องนี้ แบบฟอร์มมีได้เฉพาะ {known, list}',
  },
  not_a_cursor: {
    en: "Unknown cursor. Send next_cursor of this call's last response.",
    th: 'ไม่รู้จัก cursor นี้ ให้ส่ง next_cursor จากคำตอบล่าสุดของคำสั่งนี้',
  },
  cursor_of_another_channel: {
    en: 'The cursor belongs to another channel. Send only cursors that this channel has received.',
    th: 'cursor นี้เป็นของการเชื่อมต่ออื่น ให้ส่งเฉพาะ cursor ที่การเชื่อมต่อนี้ได้รับ',
  },
  stock_cursor_expired: {
    en: 'The cursor has expired. Call without a cursor and keep the new one, then read all quantities.',
    th: 'cursor หมดอายุแล้ว ให้เรียกโดยไม่ส่ง cursor และเก็บ cursor ใหม่ไว้ แล้วจึงอ่านยอดทั้งหมด',
  },
  order_cursor_expired: {
    en: 'The cursor has expired. Call again with since_time.',
    th: 'cursor หมดอายุแล้ว ให้เรียกใหม่โดยส่ง since_time',
  },
  repeated_form_field: { en: 'Given more than once', th: 'ส่งมาซ้ำ' },
  too_many_token_requests: {
    en: 'Too many token requests. Try again in {seconds, number} s.',
    th: 'ขอโทเค็นบ่อยเกินไป รอ {seconds, number} วินาที',
  },
  picture_not_found: { en: 'Image not found', th: 'ไม่พบรูปนี้' },

  call_back_courier_unknown: { en: 'Courier not found', th: 'ไม่พบขนส่งนี้' },
  call_back_signature_wrong: { en: 'The signature does not match this callback', th: 'ลายเซ็นไม่ตรงกับข้อมูลที่ส่งมา' },
  call_back_empty: { en: 'Must contain booking or events', th: 'ต้องมี booking หรือ events' },
  call_back_bearer_wrong: {
    en: 'Authorization must be "Bearer" and the callback secret',
    th: 'Authorization ต้องเป็น Bearer ตามด้วยรหัสลับของ callback',
  },
});
