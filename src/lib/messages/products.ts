import type { Id } from '../ids.ts';
import { catalogue } from './catalogue.ts';

/** Of products, variants, bundles and pictures. */
export const products = catalogue({
  product_not_found: {
    en: ({ product }: { product: Id }) => `There is no product ${product}`,
    th: ({ product }) => `ไม่พบสินค้า ${product}`,
  },
  variant_not_found: {
    en: ({ variant }: { variant: Id }) => `There is no variant ${variant}`,
    th: ({ variant }) => `ไม่พบสินค้า #${variant}`,
  },
  variant_not_in_store: {
    en: ({ variant }: { variant: Id }) => `There is no variant ${variant} in this store`,
    th: ({ variant }) => `ไม่พบสินค้า #${variant} ในร้านนี้`,
  },
  deleted_variant_not_found: { en: 'There is no such deleted variant', th: 'ไม่พบตัวเลือกที่ลบไว้นี้' },
  pulled_product_variants_fixed: {
    en: 'A pulled product has the variants of its source',
    th: 'สินค้าที่ดึงมาใช้ตัวเลือกของร้านต้นทาง',
  },
  price_tier_and_warehouse_needed: {
    en: 'The store needs a price tier and a warehouse first',
    th: 'ร้านต้องมีระดับราคาและคลังก่อน',
  },
  product_not_found_by_channel: {
    en: 'There is no product with this product_id',
    th: 'ไม่พบสินค้านี้',
  },
  too_many_pictures_at_once: {
    en: 'Too many pictures at once. Send them again.',
    th: 'ส่งรูปพร้อมกันมากเกินไป กรุณาส่งใหม่อีกครั้ง',
  },
});
