import { type Beginnings, beginningsOf, setUpStore } from '../../domain/setup/store.ts';
import { storeById } from '../../domain/stores.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Page } from '../answer.ts';
import { fields, optionalPostalCode, optionalText, text } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { Post, Submit, TextField } from '../forms/inputs.tsx';
import { get, post, type Screen } from '../screen.ts';
import type { Member } from '../visit.ts';
import { firstRunTexts } from './first-run-texts.ts';
import { pathOf, wizardPage } from './wizard.tsx';

const PATH = pathOf('store');

const addressForm = {
  telephone: optionalText(50),
  address1: optionalText(),
  sub_district: optionalText(100),
  district: optionalText(100),
  province: optionalText(100),
  postal_code: optionalPostalCode,
};
const wanted = fields({ name: text(100), warehouse: text(100), ...addressForm });

/** The second step, and the first one for an owner who signs in while there is no store. */
export const storeScreens: readonly Screen[] = [
  get(PATH, 'account', (member) => storePage(requireOwner(member), member.form(wanted))),
  post(PATH, 'account', (member) => {
    const form = requireOwner(member).form(wanted);
    return form.submit(
      async ({ name, warehouse, ...address }) => {
        const { storeId } = member.session;
        const beginnings = { name, warehouse, address };
        await member.ctx.write((db) => setUpStore(db, storeId, beginnings, member.now));
        return member.redirect(pathOf('product'), firstRunTexts(member.language).storeSaved);
      },
      () => storePage(member, form),
      (path) => path.replace(/^address\./, ''),
    );
  }),
];

function requireOwner(member: Member): Member {
  if (!member.isOwner) throw new Refusal('access_denied', 'only an owner of the store may open this');
  return member;
}

const EXAMPLE: Beginnings = {
  name: 'หมอกเช้า กาแฟและชา',
  warehouse: 'หน้าร้าน',
  address: {
    telephone: '0812345678',
    address1: '19/4 ซ.นิมมานเหมินท์ 11',
    sub_district: 'สุเทพ',
    district: 'เมืองเชียงใหม่',
    province: 'เชียงใหม่',
    postal_code: 50200,
  },
};

/** What the form comes up with: the example that was asked for, else what there is. */
function beginnings(member: Member): Beginnings {
  const { storeId } = member.session;
  if (member.asked.url.searchParams.has('example')) return EXAMPLE;
  const nothing = { name: '', warehouse: firstRunTexts(member.language).warehouseName, address: {} };
  return storeId === null ? nothing : beginningsOf(member.ctx.db, storeById(member.ctx.db, storeId));
}

function storePage(member: Member, form: Form<unknown>): Page {
  const t = firstRunTexts(member.language);
  const { name, warehouse, address } = beginnings(member);
  return wizardPage(member, 'store', {
    title: t.storeTitle,
    body: (
      <section class="card">
        <p class="hint">
          {t.storeHint} {member.session.storeId === null && <a href={`/office${PATH}?example=1`}>{t.example}</a>}
        </p>
        <Post visitor={member} action={PATH} form={form}>
          <TextField
            form={form}
            name="name"
            label={t.storeName}
            value={name}
            autocomplete="organization"
            required
            autofocus={!form.isFaulty}
          />
          <AddressFields member={member} form={form} address={address} />
          <TextField
            form={form}
            name="warehouse"
            label={t.warehouse}
            hint={t.warehouseHint}
            value={warehouse}
            required
          />
          <Submit>{t.next}</Submit>
        </Post>
        <p class="hint">{t.later}</p>
      </section>
    ),
  });
}

interface AddressProps {
  member: Member;
  form: Form<unknown>;
  address: Beginnings['address'];
}

function AddressFields({ member, form, address }: AddressProps) {
  const t = firstRunTexts(member.language);
  const { telephone, address1, sub_district, district, province, postal_code } = address;
  return (
    <fieldset>
      <legend>{t.address}</legend>
      <p class="hint">{t.addressHint}</p>
      <div class="fields">
        <TextField form={form} name="telephone" label={t.telephone} value={telephone} type="tel" autocomplete="tel" />
        <TextField form={form} name="address1" label={t.address1} value={address1} autocomplete="address-line1" />
        <TextField form={form} name="sub_district" label={t.subDistrict} value={sub_district} />
        <TextField form={form} name="district" label={t.district} value={district} />
        <TextField form={form} name="province" label={t.province} value={province} autocomplete="address-level1" />
        <TextField
          form={form}
          name="postal_code"
          label={t.postalCode}
          value={postal_code}
          inputmode="numeric"
          autocomplete="postal-code"
        />
      </div>
    </fieldset>
  );
}
