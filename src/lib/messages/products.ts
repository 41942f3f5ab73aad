import { catalogue, computed } from './catalogue.ts';

/** A part of a bundle: its id, which no screen shows, or its key in a file. `name` is for the office. */
interface PartParams {
  part: string | number;
  name?: string;
}

/** Errors about products, variants, bundles and pictures. */
export const products = catalogue({
  product_not_found: { en: 'Product {product} not found', office: 'Product not found', th: 'ไม่พบสินค้านี้' },
  variant_not_found: { en: 'Variant {variant} not found', office: 'Variant not found', th: 'ไม่พบสินค้านี้' },
  variant_not_in_store: {
    en: 'Variant {variant} not found in this store',
    office: 'Variant not found in this store',
    th: 'ไม่พบสินค้านี้ในร้าน',
  },
  deleted_variant_not_found: { en: 'Deleted variant not found', th: 'ไม่พบตัวเลือกนี้ในรายการที่ลบแล้ว' },
  pulled_product_variants_fixed: {
    en: 'A pulled product has the variants of its source',
    office: 'A product from another store has the variants of that store',
    th: 'สินค้าจากร้านอื่นใช้ตัวเลือกของร้านต้นทาง',
  },
  price_tier_and_warehouse_needed: {
    en: 'The store needs a price tier and a warehouse. Add them in Settings first.',
    th: 'ร้านต้องมีระดับราคาและคลังก่อน เพิ่มได้ที่ ตั้งค่า',
  },
  product_not_found_by_channel: { en: 'No product has this product_id', office: 'Product not found', th: 'ไม่พบสินค้านี้' },
  too_many_pictures_at_once: { en: 'Too many images at once. Send them again.', th: 'ส่งรูปพร้อมกันมากเกินไป ส่งใหม่อีกครั้ง' },
  deleted_product_not_found: {
    en: 'Deleted product {product} not found',
    office: 'Deleted product not found',
    th: 'ไม่พบสินค้านี้ในรายการที่ลบแล้ว',
  },
  max_below_min: {
    en: 'Must not be below min',
    office: 'Must not be below “Lowest displayed price”',
    th: 'ต้องไม่ต่ำกว่า “ราคาที่แสดงต่ำสุด”',
  },
  sku_taken: { en: '{variant} already has this SKU', th: 'SKU นี้ใช้กับ “{variant}” แล้ว' },
  barcode_taken: {
    en: '{variant} already has the barcode {code}. Remove it there, or enter another one.',
    th: 'บาร์โค้ด {code} เป็นของ “{variant}” แล้ว ลบออกจากที่นั่นก่อน หรือใช้รหัสอื่น',
  },
  barcode_repeated: { en: 'Several variants have the barcode {code}', th: 'บาร์โค้ด {code} ซ้ำกันหลายตัวเลือก' },
  barcode_check_digit: {
    en: '{code} is not a valid {kind}: its last digit should be {digit}. Check the number. For your own codes, use another length or add a letter.',
    th: '{code} ไม่ใช่เลข {kind} ที่ถูกต้อง หลักสุดท้ายควรเป็น {digit} ตรวจเลข ถ้าเป็นรหัสของร้านเองให้ใช้ความยาวอื่นหรือมีตัวอักษร',
  },
  barcode_has_spaces: {
    en: 'The barcode {code} has spaces or invisible characters. Remove them.',
    th: 'บาร์โค้ด {code} มีช่องว่างหรืออักขระที่มองไม่เห็น ลบออกก่อน',
  },
  barcode_shortened: {
    en: 'A spreadsheet has shortened this barcode to {code}. Format the column as text and enter the whole number.',
    th: 'Excel หรือ Google Sheets ตัดเลขบาร์โค้ดเหลือ {code} ตั้งคอลัมน์เป็นข้อความแล้วใส่เลขเต็ม',
  },
  no_code_to_print: { en: '{variant} has no barcode and no SKU to print', th: '“{variant}” ยังไม่มีบาร์โค้ดหรือ SKU ให้พิมพ์' },
  no_labels: { en: 'Every quantity is 0. Enter how many labels to print.', th: 'จำนวนเป็น 0 ทุกรายการ ใส่จำนวนป้ายที่จะพิมพ์' },
  too_many_labels: {
    en: 'At most {most} labels at once. Enter smaller quantities.',
    th: 'พิมพ์ได้ครั้งละไม่เกิน {most} ดวง ลดจำนวนลง',
  },
  too_many_barcodes: { en: 'A variant has at most {most} barcodes', th: 'ใส่บาร์โค้ดได้ไม่เกิน {most} รหัสต่อตัวเลือก' },
  too_many_products_selected: { en: 'At most {most} products at once', th: 'เลือกได้ครั้งละไม่เกิน {most} รายการ' },
  category_not_found: { en: 'Category not found', th: 'ไม่พบหมวดหมู่นี้' },
  category_exists: { en: 'There is already a category “{name}”', th: 'มีหมวดหมู่ “{name}” อยู่แล้ว' },
  product_key_taken: { en: 'There is already a product {product}', th: 'มีสินค้ารหัส {product} อยู่แล้ว' },
  deleted_product_key_taken: {
    en: 'There is already a deleted product {product}',
    th: 'รหัส {product} เป็นของสินค้าที่ลบแล้ว',
  },
  variant_key_taken: { en: 'There is already a variant {variant}', th: 'มีตัวเลือกรหัส {variant} อยู่แล้ว' },
  key_reserves_taken_key: {
    en: 'The variants of {product} would get keys that begin with {product}/, as {taken} does',
    th: 'ใช้รหัส {product} ไม่ได้ เพราะ {taken} ซ้ำกับรหัสที่ตัวเลือกจะได้รับ',
  },
  key_reserved_by_pulled_product: {
    en: '{taken} has the prefix that is reserved for the variants of the pulled product {product}',
    office: '{taken} has the prefix that is reserved for the variants of {product}, which comes from another store',
    th: 'รหัส {taken} ขึ้นต้นเหมือนรหัสตัวเลือกของ {product} ที่มาจากร้านอื่น',
  },
  changed_meanwhile: { en: 'Changed by another user. Reload the page.', th: 'มีคนอื่นแก้ไปแล้ว โหลดหน้าใหม่' },
  no_stock_of_its_own: { en: 'The variant has no stock of its own', th: 'สินค้านี้ไม่มีสต็อกของตัวเอง' },

  product_is_own: {
    en: 'Product {product} belongs to this store and cannot be pulled into it',
    office: 'This product already belongs to this store',
    th: 'สินค้านี้เป็นของร้านนี้อยู่แล้ว',
  },
  product_is_pulled: {
    en: 'Product {product} is pulled. Pull product {source}.',
    office: 'This product comes from another store. Add it from that store.',
    th: 'สินค้านี้มาจากร้านอื่น ให้เพิ่มจากร้านนั้น',
  },
  pulled_variant_not_deletable: {
    en: 'Variant {variant} is pulled. Delete product {product} instead.',
    office: 'The variant comes from another store. Delete the whole product instead.',
    th: 'ตัวเลือกนี้มาจากร้านอื่น ต้องลบทั้งสินค้า',
  },
  pulled_variant_has_only_prices: {
    en: 'Variant {variant} is pulled from another store. Only its prices can be changed.',
    office: 'The variant comes from another store. Only its prices can be changed.',
    th: 'ตัวเลือกนี้มาจากร้านอื่น แก้ได้เฉพาะราคา',
  },
  pulled_variant_parts_fixed: {
    en: 'Variant {variant} is pulled from another store, which sets its parts',
    office: 'The variant comes from another store, which sets its parts',
    th: 'ตัวเลือกนี้มาจากร้านอื่น ร้านต้นทางเป็นผู้กำหนดส่วนประกอบ',
  },

  variant_of_deleted_product: {
    en: 'Variant {variant} belongs to the deleted product {product}. Restore the product.',
    office: 'The product of this variant was deleted. Restore the product first.',
    th: 'สินค้าของตัวเลือกนี้ถูกลบไปแล้ว ให้กู้คืนสินค้าก่อน',
  },
  deleted_variant_is_a_part: {
    en: 'Variant {variant} cannot be deleted because it is a part of variant {whole} ({name})',
    office: 'The variant cannot be deleted because it is a part of “{name}”',
    th: 'ลบตัวเลือกนี้ไม่ได้ เพราะเป็นส่วนประกอบของ “{name}”',
  },

  variant_is_a_bundle: {
    en: 'Variant {variant} is a bundle',
    office: 'The variant is a bundle',
    th: 'ตัวเลือกนี้เป็นชุดสินค้า',
  },
  variant_is_not_a_bundle: {
    en: 'Variant {variant} is not a bundle',
    office: 'The variant is not a bundle',
    th: 'ตัวเลือกนี้ไม่ใช่ชุดสินค้า',
  },
  bundle_without_parts: {
    en: 'Variant {variant} has no parts, so it cannot be a bundle',
    office: 'The variant has no parts, so it cannot be a bundle',
    th: 'ตัวเลือกนี้ยังไม่มีส่วนประกอบ จึงเป็นชุดสินค้าไม่ได้',
  },
  bundle_is_a_part: {
    en: 'Variant {variant} cannot be a bundle because it is a part of variant {whole} ({name})',
    office: 'The variant cannot be a bundle because it is a part of “{name}”',
    th: 'ตัวเลือกนี้เป็นชุดสินค้าไม่ได้ เพราะเป็นส่วนประกอบของ “{name}”',
  },
  bundle_is_reserved: {
    en: 'Variant {variant} cannot become a bundle while it is reserved (quantity: {reserved, number})',
    office: 'The variant cannot become a bundle while units are reserved: {reserved, number}',
    th: 'เปลี่ยนเป็นชุดสินค้าไม่ได้ เพราะยังจองอยู่ {reserved, number} ชิ้น',
  },
  too_many_parts: { en: 'Must be at most {most, number} parts', th: 'มีส่วนประกอบได้ไม่เกิน {most, number} รายการ' },
  no_parts: { en: 'Must have at least one part', th: 'ต้องมีส่วนประกอบอย่างน้อย 1 รายการ' },
  part_unknown: computed<PartParams>({
    en: ({ part }) => `The store has no variant ${part}`,
    office: ({ part, name }) => `The store has no variant ${name ?? part}`,
    th: ({ part, name }) => `${name ?? part} เป็นส่วนประกอบไม่ได้ เพราะไม่มีในร้านนี้`,
  }),
  part_is_itself: computed<PartParams>({
    en: ({ part }) => `Variant ${part} cannot be a part of itself`,
    office: ({ part, name }) => `${name ?? part} cannot be a part of itself`,
    th: ({ part, name }) => `${name ?? part} เป็นส่วนประกอบของตัวเองไม่ได้`,
  }),
  part_is_a_bundle: computed<PartParams>({
    en: ({ part }) => `Variant ${part} is a bundle and cannot be a part`,
    office: ({ part, name }) => `${name ?? part} is a bundle and cannot be a part`,
    th: ({ part, name }) => `${name ?? part} เป็นชุดสินค้า จึงเป็นส่วนประกอบไม่ได้`,
  }),
  part_is_pulled: computed<PartParams>({
    en: ({ part }) => `Variant ${part} is pulled from another store and cannot be a part`,
    office: ({ part, name }) => `${name ?? part} comes from another store and cannot be a part`,
    th: ({ part, name }) => `${name ?? part} มาจากร้านอื่น จึงเป็นส่วนประกอบไม่ได้`,
  }),
  part_is_assembled_from_whole: computed<PartParams & { whole: string | number; wholeName?: string }>({
    en: ({ part, whole }) => `Variant ${part} is itself assembled from variant ${whole}`,
    office: ({ part, name, whole, wholeName }) => `${name ?? part} is itself assembled from ${wholeName ?? whole}`,
    th: ({ part, name, whole, wholeName }) =>
      `${name ?? part} ประกอบจาก ${wholeName ?? whole} อยู่แล้ว จึงเป็นส่วนประกอบไม่ได้`,
  }),
  part_repeated: computed<PartParams>({
    en: ({ part }) => `Variant ${part} is listed more than once`,
    office: ({ part, name }) => `${name ?? part} is listed more than once`,
    th: ({ part, name }) => `ใส่ส่วนประกอบ ${name ?? part} ซ้ำ`,
  }),

  too_many_pictures: {
    en: 'A product has at most {most, number} images. Delete some first.',
    th: 'สินค้าหนึ่งมีได้ไม่เกิน {most, number} รูป ลบบางรูปก่อน',
  },
  product_picture_not_found: {
    en: 'Product {product} has no picture {url}',
    office: 'The product does not have this image',
    th: 'ไม่พบรูปนี้ในสินค้า',
  },
  picture_too_large: { en: 'Must be at most {most, bytes}', th: 'ต้องมีขนาดไม่เกิน {most, bytes}' },
  picture_has_too_many_pixels: {
    en: 'Must be at most {megapixels, number} million pixels',
    th: 'ต้องไม่เกิน {megapixels, number} ล้านพิกเซล',
  },
  picture_is_heic: {
    en: 'HEIC cannot be read. Send a JPEG (iPhone: Settings > Camera > Formats > Most Compatible).',
    th: 'เป็นไฟล์ HEIC ซึ่งเปิดไม่ได้ ส่งเป็น JPEG (iPhone: ตั้งค่า > กล้อง > รูปแบบ > เข้ากันได้มากที่สุด)',
  },
  not_a_picture: { en: 'Must be a JPEG, PNG or WebP image', th: 'ต้องเป็นรูป JPEG, PNG หรือ WebP' },
  picture_damaged: { en: 'The image is damaged. Take or save it again.', th: 'ไฟล์รูปเสียหาย ถ่ายหรือบันทึกใหม่' },
});
