import { catalogue } from './catalogue.ts';

/** Errors about store files, and product files, which are read as store files. */
export const storefile = catalogue({
  key_repeated: { en: '{name} is used more than once', th: 'ใช้รหัส {name} ซ้ำ' },
  store_is_a_sandbox: {
    en: '{store} is a sandbox. Use the store that it copies; the sandbox is updated from it every night.',
    th: '{store} เป็นร้านทดสอบ ให้นำเข้าไฟล์ของร้านจริง ร้านทดสอบจะอัปเดตตามในคืนถัดไป',
  },
  several_default_tiers: { en: 'Must have at most one default', th: 'มีราคาหลักได้เพียงระดับเดียว' },
  no_such_courier: { en: 'Courier {name} not found', th: 'ไม่พบขนส่ง {name}' },
  no_such_price_tier: { en: 'The store has no price tier {name}', th: 'ไม่พบระดับราคา {name}' },
  no_such_warehouse: { en: 'The store has no warehouse {name}', th: 'ไม่พบคลัง {name}' },
  no_such_app: { en: 'The store has no app {name}', th: 'ไม่พบแอป {name}' },
  source_not_in_store: { en: 'Store {store} has no product {name}', th: 'ไม่พบสินค้า {name} ของร้าน {store}' },
  variant_not_in_source: { en: 'The source has no variant {name}', th: 'ไม่พบตัวเลือก {name} ของร้านต้นทาง' },
  source_in_same_store: { en: '{store} is the same store', th: '{store} เป็นร้านเดียวกัน' },
  source_is_pulled: {
    en: '{name} is pulled itself',
    office: '{name} itself comes from another store',
    th: '{name} มาจากร้านอื่นอีกที',
  },
  pulled_from_another_product: {
    en: '{name} is already pulled from another product',
    office: '{name} already comes from another product',
    th: 'ทำไม่ได้ เพราะ {name} มาจากสินค้าอื่น',
  },
  product_is_not_pulled: {
    en: '{name} is already one of the store’s own products',
    th: 'ทำไม่ได้ เพราะ {name} เป็นสินค้าของร้านเอง',
  },
  prices_of_pulled_product_only: {
    en: 'Only a pulled product has prices here. Set the prices of each variant.',
    office: 'Only a product from another store has prices here. Set the prices of each variant.',
    th: 'ใช้ได้กับสินค้าจากร้านอื่นเท่านั้น ใส่ราคาที่ตัวเลือก',
  },
  not_with_bundle: {
    en: 'Cannot be combined with {field}, because a bundle has only its parts',
    th: 'ใส่คู่กับ {field} ไม่ได้ เพราะชุดสินค้ามีแต่ส่วนประกอบ',
  },
  picture_not_in_database: { en: 'This database has no picture {url}', th: 'ไม่พบรูป {url} ในระบบ' },
  variant_of_another_product: {
    en: '{name} is a variant of product {product}',
    th: 'รหัส {name} เป็นตัวเลือกของสินค้า {product}',
  },
  bundle_is_a_part_of: {
    en: '{part} cannot be a bundle because it is a part of {whole}',
    th: 'ทำไม่ได้ เพราะ {part} เป็นส่วนประกอบของ {whole}',
  },
  restored_part_is_a_bundle: {
    en: '{whole} cannot be restored because its part {part} is a bundle',
    th: 'กู้คืนไม่ได้ เพราะส่วนประกอบ {part} ของ {whole} เป็นชุดสินค้า',
  },
  restored_part_is_deleted: {
    en: '{whole} cannot be restored because its part {part} is deleted',
    th: 'กู้คืนไม่ได้ เพราะส่วนประกอบ {part} ของ {whole} ถูกลบแล้ว',
  },

  product_key_column_missing: {
    en: 'The first row must contain the column headings. Add a “Title” or product_key column.',
    th: 'แถวแรกต้องเป็นหัวคอลัมน์ ยังไม่มีชื่อสินค้า เพิ่มคอลัมน์ “ชื่อสินค้า” หรือ product_key',
  },
  price_not_a_number: {
    en: '{what, moneyColumn} “{text}” is not a number. Enter it as 65 or 65.50.',
    th: '{what, moneyColumn} “{text}” ไม่ใช่ตัวเลข ใส่เป็น 65 หรือ 65.50',
  },
  price_below_zero: {
    en: '{what, moneyColumn} “{text}” is below zero. Enter 0 or more.',
    th: '{what, moneyColumn} “{text}” ติดลบ ใส่ 0 หรือมากกว่า',
  },
  price_out_of_range: {
    en: '{what, moneyColumn} “{text}” is too long. Enter at most 11 digits before the point and 4 after it, such as 65.50.',
    th: '{what, moneyColumn} “{text}” ยาวเกินไป ใส่ได้ไม่เกิน 11 หลัก และทศนิยมไม่เกิน 4 ตำแหน่ง เช่น 65.50',
  },
  unknown_column: { en: 'Unknown column. Rename or delete it.', th: 'ไม่รู้จักคอลัมน์นี้ เปลี่ยนชื่อหรือลบคอลัมน์' },
  column_price_tier_unknown: { en: 'Price tier not found', th: 'ร้านไม่มีระดับราคานี้' },
  column_warehouse_unknown: { en: 'Warehouse not found', th: 'ร้านไม่มีคลังนี้' },
  column_repeated: { en: 'Duplicates column {column}', th: 'ซ้ำกับคอลัมน์ {column}' },
  required_for_new_product: {
    en: 'Required because there is no product {product} yet',
    th: 'ต้องระบุ เพราะยังไม่มีสินค้า {product}',
  },
  rows_disagree: { en: 'Differs from an earlier row of product {product}', th: 'ไม่ตรงกับแถวก่อนหน้าของสินค้า {product}' },
  row_repeats_variant: { en: 'Row {row} has the same variant', th: 'ซ้ำกับแถว {row}' },
  product_name_ambiguous: {
    en: 'Several products have this name. Add the column product_key.',
    th: 'มีหลายสินค้าที่ใช้ชื่อนี้ เพิ่มคอลัมน์ product_key',
  },
  variant_name_ambiguous: {
    en: 'Several variants have this name. Add the column variant_key.',
    th: 'มีหลายตัวเลือกที่ใช้ชื่อนี้ เพิ่มคอลัมน์ variant_key',
  },
  too_many_linked_variants: {
    en: '{variants, number} variants from this row on depend on each other through their parts. Import fewer of them at a time.',
    th: 'ตั้งแต่แถวนี้มี {variants, number} ตัวเลือกที่เป็นส่วนประกอบต่อกัน แบ่งนำเข้าทีละน้อย',
  },

  import_is_running: {
    en: 'Another product file is being imported. Wait until it is done, or cancel it.',
    th: 'กำลังนำเข้าไฟล์สินค้าอีกไฟล์อยู่ ให้รอให้เสร็จ หรือยกเลิกก่อน',
  },
  import_not_ready: {
    en: 'This import has ended or another file has replaced it. Upload the file again.',
    th: 'การนำเข้านี้จบไปแล้ว หรือมีไฟล์อื่นแทนที่ อัปโหลดไฟล์อีกครั้ง',
  },
  import_not_found: { en: 'Import not found', th: 'ไม่พบการนำเข้านี้' },
  import_check_failed: {
    en: 'The file could not be checked. Split it into smaller files and try again.',
    th: 'ตรวจไฟล์ไม่สำเร็จ แบ่งเป็นไฟล์ที่เล็กลงแล้วลองใหม่',
  },
  changed_since_preview: {
    en: 'Changed from {before} to {now} since the preview. Not imported.',
    th: 'เปลี่ยนจาก {before} เป็น {now} หลังจากดูตัวอย่าง จึงไม่ได้นำเข้า',
  },
  product_changed_since_preview: {
    en: 'Product {product} was added, deleted or restored after the preview. Not imported.',
    th: 'มีการเพิ่ม ลบ หรือกู้คืนสินค้า {product} หลังจากดูตัวอย่าง จึงไม่ได้นำเข้า',
  },
  variant_changed_since_preview: {
    en: 'Variant {variant} was added, deleted or restored after the preview. Not imported.',
    th: 'มีการเพิ่ม ลบ หรือกู้คืนตัวเลือก {variant} หลังจากดูตัวอย่าง จึงไม่ได้นำเข้า',
  },
  parts_unreadable: {
    en: 'Write parts like latte-hot=2 cup=1, a key with spaces in double quotes',
    th: 'ต้องใส่ส่วนประกอบแบบ latte-hot=2 cup=1 รหัสที่มีเว้นวรรคให้อยู่ใน "…"',
  },
});
