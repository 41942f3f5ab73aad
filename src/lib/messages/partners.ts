import { catalogue } from './catalogue.ts';

export const partners = catalogue({
  channel_not_found: { en: 'Channel {channel} not found', office: 'API channel not found', th: 'ไม่พบการเชื่อมต่อนี้' },
  app_not_found: { en: 'App {app} not found', office: 'App not found', th: 'ไม่พบแอปนี้' },
  unknown_app: {
    en: 'Not an app of this store',
    office: 'This app no longer exists. Choose another one.',
    th: 'ไม่พบแอปนี้ในร้าน เลือกใหม่',
  },
  sandbox_of_a_sandbox: {
    en: 'Store {store} is a sandbox. Add the test channel in the store that it copies.',
    th: 'ร้าน {store} เป็นร้านทดสอบอยู่แล้ว ให้เพิ่มการเชื่อมต่อทดสอบจากร้านจริง',
  },
  sandbox_pulls_nothing: {
    en: 'Products of a sandbox cannot be pulled, and a sandbox cannot pull products',
    office: 'A sandbox cannot sell products from another store, and other stores cannot sell its products',
    th: 'ร้านทดสอบขายสินค้าของร้านอื่นไม่ได้ และร้านอื่นขายสินค้าของร้านทดสอบไม่ได้',
  },
  store_has_no_sandbox: {
    en: 'Store {store} has no sandbox. Add a test channel first.',
    th: 'ร้าน {store} ยังไม่มีร้านทดสอบ ให้เพิ่มการเชื่อมต่อทดสอบก่อน',
  },
  app_without_url: {
    en: 'App {app} has no URL. Set its url first.',
    office: 'App {app} has no URL. Add its URL first.',
    th: 'แอป {app} ยังไม่มี URL เว็บฮุก ให้ใส่ก่อน',
  },
  url_with_credentials: { en: 'Must not contain a username or password', th: 'URL ต้องไม่มีชื่อผู้ใช้หรือรหัสผ่าน' },
  delivery_not_found: {
    en: 'Delivery {delivery} not found for this app',
    office: 'Delivery not found',
    th: 'ไม่พบการส่งนี้ของแอป',
  },

  webhook_address_not_public: {
    en: '{address} is a private address. Use a public URL, or ask the administrator to add its network to webhooks.allow_networks.',
    th: '{address} เป็นที่อยู่ภายใน ใช้ URL สาธารณะ หรือให้ผู้ดูแลระบบเพิ่มใน webhooks.allow_networks',
  },
  webhook_https_required: {
    en: 'Must start with https://, because webhooks.require_https is set',
    th: 'ต้องขึ้นต้นด้วย https:// เพราะไฟล์ตั้งค่ากำหนด webhooks.require_https',
  },
  host_without_address: { en: '{host} has no address', th: 'ไม่พบที่อยู่ของ {host}' },
  webhook_url_unreadable: { en: 'The URL cannot be read', th: 'อ่าน URL ไม่ได้' },
  webhook_connect_timeout: {
    en: 'No connection within {millis, number} ms',
    th: 'เชื่อมต่อไม่ได้ภายใน {millis, number} มิลลิวินาที',
  },
  webhook_answer_timeout: {
    en: 'No response within {millis, number} ms',
    th: 'ปลายทางไม่ตอบภายใน {millis, number} มิลลิวินาที',
  },
  channel_disabled: { en: 'The channel is inactive', th: 'การเชื่อมต่อนี้ปิดใช้งานอยู่' },
  channel_expired: { en: 'The channel has expired', th: 'การเชื่อมต่อนี้หมดอายุแล้ว' },
  token_revoked: {
    en: 'The token was revoked. The client must request a new one.',
    th: 'โทเค็นถูกยกเลิกแล้ว ระบบของคู่ค้าต้องขอโทเค็นใหม่',
  },
  client_secret_wrong: { en: 'The client secret is wrong', th: 'รหัสลับ (client secret) ไม่ถูกต้อง' },
  webhook_host_not_found: { en: 'The host {host} was not found ({code})', th: 'ไม่พบชื่อ {host} ({code})' },
  webhook_connection_refused: { en: '{address} refused the connection', th: '{address} ปฏิเสธการเชื่อมต่อ' },
  webhook_connection_failed: { en: 'Cannot connect to {address} ({code})', th: 'เชื่อมต่อ {address} ไม่ได้ ({code})' },
  webhook_connection_lost: {
    en: 'The connection broke before the response ({code})',
    th: 'เครือข่ายหลุดก่อนได้ผลตอบกลับ ({code})',
  },
  webhook_connection_closed: {
    en: 'The receiver closed the connection without a response',
    th: 'ปลายทางตัดการติดต่อโดยไม่ตอบ',
  },
  webhook_certificate_expired: {
    en: 'The certificate of the receiver has expired',
    th: 'ใบรับรอง (https) ของปลายทางหมดอายุ',
  },
  webhook_certificate_untrusted: {
    en: 'The certificate of the receiver cannot be trusted ({code})',
    th: 'ใบรับรอง (https) ของปลายทางเชื่อถือไม่ได้ ({code})',
  },
  webhook_certificate_of_another_host: {
    en: 'The certificate of the receiver is for another host',
    th: 'ใบรับรอง (https) ของปลายทางไม่ใช่ของชื่อนี้',
  },
});
