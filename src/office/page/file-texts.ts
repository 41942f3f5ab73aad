import type { Language } from '../../lib/messages/catalogue.ts';
import { bilingual } from '../bilingual.ts';

/** Headings and values that several exports have. */
export const fileTexts = bilingual({
  id: ['ID', 'ID'],
  productId: ['รหัสสินค้าในระบบ', 'Product ID'],
  product: ['สินค้า', 'Product'],
  variantId: ['รหัสตัวเลือก', 'Variant ID'],
  variant: ['ตัวเลือก', 'Variant'],
  position: ['ลำดับ', 'Position'],
  yes: ['ใช่', 'Yes'],
  no: ['ไม่ใช่', 'No'],
});

export const yesNo = (language: Language, value: boolean): string => fileTexts(language)[value ? 'yes' : 'no'];
