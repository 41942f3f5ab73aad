import type * as v from 'valibot';
import { type StoreSetup, setUpStore, storeSetupOf } from '../../domain/setup/store.ts';
import { storeById } from '../../domain/stores.ts';
import { AppError, invalidRequest } from '../../lib/errors.ts';
import { type Path, pathParts, pathText } from '../../lib/messages/path.ts';
import { typedBaht } from '../../lib/number-format.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { fields, optionalAmount, optionalPostalCode, optionalText, text } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { AmountField, Post, Submit, TextField } from '../forms/inputs.tsx';
import { PlaceSuggestions, placeField } from '../forms/place-suggestions.tsx';
import { checkTelephone } from '../forms/telephone.ts';
import type { Page } from '../office-response.ts';
import { commonTexts } from '../page/common-texts.ts';
import type { AccountContext } from '../request-context.ts';
import { get, post, type Screen } from '../screen.ts';
import { firstRunTexts } from './first-run-texts.ts';
import { pathOf, wizardPage } from './wizard.tsx';

const PATH = pathOf('store');

const addressForm = {
  telephone: optionalText(MAX_LENGTH.telephone),
  address1: optionalText(MAX_LENGTH.name),
  sub_district: optionalText(MAX_LENGTH.name),
  district: optionalText(MAX_LENGTH.name),
  province: optionalText(MAX_LENGTH.name),
  postal_code: optionalPostalCode,
};
const storeForm = fields({ name: text(100), warehouse: text(100), shipping_fee: optionalAmount, ...addressForm });

/** The second step. An owner who signs in before a store exists starts here. */
export const storeStepScreens: readonly Screen[] = [
  get(PATH, 'account', (context) => storePage(requireOwner(context), context.form(storeForm))),
  post(PATH, 'account', (context) => {
    const form = requireOwner(context).form(storeForm);
    checkTelephone(form, form.valid?.telephone, initialValues(context).address.telephone);
    checkComplete(form);
    return form.submit(
      async ({ name, warehouse, shipping_fee: shippingFee, ...address }) => {
        const { storeId } = context.session;
        const { priceTierName, storeSaved } = firstRunTexts(context.language);
        const setup = { name, warehouse, address, shippingFee, priceTier: priceTierName };
        await context.write((tx) => setUpStore(tx, storeId, setup, context.now));
        return context.redirect(pathOf('product'), storeSaved);
      },
      () => storePage(context, form),
      fieldOf,
    );
  }),
];

/** Adds an error at each field that a partly filled address lacks. An empty address is filled in later. */
function checkComplete(form: Form<v.InferOutput<typeof storeForm>>): void {
  const names = Object.keys(addressForm) as (keyof typeof addressForm)[];
  const empty = names.filter((name) => (form.typed(name) ?? '').trim() === '');
  if (empty.length === names.length) return;
  for (const path of empty)
    form.check(() => {
      throw invalidRequest('input_empty', { path });
    });
}

/** The form has the address fields at the top level. */
function fieldOf(path: Path): string {
  const [first, field] = pathParts(path);
  return first === 'address' && typeof field === 'string' ? field : pathText(path);
}

function requireOwner(context: AccountContext): AccountContext {
  if (!context.isOwner) throw new AppError('access_denied', 'owner_required');
  return context;
}

const EXAMPLE = {
  name: 'หมอกเช้า กาแฟและชา',
  address: {
    telephone: '0812345678',
    address1: '19/4 ซ.นิมมานเหมินท์ 11',
    sub_district: 'สุเทพ',
    district: 'เมืองเชียงใหม่',
    province: 'เชียงใหม่',
    postal_code: 50200,
  },
};

/** Initial values: the requested example, or the saved store. */
function initialValues(context: AccountContext): StoreSetup {
  const { storeId } = context.session;
  const { warehouseName: warehouse } = firstRunTexts(context.language);
  if (context.request.url.searchParams.has('example')) return { ...EXAMPLE, warehouse };
  const empty = { name: '', warehouse, address: {} };
  return storeId === null ? empty : storeSetupOf(context.db, storeById(context.db, storeId));
}

function storePage(context: AccountContext, form: Form<unknown>): Page {
  const t = firstRunTexts(context.language);
  const { name, warehouse, address, shippingFee } = initialValues(context);
  return wizardPage(context, 'store', {
    title: t.storeTitle,
    body: (
      <section class="card">
        <p class="hint">
          {t.storeHint} {context.session.storeId === null && <a href={`/office${PATH}?example=1`}>{t.example}</a>}
        </p>
        <Post action={PATH} form={form}>
          <TextField
            name="name"
            label={t.storeName}
            value={name}
            autocomplete="organization"
            required
            autofocus={!form.hasErrors}
          />
          <AddressFields context={context} address={address} />
          <TextField name="warehouse" label={t.warehouse} hint={t.warehouseHint} value={warehouse} required />
          <AmountField
            name="shipping_fee"
            label={`${t.shippingFee} (${commonTexts(context.language).optional})`}
            hint={t.shippingFeeHint}
            value={shippingFee === undefined ? undefined : typedBaht(shippingFee)}
          />
          <Submit label={t.next} />
        </Post>
        <p class="hint">{t.later}</p>
      </section>
    ),
  });
}

interface AddressProps {
  context: AccountContext;
  address: StoreSetup['address'];
}

function AddressFields({ context, address }: AddressProps) {
  const t = firstRunTexts(context.language);
  const { telephone, address1, sub_district, district, province, postal_code } = address;
  return (
    <fieldset>
      <legend>{t.address}</legend>
      <p class="hint">{t.addressHint}</p>
      <div class="fields">
        <TextField name="telephone" label={t.telephone} value={telephone} type="tel" autocomplete="tel" />
        <TextField name="address1" label={t.address1} value={address1} autocomplete="address-line1" />
        <TextField
          name="postal_code"
          label={t.postalCode}
          value={postal_code}
          inputmode="numeric"
          autocomplete="postal-code"
          {...placeField}
        />
        <TextField name="sub_district" label={t.subDistrict} value={sub_district} {...placeField} />
        <TextField name="district" label={t.district} value={district} {...placeField} />
        <PlaceSuggestions />
        <TextField name="province" label={t.province} value={province} autocomplete="address-level1" />
      </div>
    </fieldset>
  );
}
