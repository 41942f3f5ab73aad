import { baseUrl } from '../../config.ts';
import { changeWebAddress, isWebAddress, officeWebAddress, webAddress } from '../../domain/web-address.ts';
import { message } from '../../lib/messages/message.ts';
import { bilingual } from '../bilingual.ts';
import { checked, fields, optionalText } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { Post, Submit, TextField } from '../forms/inputs.tsx';
import type { Page } from '../office-response.ts';
import { isLinkUnreachable } from '../orders/detail/unreachable-link.tsx';
import { commonTexts } from '../page/common-texts.ts';
import { Heading, Notice } from '../page/components.tsx';
import { Copyable } from '../partners/partner-components.tsx';
import type { StoreContext } from '../request-context.ts';
import { formScreens, type Screen } from '../screen.ts';
import { settingsTexts } from './settings-texts.ts';

export const WEB_ADDRESS = '/settings/web-address';

const texts = bilingual({
  isSet: ['ลิงก์ทั้งหมดใช้ที่อยู่', 'All links use the address'],
  isConfigured: [
    'ตั้งไว้ที่ listen.base_url ในไฟล์ raan.toml จึงแก้จากหน้านี้ไม่ได้',
    'The address is set as listen.base_url in the file raan.toml, so it cannot be changed here.',
  ],
  isUnreachable: [
    'ยังไม่ได้ตั้งที่อยู่เว็บ ลูกค้าเปิดลิงก์ชำระเงินไม่ได้ ขนส่งและคู่ค้าก็ส่งข้อมูลเข้ามาไม่ได้',
    'The web address is not set. Customers cannot open payment links, and couriers and partners cannot reach the store.',
  ],
  isGuessed: ['ยังไม่ได้ตั้งที่อยู่เว็บ ลิงก์ใช้ที่อยู่ของหน้านี้ไปก่อน', 'The web address is not set. Links use the address of this page.'],
  hint: [
    'ใช้ในลิงก์ชำระเงินของลูกค้า การแจ้งเตือน และที่อยู่ที่ขนส่งกับ LINE ส่งข้อมูลเข้ามา เว้นว่าง = ไม่ตั้ง',
    'Used in payment links of customers, in alerts, and in the URLs that couriers and LINE call. Leave empty to remove it.',
  ],
  how: ['วิธีตั้ง', 'How to set it'],
  domain: [
    'จดชื่อโดเมน เช่น shop.example แล้วชี้มาที่เครื่องที่ติดตั้ง raan',
    'Get a domain name, such as shop.example, and point it to the machine of the store.',
  ],
  https: ['เปิดใช้ HTTPS บนเครื่องนั้น', 'Turn on HTTPS on that machine.'],
  guide: ['ดูวิธีติดตั้ง', 'View the guide'],
  enter: ['ใส่ที่อยู่ในช่องด้านบน แล้วลองเปิดจากมือถือ', 'Enter the address above, and open it on a phone to test it.'],
  config: [
    'ถ้าใช้ reverse proxy ให้ผู้ดูแลระบบใส่ที่อยู่เดียวกันที่ listen.base_url ในไฟล์ raan.toml ด้วย แล้วรีสตาร์ต raan เช่น',
    'If you use a reverse proxy, ask the administrator to set the same address as listen.base_url in the file raan.toml and to restart raan:',
  ],
});

const addressForm = fields({
  address: checked(optionalText(200), (typed) => (isWebAddress(typed) ? undefined : message('not_a_web_address'))),
});

/** For operators only, because all stores have the same address. */
export const webAddressScreens: readonly Screen[] = formScreens(WEB_ADDRESS, 'operator', {
  schema: addressForm,
  page: webAddressPage,
  submit: async (context, { address }) => {
    await context.write((tx) => changeWebAddress(tx, address));
    return context.redirect(WEB_ADDRESS, commonTexts(context.language).saved);
  },
  sensitive: true,
});

function webAddressPage(context: StoreContext, form: Form<unknown>): Page {
  const { settings, webAddress: title } = settingsTexts(context.language);
  return {
    title,
    body: (
      <>
        <Heading title={title} back={{ href: '/office/settings', label: settings }} />
        <State context={context} />
        {baseUrl(context.app.config) === undefined && (
          <>
            <AddressCard context={context} form={form} />
            <Guide context={context} />
          </>
        )}
      </>
    ),
  };
}

const AddressCard = ({ context, form }: { context: StoreContext; form: Form<unknown> }) => (
  <section class="card">
    <Post action={WEB_ADDRESS} form={form}>
      <TextField
        {...{ name: 'address', type: 'url', inputmode: 'url', placeholder: 'https://shop.example' }}
        label={settingsTexts(context.language).webAddress}
        hint={texts(context.language).hint}
        value={officeWebAddress(context.db)}
      />
      <Submit label={commonTexts(context.language).save} />
    </Post>
  </section>
);

function Guide({ context }: { context: StoreContext }) {
  const t = texts(context.language);
  return (
    <section class="card">
      <h2>{t.how}</h2>
      <ol>
        <li>{t.domain}</li>
        <li>
          {t.https} <a href="/docs/install#reverse-proxy">{t.guide}</a>
        </li>
        <li>{t.enter}</li>
        <li>
          {t.config}
          <Copyable id="base-url">{'[listen]\nbase_url = "https://shop.example"'}</Copyable>
        </li>
      </ol>
    </section>
  );
}

function State({ context }: { context: StoreContext }) {
  const t = texts(context.language);
  const address = webAddress(context.app);
  if (address === undefined)
    return <Notice tone="warn">{isLinkUnreachable(context) ? t.isUnreachable : t.isGuessed}</Notice>;
  return (
    <Notice tone="good">
      {t.isSet} <span class="break">{address}</span> {baseUrl(context.app.config) !== undefined && t.isConfigured}
    </Notice>
  );
}
