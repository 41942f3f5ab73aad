import type { Template } from './template.ts';

/** Of files that are read: products and what couriers pay out. */
export const FILES: readonly Template[] = [
  ['{file} is empty: its first row must name the columns', 'ไฟล์ {file} ว่างเปล่า แถวแรกต้องเป็นชื่อคอลัมน์'],
  ['{file} is neither UTF-8 nor TIS-620; save it as "CSV UTF-8"', 'อ่านภาษาในไฟล์ {file} ไม่ได้ กรุณาบันทึกเป็น “CSV UTF-8”'],
  ['{file} has too many columns and rows', 'ไฟล์ {file} มีคอลัมน์และแถวมากเกินไป'],
  [
    '{file} has {rows:count} rows: split it into files of at most {most:count}',
    'ไฟล์ {file} มี {rows} แถว กรุณาแบ่งเป็นหลายไฟล์ ไฟล์ละไม่เกิน {most} แถว',
  ],
  ['{file} row 1 has empty columns', 'ไฟล์ {file} มีคอลัมน์ที่ไม่มีชื่อในแถวแรก'],
  ['{file} row 1 names {column} twice', 'ไฟล์ {file} มีคอลัมน์ {column} ซ้ำในแถวแรก'],
  ['{file}: Quote Not Closed: {detail}', 'ไฟล์ {file} มีเครื่องหมาย " ที่เปิดแล้วไม่ปิด ({detail})'],
  ['{file}: Invalid Opening Quote: {detail}', 'ไฟล์ {file} มีเครื่องหมาย " ผิดตำแหน่ง ({detail})'],
  ['{file}: Invalid Closing Quote: {detail}', 'ไฟล์ {file} มีเครื่องหมาย " ผิดตำแหน่ง ({detail})'],
  ['{file} has no column {column}; it has {columns}', 'ไฟล์ {file} ไม่มีคอลัมน์ {column} คอลัมน์ที่มี: {columns}'],
  [
    '{file} has the {what:what} in {one} or {other}: say which',
    '{what}ในไฟล์ {file} อาจอยู่ที่คอลัมน์ {one} หรือ {other} กรุณาเลือก',
  ],
  [
    '{file} has no column known to hold the {what:what}: name it; it has {columns}',
    'ไม่ทราบว่าคอลัมน์ใดในไฟล์ {file} คือ{what} กรุณาระบุชื่อคอลัมน์ คอลัมน์ที่มี: {columns}',
  ],
];

/** What stands after the row, or after the row and its column. */
export const OF_ROWS: readonly Template[] = [
  ['has more cells than the {columns:count} columns', 'มีช่องเกินกว่า {columns} คอลัมน์'],
  ['has no column product_key', 'ไม่มีคอลัมน์ชื่อสินค้าหรือ product_key'],
  ['means the same as {column}', 'ซ้ำกับคอลัมน์ {column}'],
  ['is that of several products: add the column product_key', 'มีหลายสินค้าที่ใช้ชื่อนี้ กรุณาเพิ่มคอลัมน์ product_key'],
  ['is that of several variants: add the column variant_key', 'มีหลายตัวเลือกที่ใช้ชื่อนี้ กรุณาเพิ่มคอลัมน์ variant_key'],
  ['is that of row {row:count} already', 'ซ้ำกับแถว {row}'],
  ['has no tracking number', 'ไม่มีเลขพัสดุ'],
  ['has no amount', 'ไม่มีจำนวนเงิน'],
  ['says the amount {amount}', 'อ่านจำนวนเงิน {amount} ไม่ได้'],
  ['is not a known column', 'ไม่รู้จักคอลัมน์นี้'],
  ['names no price tier of the store', 'ร้านไม่มีระดับราคานี้'],
  ['names no warehouse of the store', 'ร้านไม่มีคลังนี้'],
  ['is required: there is no product {key} yet', 'ต้องระบุ เพราะยังไม่มีสินค้า {key}'],
  ['differs from an earlier row of product {key}', 'ไม่ตรงกับแถวก่อนหน้าของสินค้า {key}'],
  [
    'must be parts like latte-hot=2 cup=1, a key with spaces in double quotes',
    'ต้องเขียนชิ้นส่วนแบบ latte-hot=2 cup=1 รหัสที่มีเว้นวรรคให้อยู่ใน "…"',
  ],
  ['must be at most {most:count} parts', 'มีชิ้นส่วนได้ไม่เกิน {most} รายการ'],
  ['must name at least one part', 'ต้องมีชิ้นส่วนอย่างน้อยหนึ่งรายการ'],
  ['names no {what:named}: {name}', 'ไม่พบ{what} {name}'],
  ['cannot be with {field}: what a bundle is sold as is all it has', 'ใส่คู่กับ {field} ไม่ได้ เพราะชุดสินค้ามีแต่ชิ้นส่วน'],
  ['names a picture that is not in this database: {url}', 'ไม่พบรูป {url} ในระบบ'],
  ['{key} is used twice', 'ใช้รหัส {key} ซ้ำ'],
  ['{key} is a variant of product {product}', 'รหัส {key} เป็นตัวเลือกของสินค้า {product}'],
  ['{key} is the variant itself', '{key} คือตัวสินค้าเอง'],
  ['{key} is pulled from another store', '{key} ดึงมาจากร้านอื่น'],
  ['{key} is a bundle', '{key} เป็นชุดสินค้า'],
  ['{key} is assembled from {whole} itself', '{key} ประกอบจาก {whole} อยู่แล้ว'],
  ['cannot be: {key} is a part of {whole}', 'ทำไม่ได้ เพราะ {key} เป็นชิ้นส่วนของ {whole}'],
  ['cannot come back: a part of {whole}, {key}, is a bundle', 'กู้คืนไม่ได้ เพราะชิ้นส่วน {key} ของ {whole} เป็นชุดสินค้า'],
  ['cannot come back: a part of {whole}, {key}, is deleted', 'กู้คืนไม่ได้ เพราะชิ้นส่วน {key} ของ {whole} ถูกลบแล้ว'],
  ['cannot be while {reserved:count} of {key} are reserved', 'ทำไม่ได้ เพราะ {key} ยังจองอยู่ {reserved} ชิ้น'],
  [
    'cannot be: {key} is pulled, and has the variants of its source',
    'แก้ไม่ได้ เพราะ {key} ดึงมาจากร้านอื่น จึงใช้ตัวเลือกของร้านต้นทาง',
  ],
  ['belongs to a pulled product: give each variant its own', 'ใช้ได้กับสินค้าที่ดึงมาเท่านั้น กรุณาใส่ราคาที่ตัวเลือก'],
  ['cannot be: {key} is pulled from another product', 'ทำไม่ได้ เพราะ {key} ดึงมาจากสินค้าอื่น'],
  ['cannot be: {key} is a product of the store’s own', 'ทำไม่ได้ เพราะ {key} เป็นสินค้าของร้านเอง'],
  ['{store} is the same store', '{store} เป็นร้านเดียวกัน'],
  ['{key} is pulled itself', '{key} ดึงมาจากร้านอื่นอีกที'],
  [
    '{key} cannot be: the key {other} is like those that its variants would get',
    'ใช้รหัส {key} ไม่ได้ เพราะ {other} ซ้ำกับรหัสที่ตัวเลือกจะได้รับ',
  ],
  [
    '{key} is like those of the variants of {product}, which is pulled',
    'รหัส {key} ซ้ำแบบกับตัวเลือกของ {product} ที่ดึงมาจากร้านอื่น',
  ],
];
