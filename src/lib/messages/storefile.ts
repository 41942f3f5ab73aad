import { catalogue } from './catalogue.ts';

/** Of store files, and of product files, which are read as store files. */
export const storefile = catalogue({
  key_repeated: {
    en: ({ name }: { name: string }) => `${name} is used more than once`,
    th: ({ name }) => `ใช้รหัส ${name} ซ้ำ`,
  },
  several_default_tiers: { en: 'Must have at most one default', th: 'มีราคาปกติได้เพียงระดับเดียว' },
  no_such_courier: {
    en: ({ name }: { name: string }) => `There is no courier ${name}`,
    th: ({ name }) => `ไม่พบขนส่ง ${name}`,
  },
  no_such_price_tier: {
    en: ({ name }: { name: string }) => `The store has no price tier ${name}`,
    th: ({ name }) => `ไม่พบระดับราคา ${name}`,
  },
  no_such_warehouse: {
    en: ({ name }: { name: string }) => `The store has no warehouse ${name}`,
    th: ({ name }) => `ไม่พบคลัง ${name}`,
  },
  no_such_app: {
    en: ({ name }: { name: string }) => `The store has no app ${name}`,
    th: ({ name }) => `ไม่พบแอป ${name}`,
  },
  no_such_store: {
    en: ({ name }: { name: string }) => `There is no store ${name}`,
    th: ({ name }) => `ไม่พบร้าน ${name}`,
  },
  source_not_in_store: {
    en: ({ name, store }: { name: string; store: string }) => `Store ${store} has no product ${name}`,
    th: ({ name, store }) => `ไม่พบสินค้า ${name} ของร้าน ${store}`,
  },
  variant_not_in_source: {
    en: ({ name }: { name: string }) => `The source has no variant ${name}`,
    th: ({ name }) => `ไม่พบตัวเลือก ${name} ของร้านต้นทาง`,
  },
  source_in_same_store: {
    en: ({ store }: { store: string }) => `${store} is the same store`,
    th: ({ store }) => `${store} เป็นร้านเดียวกัน`,
  },
  source_is_pulled: {
    en: ({ name }: { name: string }) => `${name} is pulled itself`,
    th: ({ name }) => `${name} ดึงมาจากร้านอื่นอีกที`,
  },
  pulled_from_another_product: {
    en: ({ name }: { name: string }) => `${name} is already pulled from another product`,
    th: ({ name }) => `ทำไม่ได้ เพราะ ${name} ดึงมาจากสินค้าอื่น`,
  },
  product_is_not_pulled: {
    en: ({ name }: { name: string }) => `${name} is already one of the store’s own products`,
    th: ({ name }) => `ทำไม่ได้ เพราะ ${name} เป็นสินค้าของร้านเอง`,
  },
  prices_of_pulled_product_only: {
    en: 'Only a pulled product has prices here. Set the prices of each variant.',
    th: 'ใช้ได้กับสินค้าที่ดึงมาเท่านั้น กรุณาใส่ราคาที่ตัวเลือก',
  },
  not_with_bundle: {
    en: ({ field }: { field: string }) => `Cannot be combined with ${field}, because a bundle has only its parts`,
    th: ({ field }) => `ใส่คู่กับ ${field} ไม่ได้ เพราะชุดสินค้ามีแต่ชิ้นส่วน`,
  },
  picture_not_in_database: {
    en: ({ url }: { url: string }) => `This database has no picture ${url}`,
    th: ({ url }) => `ไม่พบรูป ${url} ในระบบ`,
  },
  variant_of_another_product: {
    en: ({ name, product }: { name: string; product: string }) => `${name} is a variant of product ${product}`,
    th: ({ name, product }) => `รหัส ${name} เป็นตัวเลือกของสินค้า ${product}`,
  },
  bundle_is_a_part_of: {
    en: ({ part, whole }: { part: string; whole: string }) =>
      `${part} cannot be a bundle because it is a part of ${whole}`,
    th: ({ part, whole }) => `ทำไม่ได้ เพราะ ${part} เป็นชิ้นส่วนของ ${whole}`,
  },
  restored_part_is_a_bundle: {
    en: ({ part, whole }: { part: string; whole: string }) =>
      `${whole} cannot be restored because its part ${part} is a bundle`,
    th: ({ part, whole }) => `กู้คืนไม่ได้ เพราะชิ้นส่วน ${part} ของ ${whole} เป็นชุดสินค้า`,
  },
  restored_part_is_deleted: {
    en: ({ part, whole }: { part: string; whole: string }) =>
      `${whole} cannot be restored because its part ${part} is deleted`,
    th: ({ part, whole }) => `กู้คืนไม่ได้ เพราะชิ้นส่วน ${part} ของ ${whole} ถูกลบแล้ว`,
  },

  no_column_product_key: { en: 'Has no column product_key', th: 'ไม่มีคอลัมน์ชื่อสินค้าหรือ product_key' },
  unknown_column: { en: 'Not a known column', th: 'ไม่รู้จักคอลัมน์นี้' },
  column_of_no_price_tier: { en: 'The store has no such price tier', th: 'ร้านไม่มีระดับราคานี้' },
  column_of_no_warehouse: { en: 'The store has no such warehouse', th: 'ร้านไม่มีคลังนี้' },
  columns_mean_the_same: {
    en: ({ column }: { column: string }) => `Means the same as ${column}`,
    th: ({ column }) => `ซ้ำกับคอลัมน์ ${column}`,
  },
  required_for_new_product: {
    en: ({ product }: { product: string }) => `Required because there is no product ${product} yet`,
    th: ({ product }) => `ต้องระบุ เพราะยังไม่มีสินค้า ${product}`,
  },
  rows_disagree: {
    en: ({ product }: { product: string }) => `Differs from an earlier row of product ${product}`,
    th: ({ product }) => `ไม่ตรงกับแถวก่อนหน้าของสินค้า ${product}`,
  },
  row_repeats_variant: {
    en: ({ row }: { row: number }) => `Row ${row} is about the same variant`,
    th: ({ row }) => `ซ้ำกับแถว ${row}`,
  },
  product_name_ambiguous: {
    en: 'Several products have this name. Add the column product_key.',
    th: 'มีหลายสินค้าที่ใช้ชื่อนี้ กรุณาเพิ่มคอลัมน์ product_key',
  },
  variant_name_ambiguous: {
    en: 'Several variants have this name. Add the column variant_key.',
    th: 'มีหลายตัวเลือกที่ใช้ชื่อนี้ กรุณาเพิ่มคอลัมน์ variant_key',
  },
  parts_unreadable: {
    en: 'Write parts like latte-hot=2 cup=1, a key with spaces in double quotes',
    th: 'ต้องเขียนชิ้นส่วนแบบ latte-hot=2 cup=1 รหัสที่มีเว้นวรรคให้อยู่ใน "…"',
  },
});
