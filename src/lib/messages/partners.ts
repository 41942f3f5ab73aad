import type { Id } from '../ids.ts';
import { catalogue } from './catalogue.ts';

export const partners = catalogue({
  channel_not_found: {
    en: ({ channel }: { channel: Id | string }) => `There is no channel ${channel}`,
    th: ({ channel }) => `ไม่พบช่องทาง ${channel}`,
  },
  app_not_found: {
    en: ({ app }: { app: Id | string }) => `There is no app ${app}`,
    th: ({ app }) => `ไม่พบแอป ${app}`,
  },
  unknown_app: { en: 'Not an app of this store', th: 'ไม่พบแอปนี้ในร้าน กรุณาเลือกใหม่' },
  app_without_url: {
    en: ({ app }: { app: string }) => `App ${app} has no URL. Set its url first.`,
    th: ({ app }) => `แอป ${app} ยังไม่มีที่อยู่รับเว็บฮุก กรุณาใส่ก่อน`,
  },
  url_with_credentials: {
    en: 'Must not contain a user name or password',
    th: 'ต้องไม่มีชื่อผู้ใช้หรือรหัสผ่านในที่อยู่',
  },
  delivery_not_found: {
    en: ({ delivery }: { delivery: Id }) => `There is no delivery ${delivery} of this app`,
    th: ({ delivery }) => `ไม่พบการส่ง ${delivery} ของแอปนี้`,
  },
});
