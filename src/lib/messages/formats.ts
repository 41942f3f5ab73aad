import { courierName } from '../courier-names.ts';
import type { Money } from '../money.ts';
import { byteSize, count, documentNumber, money, sizeText, spanText } from '../number-format.ts';
import { afterThai } from '../text.ts';
import { fieldDay } from '../typed-dates.ts';
import type { Language, Message, Render, Wording } from './catalogue.ts';
import * as codeNames from './code-names.ts';
import { fieldLabel, lowerCaseWord } from './field-labels.ts';

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** The formats that a template can name, as in `{amount, money}`. */
const FORMATS = {
  number: (value: number) => count(value),
  bytes: (value: number) => byteSize(value),
  size: (value: number) => sizeText(value),
  duration: (millis: number, language: Language) => spanText(millis, language),
  money: (value: Money) => money(value),
  documentNumber: (value: number) => documentNumber(value),
  variantCount: (variants: number) => (variants === 1 ? '1 variant' : `${count(variants)} variants`),
  day: (millis: number, language: Language) => fieldDay(millis, language),
  list: (values: readonly (string | number)[]) => values.join(', '),
  quoted: (values: readonly string[]) => values.map((value) => `“${value}”`).join(', '),
  alternatives: (values: readonly string[], language: Language) => values.join(language === 'th' ? ' หรือ ' : ' or '),
  conjunction: (values: readonly string[], language: Language) => values.join(language === 'th' ? ' และ ' : ' and '),
  message: (value: Message, _language: Language, _wording: Wording, render: Render) => render(value),
  messages: (values: readonly Message[], language: Language, _wording: Wording, render: Render) =>
    render(values)
      .map((text, i, { length }) => (i < length - 1 ? text.replace(/\.$/, '') : text))
      .join(separator(language)),
  sentence: (value: Message, _language: Language, _wording: Wording, render: Render) => sentence(render(value)),
  sentences: (values: readonly Message[], _language: Language, _wording: Wording, render: Render) =>
    render(values).map(sentence).join(' '),
  fieldLabel: (field: string, language: Language, wording: Wording) => fieldName(field, language, wording),
  fieldLabels: (fields: readonly string[], language: Language, wording: Wording) =>
    fields.map((field) => fieldName(field, language, wording)).join(', '),
  courier: (shippingType: string, language: Language, wording: Wording) =>
    isCode(language, wording) ? shippingType : courierName(shippingType, language),
  /** For Thai texts. */
  courierAfterThai: (shippingType: string) => afterThai(courierName(shippingType, 'th')),
  orderId: idFormat('order', 'the order'),
  OrderId: idFormat('Order', 'The order'),
  shipmentId: idFormat('shipment', 'the parcel'),
  ShipmentId: idFormat('Shipment', 'The parcel'),
  PaymentId: idFormat('Payment', 'The payment'),
  VariantId: idFormat('Variant', 'The variant'),
  ...codeNames,
};

/** Thai texts have labels everywhere. */
const isCode = (language: Language, wording: Wording): boolean => language === 'en' && wording === 'codes';

function fieldName(field: string, language: Language, wording: Wording): string {
  if (isCode(language, wording)) return field;
  const label = fieldLabel(field, language);
  return language === 'en' ? lowerCaseWord(label) : label;
}

/**
 * What an error is about, as English texts name it: with its internal id for the API and the command line, without it
 * in the office, where the error stands beside it. Thai texts are of the office alone and need no format.
 */
function idFormat(noun: string, inOffice: string) {
  return (id: string | number, _language: Language, wording: Wording) =>
    wording === 'codes' ? `${noun} ${id}` : inOffice;
}

const separator = (language: Language): string => (language === 'th' ? ' / ' : '; ');

/** The type of the value that each format takes. */
export type Formats = { [Name in keyof typeof FORMATS]: Parameters<(typeof FORMATS)[Name]>[0] };

type Format = (value: unknown, language: Language, wording: Wording, render: Render) => string;

/** In which words a text is rendered, and how the messages in it are. */
export interface Rendering {
  language: Language;
  wording: Wording;
  render: Render;
}

export const fill = (
  template: string,
  params: Readonly<Record<string, unknown>>,
  { language, wording, render }: Rendering,
): string =>
  template.replaceAll(/\{(\w+)(?:, (\w+))?\}/g, (_, name: string, format?: keyof Formats) =>
    format ? (FORMATS[format] as Format)(params[name], language, wording, render) : String(params[name]),
  );
