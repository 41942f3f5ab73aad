import { isDeepStrictEqual } from 'node:util';
import type { Address } from '../../domain/address-fields.ts';
import { type TaxDetails, taxProblems } from '../../domain/tax-fields.ts';
import { ADDRESS_NAMES } from '../../lib/address-names.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { bilingual } from '../bilingual.ts';
import { commonTexts } from '../page/common-texts.ts';
import { optionalChoice, optionalPostalCode, optionalText } from './fields.ts';
import type { Form } from './form.ts';
import { SelectField, TextField } from './inputs.tsx';

/** Schema of the fields of a place. */
export const PLACE_FIELDS = {
  address1: optionalText(MAX_LENGTH.name),
  address2: optionalText(MAX_LENGTH.name),
  address3: optionalText(MAX_LENGTH.name),
  sub_district: optionalText(MAX_LENGTH.name),
  district: optionalText(MAX_LENGTH.name),
  province: optionalText(MAX_LENGTH.name),
  postal_code: optionalPostalCode,
};

/** Schema of `TaxFields`. */
export const TAX_FIELDS = {
  legal_entity_id: optionalText(MAX_LENGTH.legalId),
  branch_type: optionalChoice(['h', 'b']),
  branch_number: optionalText(MAX_LENGTH.legalId),
};

/** Adds what `taxProblems` finds, unless it is so in the `known` address too. */
export function checkTaxFields(form: Form<unknown>, typed: TaxDetails = {}, known: TaxDetails = {}): void {
  for (const problem of taxProblems(typed))
    if (!isDeepStrictEqual(taxDetails(typed), taxDetails(known)))
      form.check(() => {
        throw invalidRequest(problem);
      });
}

const taxDetails = ({ legal_entity_id, branch_type, branch_number }: TaxDetails): TaxDetails => ({
  legal_entity_id,
  branch_type,
  branch_number,
});

const texts = bilingual({ ...ADDRESS_NAMES, headOffice: ['สำนักงานใหญ่', 'Head office'], branch: ['สาขา', 'Branch'] });

interface TaxFieldsProps {
  language: Language;
  address?: Partial<Address> | undefined;
  /** Of the tax ID. */
  hint?: string | undefined;
}

/** What a tax invoice says about a company. */
export function TaxFields({ language, address = {}, hint }: TaxFieldsProps) {
  const t = texts(language);
  const fieldOf = (name: keyof typeof TAX_FIELDS) => ({ name, label: t[name], value: address[name] });
  return (
    <>
      <TextField {...fieldOf('legal_entity_id')} inputmode="numeric" hint={hint} />
      <SelectField
        {...fieldOf('branch_type')}
        empty={commonTexts(language).none}
        options={[
          { value: 'h', label: t.headOffice },
          { value: 'b', label: t.branch },
        ]}
      />
      <TextField {...fieldOf('branch_number')} inputmode="numeric" />
    </>
  );
}
