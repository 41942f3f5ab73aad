import * as v from 'valibot';
import { invalidRequest } from '../lib/errors.ts';
import { emailAddress, flag, id, integer, oneOf, text, textUpTo, withDescription } from '../lib/field-schemas.ts';
import type { Id } from '../lib/ids.ts';
import type { Message } from '../lib/messages/catalogue.ts';
import { below, message } from '../lib/messages/message.ts';
import { strictObject, withMetadata } from '../lib/schema-builders.ts';
import { hasVisibleCharacter, isLongerThan, truncate } from '../lib/text.ts';
import { MAX_LENGTH } from '../lib/text-limits.ts';
import { invalid, issueText, problem } from '../lib/validation.ts';

/** The longest texts of an address, in code points. */
export const MAX_LENGTHS = {
  name: MAX_LENGTH.name,
  telephone: MAX_LENGTH.telephone,
  address1: MAX_LENGTH.name,
  address2: MAX_LENGTH.name,
  address3: MAX_LENGTH.name,
  sub_district: MAX_LENGTH.name,
  district: MAX_LENGTH.name,
  province: MAX_LENGTH.name,
  email: MAX_LENGTH.email,
  note: MAX_LENGTH.addressNote,
  legal_entity_id: MAX_LENGTH.legalId,
  branch_number: MAX_LENGTH.legalId,
} as const;

type Text = v.GenericSchema<unknown, string>;

/** See docs/partner-api.md#address. Names are the same outside, inside and in SQL. */
const fieldsWith = (textOf: (most: number) => Text, email: Text) => ({
  name: withDescription(
    v.pipe(textOf(MAX_LENGTHS.name), v.check(hasVisibleCharacter, invalid('no_visible_character'))),
    'The recipient; at least one visible character.',
    'สมชาย ใจดี',
  ),
  telephone: v.optional(withDescription(textOf(MAX_LENGTHS.telephone), 'Needed on a label.', '0812345678')),
  address1: v.optional(
    withDescription(textOf(MAX_LENGTHS.address1), 'House number and street; needed on a label.', '99/1 ถ.นิมมานเหมินท์'),
  ),
  address2: v.optional(withDescription(textOf(MAX_LENGTHS.address2), 'Second line.', 'ชั้น 2')),
  address3: v.optional(withDescription(textOf(MAX_LENGTHS.address3), 'Third line.', 'ห้อง 3')),
  sub_district: v.optional(withDescription(textOf(MAX_LENGTHS.sub_district), 'Needed on a label.', 'สุเทพ')),
  district: v.optional(withDescription(textOf(MAX_LENGTHS.district), 'Needed on a label.', 'เมืองเชียงใหม่')),
  province: v.optional(withDescription(textOf(MAX_LENGTHS.province), 'Needed on a label.', 'เชียงใหม่')),
  postal_code: v.optional(
    withDescription(
      integer(10_000, 99_999, invalid('not_a_postal_code')),
      'Five digits, as a number; needed on a label.',
      50200,
    ),
  ),
  email: v.optional(withDescription(email, 'The customer’s email address.', 'somchai@example.com')),
  note: v.optional(withDescription(textOf(MAX_LENGTHS.note), 'Kept with the address.', 'ฝากป้อมยาม')),
  legal_entity_id: v.optional(
    withDescription(textOf(MAX_LENGTHS.legal_entity_id), 'On a tax invoice: national id or tax id.', '1101700203451'),
  ),
  legal_entity_type: v.optional(
    withDescription(
      integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      'On a tax invoice: the type of the legal id.',
      1,
    ),
  ),
  branch_type: v.optional(withDescription(oneOf(['h', 'b']), 'On a tax invoice: head office or branch.', 'b')),
  branch_number: v.optional(
    withDescription(textOf(MAX_LENGTHS.branch_number), 'On a tax invoice: the number of the branch.', '00001'),
  ),
});

export const addressFields = fieldsWith(textUpTo, emailAddress);

/** Fields of a stored address, without limits: it may be older than they are. */
export const storedAddressFields = fieldsWith(() => text, withMetadata(text, { format: 'email' }));

type FieldName = keyof typeof addressFields;

export type Address = { [Name in FieldName]?: v.InferOutput<(typeof addressFields)[Name]> | undefined } & {
  name: string;
};

export const ADDRESS_FIELDS = Object.keys(addressFields) as FieldName[];

const ignoredFields = {
  id: v.optional(withDescription(id, 'Ignored, so that a listed address can be posted back.', '12')),
  is_primary: v.optional(withDescription(flag, 'Ignored, like id.', false)),
};

/** An address on the wire. `id` and `is_primary` are ignored, so that a listed address can be posted back. */
export const postedAddress = v.pipe(
  strictObject({ ...addressFields, ...ignoredFields }),
  v.transform(({ id, is_primary, ...address }) => address),
);

/** A `postedAddress` that may be longer than allowed if it repeats the stored address `copyOf`. */
export interface RecipientAddress {
  address: Address;
  /** Undefined if no text is longer than allowed. */
  copyOf: Id | undefined;
}

const documentedText = (most: number) => withMetadata(text, { maxLength: most });

const documentedEmail = v.pipe(
  documentedText(MAX_LENGTHS.email),
  v.check((email) => email.length > MAX_LENGTHS.email || v.RFC_EMAIL_REGEX.test(email), invalid('not_an_email')),
  v.metadata({ format: 'email' }),
);

/** The recipient address of a new order. */
export const recipientAddress = v.pipe(
  strictObject({ ...fieldsWith(documentedText, documentedEmail), ...ignoredFields }),
  v.rawTransform(({ dataset, addIssue, NEVER }): RecipientAddress => {
    const { id, is_primary, ...address } = dataset.value;
    const field = tooLongField(address);
    if (field === undefined) return { address, copyOf: undefined };
    if (id !== undefined) return { address, copyOf: id };
    addIssue({ message: issueText(tooLong(field)), path: [{ key: field }] as never });
    return NEVER;
  }),
);

/**
 * Validates an address.
 *
 * @param path of the address: `recipient_address`
 * @throws AppError invalid_request at the field: `recipient_address.name`
 */
export function checkedAddress(input: object, path: string): Address {
  const { success, output, issues } = v.safeParse(postedAddress, input);
  if (!success) throw invalidRequest(below(path, problem(issues[0])));
  return output;
}

/** Every problem of an address, each at its field. */
export function addressProblems(address: object): Message[] {
  const issues: readonly v.BaseIssue<unknown>[] = v.safeParse(strictObject(addressFields), address).issues ?? [];
  return issues.map((issue) => problem(issue));
}

/** @throws AppError invalid_request at the too long field unless the address equals the stored one */
export function requireCopy(address: Address, stored: Address | undefined, path: string): void {
  if (stored && ADDRESS_FIELDS.every((field) => address[field] === stored[field])) return;
  const field = tooLongField(address);
  if (field !== undefined) throw invalidRequest(below(path, tooLong(field)));
}

/** The address with texts cut that are older than the limits, for pages and prints. */
export function shownAddress<Shown extends Address>(address: Shown): Shown {
  if (tooLongField(address) === undefined) return address;
  const cut = LIMITED_FIELDS.flatMap((field) => {
    const value = address[field];
    return value === undefined ? [] : [[field, truncate(value, MAX_LENGTHS[field])]];
  });
  return { ...address, ...Object.fromEntries(cut) };
}

/** The first field that is longer than allowed. */
function tooLongField(address: Address): LimitedField | undefined {
  for (const field of LIMITED_FIELDS) {
    const value = address[field];
    if (value !== undefined && isLongerThan(value, MAX_LENGTHS[field])) return field;
  }
  return undefined;
}

type LimitedField = keyof typeof MAX_LENGTHS;

const LIMITED_FIELDS = Object.keys(MAX_LENGTHS) as LimitedField[];

const tooLong = (field: LimitedField) => message('text_too_long', { path: field, most: MAX_LENGTHS[field] });
