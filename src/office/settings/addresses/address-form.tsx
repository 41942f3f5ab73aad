import { isTooShort, missingOnLabel, type StoreAddress } from '../../../domain/addresses.ts';
import {
  addStoreAddress,
  changeStoreAddress,
  existingStoreAddress,
  type StoreAddressForm,
} from '../../../domain/store-addresses.ts';
import type { Page } from '../../answer.ts';
import { fields, flag, optionalChoice, optionalPostalCode, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CheckField, Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import { Confirm, Heading, Notice } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { addressTexts } from './address-texts.ts';

const PATH = '/settings/addresses';

const addressForm = fields({
  name: text(200),
  telephone: optionalText(50),
  address1: optionalText(),
  address2: optionalText(),
  address3: optionalText(),
  sub_district: optionalText(),
  district: optionalText(),
  province: optionalText(),
  postal_code: optionalPostalCode,
  email: optionalText(),
  note: optionalText(),
  legal_entity_id: optionalText(),
  branch_type: optionalChoice(['h', 'b']),
  branch_number: optionalText(),
  is_primary: flag,
});

export const addressFormScreens: readonly Screen[] = [
  get(`${PATH}/new`, 'owner', (visit) => formPage(visit, visit.form(addressForm))),
  post(`${PATH}/new`, 'owner', (visit) => {
    const form = visit.form(addressForm);
    return form.submit(
      async (wanted) => {
        await visit.ctx.write((db) => addStoreAddress(db, visit.store.id, given(wanted), visit.now));
        return visit.redirect(PATH, addressTexts(visit.language).added);
      },
      () => formPage(visit, form),
    );
  }),
  get(`${PATH}/:id`, 'owner', (visit) => formPage(visit, visit.form(addressForm), known(visit))),
  post(`${PATH}/:id`, 'owner', (visit) => {
    const form = visit.form(addressForm);
    const { id, legal_entity_type } = known(visit);
    return form.submit(
      async (wanted) => {
        const address = given({ ...wanted, legal_entity_type });
        await visit.ctx.write((db) => changeStoreAddress(db, visit.store.id, id, address, visit.now));
        return visit.redirect(PATH, words(visit.language).saved);
      },
      () => formPage(visit, form, known(visit)),
    );
  }),
];

const known = (visit: Visit): StoreAddress => existingStoreAddress(visit.ctx.db, visit.store.id, visit.id());

/** The fields that are there: an address has no empty ones. */
const given = (wanted: StoreAddressForm): StoreAddressForm =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as unknown as StoreAddressForm;

function formPage(visit: Visit, form: Form<unknown>, address?: StoreAddress): Page {
  const t = addressTexts(visit.language);
  const title = address ? t.edit : t.add;
  const at = address ? `${PATH}/${address.id}` : `${PATH}/new`;
  return {
    title,
    body: (
      <>
        <Heading title={title} back={{ href: `/office${PATH}`, label: t.addresses }}>
          {address && (
            <Confirm label={t.remove}>
              <Post visitor={visit} action={`${at}/remove`}>
                <p>{t.aboutRemove}</p>
                <Submit>{t.removeNow}</Submit>
              </Post>
            </Confirm>
          )}
        </Heading>
        {address && missingOnLabel(address).length > 0 && <Notice tone="warn">{incompleteText(visit, address)}</Notice>}
        <section class="card">
          <Post visitor={visit} action={at} form={form}>
            <AddressFields visit={visit} form={form} address={address} />
            <Submit>{words(visit.language).save}</Submit>
          </Post>
        </section>
      </>
    ),
  };
}

/** What a label with this sender would lack. */
export function incompleteText({ language }: Visit, address: StoreAddress): string {
  const t = addressTexts(language);
  const missing = missingOnLabel(address).map((field) => t[field]);
  return t.incomplete(missing.join(', '));
}

interface FieldsProps {
  visit: Visit;
  form: Form<unknown>;
  address: StoreAddress | undefined;
}

function AddressFields({ visit, form, address }: FieldsProps) {
  const t = addressTexts(visit.language);
  const short = isTooShort(address?.telephone);
  const own = (name: keyof StoreAddress & keyof typeof t) => ({
    form,
    name,
    label: t[name],
    value: textOf(address?.[name]),
  });
  return (
    <>
      <div class="fields">
        <TextField {...own('name')} required autocomplete="organization" />
        <TextField {...own('telephone')} type="tel" autocomplete="tel" hint={short ? t.tooShort : undefined} />
        <TextField {...own('address1')} />
        <TextField {...own('address2')} />
        <TextField {...own('sub_district')} />
        <TextField {...own('district')} />
        <TextField {...own('province')} />
        <TextField {...own('postal_code')} inputmode="numeric" autocomplete="postal-code" />
        <TextField {...own('address3')} />
        <TextField {...own('email')} type="email" autocomplete="email" />
        <TextField {...own('note')} />
      </div>
      <CheckField
        form={form}
        name="is_primary"
        label={t.isPrimary}
        hint={t.primaryHint}
        checked={address?.is_primary ?? false}
      />
      <fieldset>
        <legend>{t.invoice}</legend>
        <div class="fields">
          <TextField {...own('legal_entity_id')} inputmode="numeric" />
          <SelectField
            {...own('branch_type')}
            empty={words(visit.language).none}
            options={[
              { value: 'h', label: t.headOffice },
              { value: 'b', label: t.branch },
            ]}
          />
          <TextField {...own('branch_number')} inputmode="numeric" />
        </div>
      </fieldset>
    </>
  );
}

const textOf = (value: string | number | boolean | undefined): string | number | undefined =>
  typeof value === 'boolean' ? String(value) : value;
