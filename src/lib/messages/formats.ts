import { courierName } from '../courier-names.ts';
import type { Money } from '../money.ts';
import { byteSize, count, money, sizeText, spanText } from '../number-format.ts';
import { fieldDay } from '../typed-dates.ts';
import type { Language, Message, Render } from './catalogue.ts';
import * as codeNames from './code-names.ts';
import { fieldLabel } from './field-labels.ts';

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** The formats that a template can name, as in `{amount, money}`. */
const FORMATS = {
  number: (value: number) => count(value),
  bytes: (value: number) => byteSize(value),
  size: (value: number) => sizeText(value),
  duration: (millis: number, language: Language) => spanText(millis, language),
  money: (value: Money) => money(value),
  day: (millis: number, language: Language) => fieldDay(millis, language),
  list: (values: readonly (string | number)[]) => values.join(', '),
  alternatives: (values: readonly string[], language: Language) => values.join(language === 'th' ? ' หรือ ' : ' or '),
  conjunction: (values: readonly string[], language: Language) => values.join(language === 'th' ? ' และ ' : ' and '),
  message: (value: Message, _: Language, render: Render) => render(value),
  messages: (values: readonly Message[], language: Language, render: Render) =>
    render(values).join(separator(language)),
  sentence: (value: Message, _: Language, render: Render) => sentence(render(value)),
  sentences: (values: readonly Message[], _: Language, render: Render) => render(values).map(sentence).join(' '),
  fieldLabel,
  fieldLabels: (fields: readonly string[], language: Language) =>
    fields.map((field) => fieldLabel(field, language)).join(', '),
  courier: courierName,
  ...codeNames,
};

const separator = (language: Language): string => (language === 'th' ? ' / ' : '; ');

/** The type of the value that each format takes. */
export type Formats = { [Name in keyof typeof FORMATS]: Parameters<(typeof FORMATS)[Name]>[0] };

type Format = (value: unknown, language: Language, render: Render) => string;

export const fill = (
  template: string,
  params: Readonly<Record<string, unknown>>,
  language: Language,
  render: Render,
): string =>
  template.replaceAll(/\{(\w+)(?:, (\w+))?\}/g, (_, name: string, format?: keyof Formats) =>
    format ? (FORMATS[format] as Format)(params[name], language, render) : String(params[name]),
  );
