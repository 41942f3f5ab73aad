import type { Language } from './catalogue.ts';

const REPLACEMENTS: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/^Order \{order\}/, 'The order'],
    [/^Shipment \{shipment\}/, 'The parcel'],
    [/^Payment \{payment\}/, 'The payment'],
    [/^Variant \{variant\}/, 'The variant'],
    [/\bno (payment|variant) \{(?:payment|variant)\}/g, 'no such $1'],
    [/\bno shipment \{shipment\}/g, 'no such parcel'],
    [/(?<!no )\border \{order\}/g, 'the order'],
    [/\bshipment \{shipment\}/g, 'the parcel'],
  ],
  th: [
    [/(คำสั่งซื้อ|พัสดุ) \{(?:order|shipment)\} (?=กรุณา)/g, '$1นี้ '],
    [/(คำสั่งซื้อ|พัสดุ) \{(?:order|shipment)\} ?/g, '$1นี้'],
  ],
};

/**
 * The template without the internal ids of the order, parcel, payment or variant that it is about: pages do not show
 * them, and an error stands beside what it is about.
 */
export const withoutIds = (template: string, language: Language): string =>
  REPLACEMENTS[language].reduce((text, [pattern, words]) => text.replace(pattern, words), template);
