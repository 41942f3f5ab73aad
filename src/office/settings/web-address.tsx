import { baseUrl } from '../../config.ts';
import { bilingual } from '../bilingual.ts';
import type { Page } from '../office-response.ts';
import { isLinkUnreachable } from '../orders/detail/unreachable-link.tsx';
import { Heading, Notice } from '../page/components.tsx';
import { Copyable } from '../partners/partner-components.tsx';
import type { StoreContext } from '../request-context.ts';
import { get, type Screen } from '../screen.ts';
import { settingsTexts } from './settings-texts.ts';

export const WEB_ADDRESS = '/settings/web-address';

const texts = bilingual({
  isSet: ['ลิงก์ทั้งหมดใช้ที่อยู่', 'All links use the address'],
  isUnreachable: [
    'ยังไม่ได้ตั้งที่อยู่เว็บ ลูกค้าเปิดลิงก์ชำระเงินไม่ได้ ขนส่งและคู่ค้าก็ส่งข้อมูลเข้ามาไม่ได้',
    'The web address is not set. Customers cannot open payment links, and couriers and partners cannot reach the store.',
  ],
  isGuessed: ['ยังไม่ได้ตั้งที่อยู่เว็บ ลิงก์ใช้ที่อยู่ของหน้านี้ไปก่อน', 'The web address is not set. Links use the address of this page.'],
  how: ['วิธีตั้ง', 'How to set it'],
  domain: [
    'จดชื่อโดเมน เช่น shop.example แล้วชี้มาที่เครื่องที่ติดตั้งร้าน',
    'Get a domain name, such as shop.example, and point it to the machine of the store.',
  ],
  https: ['เปิดใช้ HTTPS บนเครื่องนั้น', 'Turn on HTTPS on that machine.'],
  guide: ['ดูวิธีติดตั้ง', 'View the guide'],
  config: [
    'ใส่ที่อยู่ของร้านที่ listen.base_url ในไฟล์ raan.toml เช่น',
    'Enter the address as listen.base_url in the file raan.toml, for example:',
  ],
  restart: ['รีสตาร์ต raan แล้วเข้าสู่ระบบจากที่อยู่ใหม่', 'Restart raan and sign in at the new address.'],
  why: [
    'ตั้งจากหน้านี้ไม่ได้ เพราะถ้าใส่ผิดจะเข้าหลังร้านไม่ได้ ถ้ามีผู้ดูแลเครื่อง ส่งหน้านี้ให้ได้เลย',
    'It cannot be set here, because a wrong address would lock everyone out. If someone else runs the machine, send them this page.',
  ],
});

/** For operators only, because all stores have the same address. */
export const webAddressScreens: readonly Screen[] = [get(WEB_ADDRESS, 'operator', webAddressPage)];

function webAddressPage(context: StoreContext): Page {
  const t = texts(context.language);
  const { settings, webAddress } = settingsTexts(context.language);
  return {
    title: webAddress,
    body: (
      <>
        <Heading title={webAddress} back={{ href: '/office/settings', label: settings }} />
        <State context={context} />
        <section class="card">
          <h2>{t.how}</h2>
          <ol>
            <li>{t.domain}</li>
            <li>
              {t.https} <a href="/docs/install#reverse-proxy">{t.guide}</a>
            </li>
            <li>
              {t.config}
              <Copyable id="base-url">{'[listen]\nbase_url = "https://shop.example"'}</Copyable>
            </li>
            <li>{t.restart}</li>
          </ol>
          <p class="hint">{t.why}</p>
        </section>
      </>
    ),
  };
}

function State({ context }: { context: StoreContext }) {
  const t = texts(context.language);
  const address = baseUrl(context.app.config);
  if (address === undefined)
    return <Notice tone="warn">{isLinkUnreachable(context) ? t.isUnreachable : t.isGuessed}</Notice>;
  return (
    <Notice tone="good">
      {t.isSet} <span class="break">{address}</span>
    </Notice>
  );
}
