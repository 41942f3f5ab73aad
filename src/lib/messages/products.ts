import { catalogue } from './catalogue.ts';

/** Of products, variants, bundles and pictures. */
export const products = catalogue({
  product_not_found_by_channel: {
    en: 'There is no product with this product_id',
    th: 'ไม่พบสินค้านี้',
  },
  too_many_pictures_at_once: {
    en: 'Too many pictures at once. Send them again.',
    th: 'ส่งรูปพร้อมกันมากเกินไป กรุณาส่งใหม่อีกครั้ง',
  },
});
