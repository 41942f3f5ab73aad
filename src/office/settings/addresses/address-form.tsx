import type * as v from 'valibot';
import { addressProblems } from '../../../domain/address-fields.ts';
import { isTooShort, missingOnLabel, type StoreAddress } from '../../../domain/addresses.ts';
import {
  addStoreAddress,
  changeStoreAddress,
  existingStoreAddress,
  type StoreAddressForm,
} from '../../../domain/store-addresses.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { MAX_LENGTH } from '../../../lib/text-limits.ts';
import { checkTaxFields, PLACE_FIELDS, TAX_FIELDS, TaxFields } from '../../forms/address-inputs.tsx';
import { fields, flag, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CheckField, Post, Submit, TextField } from '../../forms/inputs.tsx';
import { PlaceSuggestions, placeField } from '../../forms/place-suggestions.tsx';
import { checkTelephone } from '../../forms/telephone.ts';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Confirm, Heading, Notice } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { formScreens, type Screen } from '../../screen.ts';
import { addressTexts } from './address-texts.ts';

const PATH = '/settings/addresses';

const addressForm = fields({
  name: text(MAX_LENGTH.name),
  telephone: optionalText(MAX_LENGTH.telephone),
  ...PLACE_FIELDS,
  email: optionalText(MAX_LENGTH.email),
  note: optionalText(MAX_LENGTH.addressNote),
  ...TAX_FIELDS,
  is_primary: flag,
});

export const addressFormScreens: readonly Screen[] = [
  ...formScreens(`${PATH}/new`, 'settings', {
    schema: addressForm,
    page: newPage,
    submit: async (context, input) => {
      await context.write((tx) => addStoreAddress(tx, context.store.id, withoutEmpty(input), context.now));
      return context.redirect(PATH, addressTexts(context.language).added);
    },
    check: (_, form) => checkAddress(form),
  }),
  ...formScreens(`${PATH}/:id`, 'settings', {
    schema: addressForm,
    page: editPage,
    submit: async (context, input) => {
      const { id, legal_entity_type } = requestedAddress(context);
      const address = withoutEmpty({ ...input, legal_entity_type });
      await context.write((tx) => changeStoreAddress(tx, context.store.id, id, address, context.now));
      return context.redirect(PATH, commonTexts(context.language).saved);
    },
    check: (context, form) => checkAddress(form, requestedAddress(context)),
  }),
];

/** Adds what the domain finds wrong; a field that is missing or invalid already has its error. */
function checkAddress(form: Form<v.InferOutput<typeof addressForm>>, known?: StoreAddress): void {
  const { is_primary, ...address } = form.valid ?? {};
  checkTelephone(form, address.telephone, known?.telephone);
  checkTaxFields(form, address, known);
  for (const problem of addressProblems(withoutEmpty(address)))
    form.check(() => {
      throw invalidRequest(problem);
    });
}

const requestedAddress = (context: StoreContext): StoreAddress =>
  existingStoreAddress(context.db, context.store.id, context.id());

/** Omits empty fields: an address stores only fields with a value. */
const withoutEmpty = <Input extends Partial<StoreAddressForm>>(input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Input;

function newPage(context: StoreContext, form: Form<unknown>): Page {
  return formPage(context, form);
}

function editPage(context: StoreContext, form: Form<unknown>): Page {
  return formPage(context, form, requestedAddress(context));
}

function formPage(context: StoreContext, form: Form<unknown>, address?: StoreAddress): Page {
  const t = addressTexts(context.language);
  const title = address ? t.edit : t.add;
  const path = address ? `${PATH}/${address.id}` : `${PATH}/new`;
  return {
    title,
    body: (
      <>
        <Heading title={title} back={{ href: `/office${PATH}`, label: t.addresses }}>
          {address && (
            <Confirm label={t.remove}>
              <Post action={`${path}/remove`}>
                <p>{t.removeHint}</p>
                <Submit label={t.confirmRemove} />
              </Post>
            </Confirm>
          )}
        </Heading>
        {address && missingOnLabel(address).length > 0 && (
          <Notice tone="warn">{incompleteText(context, address)}</Notice>
        )}
        <section class="card">
          <Post action={path} form={form}>
            <AddressFields context={context} address={address} />
            <Submit label={commonTexts(context.language).save} />
          </Post>
        </section>
      </>
    ),
  };
}

/** The warning that lists the fields that a label needs and this address lacks. */
export function incompleteText({ language }: StoreContext, address: StoreAddress): string {
  const t = addressTexts(language);
  const missing = missingOnLabel(address).map((field) => t[field]);
  return t.incomplete(missing.join(', '));
}

function AddressFields({ context, address }: StoreProps<{ address: StoreAddress | undefined }>) {
  const t = addressTexts(context.language);
  const isShort = isTooShort(address?.telephone);
  const fieldOf = (name: keyof StoreAddress & keyof typeof t) => ({
    name,
    label: t[name],
    value: textOf(address?.[name]),
  });
  return (
    <>
      <div class="fields">
        <TextField {...fieldOf('name')} required autocomplete="organization" />
        <TextField {...fieldOf('telephone')} type="tel" autocomplete="tel" hint={isShort ? t.tooShort : undefined} />
        <TextField {...fieldOf('address1')} />
        <TextField {...fieldOf('address2')} />
        <TextField {...fieldOf('sub_district')} {...placeField} />
        <TextField {...fieldOf('district')} {...placeField} />
        <PlaceSuggestions />
        <TextField {...fieldOf('province')} />
        <TextField {...fieldOf('postal_code')} inputmode="numeric" autocomplete="postal-code" {...placeField} />
        <TextField {...fieldOf('address3')} />
        <TextField {...fieldOf('email')} type="email" autocomplete="email" />
        <TextField {...fieldOf('note')} />
      </div>
      <CheckField name="is_primary" label={t.isPrimary} hint={t.primaryHint} checked={address?.is_primary ?? false} />
      <fieldset>
        <legend>{t.invoice}</legend>
        <div class="fields">
          <TaxFields language={context.language} address={address} />
        </div>
      </fieldset>
    </>
  );
}

const textOf = (value: string | number | boolean | undefined): string | number | undefined =>
  typeof value === 'boolean' ? String(value) : value;
