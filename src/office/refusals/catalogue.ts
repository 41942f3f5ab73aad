import type { Template } from './template.ts';

/** Of products, variants, bundles and pictures. */
export const CATALOGUE: readonly Template[] = [
  ['there is no product {product:id}', 'ไม่พบสินค้า {product}'],
  ['there is no deleted product {product:id}', 'ไม่พบสินค้าที่ลบไว้ {product}'],
  ['there is no deleted variant {variant:id}', 'ไม่พบตัวเลือกที่ลบไว้ #{variant}'],
  ['there is no such product', 'ไม่พบสินค้านี้'],
  ['no such product', 'ไม่พบสินค้านี้'],
  ['there is no such variant', 'ไม่พบตัวเลือกนี้'],
  ['there is no such deleted variant', 'ไม่พบตัวเลือกที่ลบไว้นี้'],
  ['the store needs a price tier and a warehouse first', 'ร้านต้องมีระดับราคาและคลังก่อน'],
  ['is that of {variant} already', 'ซ้ำกับ “{variant}”'],
  ['max must not be below min', 'ราคาสูงสุดต้องไม่ต่ำกว่าราคาต่ำสุด'],

  [
    'product {product:id} is pulled: its variants are those of its source',
    'สินค้า {product} ดึงมาจากร้านอื่น จึงใช้ตัวเลือกของร้านต้นทาง',
  ],
  ['a pulled product has the variants of its source', 'สินค้าที่ดึงมาใช้ตัวเลือกของร้านต้นทาง'],
  ['product {product:id} is the store’s own and cannot be pulled into it', 'สินค้า {product} เป็นของร้านนี้อยู่แล้ว จึงดึงไม่ได้'],
  [
    'product {product:id} is pulled itself: pull product {source:id}',
    'สินค้า {product} ดึงมาจากร้านอื่นอีกที ให้ดึงสินค้า {source} แทน',
  ],
  [
    'variant {variant:id} is pulled: it goes with product {product:id}',
    'ตัวเลือก #{variant} ดึงมาจากร้านอื่น ต้องลบทั้งสินค้า {product}',
  ],
  [
    'variant {variant:id} is pulled from another store: only its prices are its own',
    'ตัวเลือก #{variant} ดึงมาจากร้านอื่น แก้ได้เฉพาะราคา',
  ],
  [
    'variant {variant:id} is pulled from another store, which says what its parts are',
    'ตัวเลือก #{variant} ดึงมาจากร้านอื่น ร้านต้นทางเป็นผู้กำหนดชิ้นส่วน',
  ],
  [
    'variant {variant:id} is of product {product:id}, which is deleted: restore that',
    'ตัวเลือก #{variant} อยู่ในสินค้า {product} ที่ลบไปแล้ว กรุณากู้คืนสินค้าก่อน',
  ],
  [
    'variant {variant:id} cannot be deleted: it is a part of variant {whole:id} ({name})',
    'ลบตัวเลือก #{variant} ไม่ได้ เพราะเป็นชิ้นส่วนของ “{name}” (#{whole})',
  ],

  [
    'variant {variant:id} can have at most {most:count} parts, not {parts:count}',
    'ใส่ชิ้นส่วนได้ไม่เกิน {most} รายการ แต่มี {parts} รายการ',
  ],
  ['variant {variant:id} is a bundle', 'สินค้า #{variant} เป็นชุดสินค้า'],
  ['variant {variant:id} is no bundle', 'สินค้า #{variant} ไม่ใช่ชุดสินค้า'],
  ['variant {variant:id} has no parts to be a bundle of', 'สินค้า #{variant} ยังไม่มีชิ้นส่วน จึงเป็นชุดสินค้าไม่ได้'],
  [
    'variant {variant:id} cannot be a bundle: it is a part of variant {whole:id} ({name})',
    'สินค้า #{variant} เป็นชุดสินค้าไม่ได้ เพราะเป็นชิ้นส่วนของ “{name}” (#{whole})',
  ],
  [
    'variant {variant:id} cannot become a bundle while {reserved:count} of it are reserved',
    'สินค้า #{variant} เปลี่ยนเป็นชุดสินค้าไม่ได้ เพราะยังจองอยู่ {reserved} ชิ้น',
  ],
  [
    'variant {variant:id} cannot be a part of variant {whole:id}: it is no variant of the store',
    'สินค้า #{variant} เป็นชิ้นส่วนไม่ได้ เพราะไม่มีในร้านนี้',
  ],
  [
    'variant {variant:id} cannot be a part of variant {whole:id}: it is the same',
    'สินค้า #{variant} เป็นชิ้นส่วนของตัวเองไม่ได้',
  ],
  [
    'variant {variant:id} cannot be a part of variant {whole:id}: it is a bundle',
    'สินค้า #{variant} เป็นชุดสินค้า จึงเป็นชิ้นส่วนไม่ได้',
  ],
  [
    'variant {variant:id} cannot be a part of variant {whole:id}: it is pulled from another store',
    'สินค้า #{variant} ดึงมาจากร้านอื่น จึงเป็นชิ้นส่วนไม่ได้',
  ],
  [
    'variant {variant:id} cannot be a part of variant {whole:id}: it is assembled from that itself',
    'สินค้า #{variant} ประกอบจากสินค้า #{whole} อยู่แล้ว จึงเป็นชิ้นส่วนไม่ได้',
  ],
  ['variant {variant:id} is named twice among the parts of variant {whole:id}', 'ใส่ชิ้นส่วน #{variant} ซ้ำ'],
  [
    'the quantity of part {variant:id} must be from {least:count} to {most:count}',
    'จำนวนของชิ้นส่วน #{variant} ต้องเป็น {least} ถึง {most}',
  ],

  ['there is a product {key} already', 'มีสินค้ารหัส {key} อยู่แล้ว'],
  ['there is a product {key}, deleted, already', 'มีสินค้ารหัส {key} ที่ลบไว้อยู่แล้ว'],
  ['there is a variant {key} already', 'มีตัวเลือกรหัส {key} อยู่แล้ว'],
  [
    'the key {key} is like those that the variants of {product} would get',
    'รหัส {key} ซ้ำกับรหัสที่ตัวเลือกของ {product} จะได้รับ',
  ],
  [
    'the key {key} is like those of the variants of {product}, which is pulled',
    'รหัส {key} ซ้ำแบบกับตัวเลือกของ {product} ที่ดึงมาจากร้านอื่น',
  ],
  ['a key must be a text of 1 to {most:count} characters', 'รหัสต้องยาว 1 ถึง {most} ตัวอักษร'],

  ['picture cannot be added: a product has at most {most:count}', 'เพิ่มรูปไม่ได้ สินค้าหนึ่งมีได้ไม่เกิน {most} รูป'],
  ['product {product:id} has no picture {url}', 'ไม่พบรูปนี้ในสินค้า {product}'],
  ['too many pictures at once; send them again', 'ส่งรูปพร้อมกันมากเกินไป กรุณาส่งใหม่อีกครั้ง'],
];

/** What stands after the field that it is about. */
export const OF_CATALOGUE: readonly Template[] = [
  ['is of a variant without stock of its own', 'สินค้านี้ไม่มีสต็อกของตัวเอง'],
  ['was changed by somebody else meanwhile: load the page anew', 'มีคนอื่นแก้ไปแล้ว กรุณาโหลดหน้าใหม่'],
  ['must not be larger than {most:count} MB', 'ต้องมีขนาดไม่เกิน {most} MB'],
  ['must be a picture: PNG, JPEG or WebP', 'ต้องเป็นรูป PNG, JPEG หรือ WebP'],
  ['must be JPEG, PNG or WebP', 'ต้องเป็นรูป JPEG, PNG หรือ WebP'],
  ['must not have more than {most:count} million pixels', 'ต้องไม่เกิน {most} ล้านพิกเซล'],
  [
    'is HEIC, which is not read; send it as JPEG (iPhone: Camera, Formats, Most Compatible)',
    'เป็นไฟล์ HEIC ซึ่งเปิดไม่ได้ กรุณาส่งเป็น JPEG (iPhone: ตั้งค่า > กล้อง > รูปแบบ > เข้ากันได้มากที่สุด)',
  ],
  ['is damaged and cannot be read; take or save it anew', 'ไฟล์รูปเสียหาย กรุณาถ่ายหรือบันทึกใหม่'],
];
