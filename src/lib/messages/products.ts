import type { Id } from '../ids.ts';
import { byteSize, count } from '../number-format.ts';
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
  product_not_found_by_channel: { en: 'There is no product with this product_id', th: 'ไม่พบสินค้านี้' },
  too_many_pictures_at_once: {
    en: 'Too many pictures at once. Send them again.',
    th: 'ส่งรูปพร้อมกันมากเกินไป กรุณาส่งใหม่อีกครั้ง',
  },
  deleted_product_not_found: {
    en: ({ product }: { product: Id | string }) => `There is no deleted product ${product}`,
    th: ({ product }) => `ไม่พบสินค้าที่ลบไว้ ${product}`,
  },
  max_below_min: { en: 'Must not be below min', th: 'ราคาสูงสุดต้องไม่ต่ำกว่าราคาต่ำสุด' },
  sku_taken: {
    en: ({ variant }: { variant: string }) => `${variant} already has this SKU`,
    th: ({ variant }) => `ซ้ำกับ “${variant}”`,
  },
  product_key_taken: {
    en: ({ product }: { product: string }) => `There is already a product ${product}`,
    th: ({ product }) => `มีสินค้ารหัส ${product} อยู่แล้ว`,
  },
  deleted_product_key_taken: {
    en: ({ product }: { product: string }) => `There is already a deleted product ${product}`,
    th: ({ product }) => `มีสินค้ารหัส ${product} ที่ลบไว้อยู่แล้ว`,
  },
  variant_key_taken: {
    en: ({ variant }: { variant: string }) => `There is already a variant ${variant}`,
    th: ({ variant }) => `มีตัวเลือกรหัส ${variant} อยู่แล้ว`,
  },
  key_reserves_taken_key: {
    en: ({ product, taken }: { product: string; taken: string }) =>
      `The variants of ${product} would get keys that begin with ${product}/, as ${taken} does`,
    th: ({ product, taken }) => `ใช้รหัส ${product} ไม่ได้ เพราะ ${taken} ซ้ำกับรหัสที่ตัวเลือกจะได้รับ`,
  },
  key_reserved_by_pulled_product: {
    en: ({ taken, product }: { taken: string; product: string }) =>
      `${taken} begins like the keys of the variants of the pulled product ${product}`,
    th: ({ taken, product }) => `รหัส ${taken} ซ้ำแบบกับตัวเลือกของ ${product} ที่ดึงมาจากร้านอื่น`,
  },
  changed_meanwhile: { en: 'Changed by another user. Reload the page.', th: 'มีคนอื่นแก้ไปแล้ว กรุณาโหลดหน้าใหม่' },
  no_stock_of_its_own: { en: 'The variant has no stock of its own', th: 'สินค้านี้ไม่มีสต็อกของตัวเอง' },

  product_is_own: {
    en: ({ product }: { product: Id }) => `Product ${product} belongs to this store and cannot be pulled into it`,
    th: ({ product }) => `สินค้า ${product} เป็นของร้านนี้อยู่แล้ว จึงดึงไม่ได้`,
  },
  product_is_pulled: {
    en: ({ product, source }: { product: Id; source: Id }) => `Product ${product} is pulled. Pull product ${source}.`,
    th: ({ product, source }) => `สินค้า ${product} ดึงมาจากร้านอื่นอีกที ให้ดึงสินค้า ${source} แทน`,
  },
  pulled_variant_not_deletable: {
    en: ({ variant, product }: { variant: Id; product: Id }) =>
      `Variant ${variant} is pulled. Delete product ${product} instead.`,
    th: ({ variant, product }) => `ตัวเลือก #${variant} ดึงมาจากร้านอื่น ต้องลบทั้งสินค้า ${product}`,
  },
  pulled_variant_has_only_prices: {
    en: ({ variant }: { variant: Id }) =>
      `Variant ${variant} is pulled from another store. Only its prices can be changed.`,
    th: ({ variant }) => `ตัวเลือก #${variant} ดึงมาจากร้านอื่น แก้ได้เฉพาะราคา`,
  },
  pulled_variant_parts_fixed: {
    en: ({ variant }: { variant: Id }) => `Variant ${variant} is pulled from another store, which sets its parts`,
    th: ({ variant }) => `ตัวเลือก #${variant} ดึงมาจากร้านอื่น ร้านต้นทางเป็นผู้กำหนดชิ้นส่วน`,
  },

  variant_of_deleted_product: {
    en: ({ variant, product }: { variant: Id; product: Id }) =>
      `Variant ${variant} belongs to the deleted product ${product}. Restore the product.`,
    th: ({ variant, product }) => `ตัวเลือก #${variant} อยู่ในสินค้า ${product} ที่ลบไปแล้ว กรุณากู้คืนสินค้าก่อน`,
  },
  deleted_variant_is_a_part: {
    en: ({ variant, whole, name }: { variant: Id; whole: Id; name: string }) =>
      `Variant ${variant} cannot be deleted because it is a part of variant ${whole} (${name})`,
    th: ({ variant, whole, name }) => `ลบตัวเลือก #${variant} ไม่ได้ เพราะเป็นชิ้นส่วนของ “${name}” (#${whole})`,
  },

  variant_is_a_bundle: {
    en: ({ variant }: { variant: Id }) => `Variant ${variant} is a bundle`,
    th: ({ variant }) => `สินค้า #${variant} เป็นชุดสินค้า`,
  },
  variant_is_not_a_bundle: {
    en: ({ variant }: { variant: Id }) => `Variant ${variant} is not a bundle`,
    th: ({ variant }) => `สินค้า #${variant} ไม่ใช่ชุดสินค้า`,
  },
  bundle_without_parts: {
    en: ({ variant }: { variant: Id }) => `Variant ${variant} has no parts to be a bundle of`,
    th: ({ variant }) => `สินค้า #${variant} ยังไม่มีชิ้นส่วน จึงเป็นชุดสินค้าไม่ได้`,
  },
  bundle_is_a_part: {
    en: ({ variant, whole, name }: { variant: Id; whole: Id; name: string }) =>
      `Variant ${variant} cannot be a bundle because it is a part of variant ${whole} (${name})`,
    th: ({ variant, whole, name }) => `สินค้า #${variant} เป็นชุดสินค้าไม่ได้ เพราะเป็นชิ้นส่วนของ “${name}” (#${whole})`,
  },
  bundle_is_reserved: {
    en: ({ variant, reserved }: { variant: Id | string; reserved: number }) =>
      `Variant ${variant} cannot become a bundle while ${count(reserved)} of it are reserved`,
    th: ({ variant, reserved }) => `สินค้า ${variant} เปลี่ยนเป็นชุดสินค้าไม่ได้ เพราะยังจองอยู่ ${count(reserved)} ชิ้น`,
  },
  too_many_parts: {
    en: ({ most }: { most: number }) => `Must be at most ${count(most)} parts`,
    th: ({ most }) => `มีชิ้นส่วนได้ไม่เกิน ${count(most)} รายการ`,
  },
  no_parts: { en: 'Must name at least one part', th: 'ต้องมีชิ้นส่วนอย่างน้อยหนึ่งรายการ' },
  part_unknown: {
    en: ({ part }: { part: Id | string }) => `The store has no variant ${part}`,
    th: ({ part }) => `สินค้า ${part} เป็นชิ้นส่วนไม่ได้ เพราะไม่มีในร้านนี้`,
  },
  part_is_itself: {
    en: ({ part }: { part: Id | string }) => `Variant ${part} cannot be a part of itself`,
    th: ({ part }) => `สินค้า ${part} เป็นชิ้นส่วนของตัวเองไม่ได้`,
  },
  part_is_a_bundle: {
    en: ({ part }: { part: Id | string }) => `Variant ${part} is a bundle and cannot be a part`,
    th: ({ part }) => `สินค้า ${part} เป็นชุดสินค้า จึงเป็นชิ้นส่วนไม่ได้`,
  },
  part_is_pulled: {
    en: ({ part }: { part: Id | string }) => `Variant ${part} is pulled from another store and cannot be a part`,
    th: ({ part }) => `สินค้า ${part} ดึงมาจากร้านอื่น จึงเป็นชิ้นส่วนไม่ได้`,
  },
  part_is_assembled_from_whole: {
    en: ({ part, whole }: { part: Id | string; whole: Id | string }) =>
      `Variant ${part} is itself assembled from variant ${whole}`,
    th: ({ part, whole }) => `สินค้า ${part} ประกอบจากสินค้า ${whole} อยู่แล้ว จึงเป็นชิ้นส่วนไม่ได้`,
  },
  part_repeated: {
    en: ({ part }: { part: Id | string }) => `Variant ${part} is named more than once`,
    th: ({ part }) => `ใส่ชิ้นส่วน ${part} ซ้ำ`,
  },

  too_many_pictures: {
    en: ({ most }: { most: number }) => `A product has at most ${count(most)} pictures`,
    th: ({ most }) => `เพิ่มรูปไม่ได้ สินค้าหนึ่งมีได้ไม่เกิน ${count(most)} รูป`,
  },
  product_picture_not_found: {
    en: ({ product, url }: { product: Id; url: string }) => `Product ${product} has no picture ${url}`,
    th: ({ product }) => `ไม่พบรูปนี้ในสินค้า ${product}`,
  },
  picture_too_large: {
    en: ({ most }: { most: number }) => `Must be at most ${byteSize(most)}`,
    th: ({ most }) => `ต้องมีขนาดไม่เกิน ${byteSize(most)}`,
  },
  picture_has_too_many_pixels: {
    en: ({ megapixels }: { megapixels: number }) => `Must be at most ${count(megapixels)} million pixels`,
    th: ({ megapixels }) => `ต้องไม่เกิน ${count(megapixels)} ล้านพิกเซล`,
  },
  picture_is_heic: {
    en: 'HEIC cannot be read. Send a JPEG (iPhone: Settings > Camera > Formats > Most Compatible).',
    th: 'เป็นไฟล์ HEIC ซึ่งเปิดไม่ได้ กรุณาส่งเป็น JPEG (iPhone: ตั้งค่า > กล้อง > รูปแบบ > เข้ากันได้มากที่สุด)',
  },
  not_a_picture: { en: 'Must be JPEG, PNG or WebP', th: 'ต้องเป็นรูป JPEG, PNG หรือ WebP' },
  picture_damaged: { en: 'The picture is damaged. Take or save it again.', th: 'ไฟล์รูปเสียหาย กรุณาถ่ายหรือบันทึกใหม่' },
});
