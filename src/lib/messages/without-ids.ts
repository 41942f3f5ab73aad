import type { Language } from './catalogue.ts';

const REPLACEMENTS: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/^Order \{order\}/, 'The order'],
    [/^Shipment \{shipment\}/, 'The shipment'],
    [/(?<!no )\b(order|shipment) \{(?:order|shipment)\}/g, 'the $1'],
  ],
  th: [
    [/(คำสั่งซื้อ|พัสดุ) \{(?:order|shipment)\} (?=กรุณา)/g, '$1นี้ '],
    [/(คำสั่งซื้อ|พัสดุ) \{(?:order|shipment)\} ?/g, '$1นี้'],
  ],
};

/**
 * The template without the internal ids of the order and parcel that it is about: pages show order numbers, and an
 * error stands beside the order that it is about.
 */
export const withoutIds = (template: string, language: Language): string =>
  REPLACEMENTS[language].reduce((text, [pattern, words]) => text.replace(pattern, words), template);
