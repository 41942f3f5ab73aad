// What the domain calls the place of a fault, `products[1].qty`, `row 5 cost`, and how that is said in Thai.

const FIELDS: Readonly<Record<string, string>> = {
  name: 'ชื่อ',
  description: 'คำอธิบาย',
  note: 'หมายเหตุ',
  reason: 'เหตุผล',
  qty: 'จำนวน',
  price: 'ราคา',
  amount: 'จำนวนเงิน',
  cost: 'ต้นทุน',
  sku: 'SKU',
  weight: 'น้ำหนัก',
  low_stock_threshold: 'เตือนเมื่อเหลือ',
  min: 'ราคาที่แสดงต่ำสุด',
  max: 'ราคาที่แสดงสูงสุด',
  lines: 'รายการสินค้า',
  product_variant_id: 'สินค้า',
  slip: 'สลิป',
  picture: 'รูป',
  discount: 'ส่วนลด',
  shipping_fee: 'ค่าส่ง',
  other_fee: 'ค่าอื่น ๆ',
  cod_fee: 'ค่าธรรมเนียม COD',
  cod_amount: 'ยอดเก็บปลายทาง',
  paid_amount: 'ยอดที่ชำระ',
  expiration_time: 'เวลาหมดเขตชำระ',
  ship_deadline_time: 'กำหนดส่ง',
  tracking_number: 'เลขพัสดุ',
  shipping_type: 'ขนส่ง',
  shipping_label_note: 'ข้อความบนใบปะหน้า',
  private_note: 'โน้ตของร้าน',
  price_tier: 'ระดับราคา',
  price_tier_id: 'ระดับราคา',
  app: 'แอป',
  url: 'ที่อยู่เว็บ (URL)',
  sender_address_id: 'ที่อยู่ผู้ส่ง',
  recipient_address_id: 'ที่อยู่ผู้รับ',
  recipient_address: 'ผู้รับ',
  sender_address: 'ผู้ส่ง',
  address: 'ที่อยู่',
  telephone: 'เบอร์โทร',
  address1: 'บ้านเลขที่ ถนน',
  address2: 'อาคาร ชั้น หมู่บ้าน',
  address3: 'ที่อยู่เพิ่มเติม',
  sub_district: 'ตำบล / แขวง',
  district: 'อำเภอ / เขต',
  province: 'จังหวัด',
  postal_code: 'รหัสไปรษณีย์',
  email: 'อีเมล',
  legal_entity_id: 'เลขประจำตัวผู้เสียภาษี',
  legal_entity_type: 'ประเภทผู้เสียภาษี',
  branch_type: 'สาขา',
  branch_number: 'เลขที่สาขา',
  password: 'รหัสผ่าน',
  order_quota: 'โควตาคำสั่งซื้อต่อเดือน',
  vat_percent: 'VAT (%)',
  promptpay_id: 'พร้อมเพย์',
  adapter: 'วิธีได้เลขพัสดุ',
  tracking_url: 'หน้าติดตามพัสดุ (URL)',
  merchant_id: 'รหัสร้าน (merchant id)',
  secret: 'รหัสลับ',
  token: 'โทเค็นติดตามพัสดุ',
  warn_below: 'เตือนเมื่อเหลือน้อยกว่า',
  prefix: 'ตัวอักษรนำ',
  first: 'เลขเริ่มต้น',
  count: 'จำนวนเลข',
  given: 'เลขที่ใช้แล้ว',
  cod: 'ใช้กับพัสดุ COD',
};

const LISTS: Readonly<Record<string, string>> = { products: 'รายการที่', rows: 'แถวที่', lines: 'บรรทัดที่' };

const PATH = /^[\w.[\]]+$/;

/** The Thai name of a place; undefined where the text is none. Columns stay as the file has them. */
export function placeName(place: string): string | undefined {
  const [, row, column] = /^row (\d+)(?: ([\s\S]+))?$/.exec(place) ?? [];
  if (row !== undefined) return column === undefined ? `แถว ${row}` : `แถว ${row} คอลัมน์ ${column}`;
  const [, line, ofLine] = /^(?:line )?(\d+)(?:\.(\w+))?$/.exec(place) ?? [];
  if (line !== undefined) return spaced(`รายการ ${line}`, ofLine);
  const [, list = '', at, part] = /^(\w+)\[(\d+)\](?:\.(\w+))?$/.exec(place) ?? [];
  if (at !== undefined && LISTS[list] !== undefined) return spaced(`${LISTS[list]} ${Number(at) + 1}`, part);
  return PATH.test(place) ? place.split('.').map(fieldName).join(' ') : undefined;
}

const spaced = (place: string, field: string | undefined): string =>
  field === undefined ? place : `${place} ${fieldName(field)}`;

const fieldName = (field: string): string => FIELDS[field] ?? field;

/** Where a message may go on after its place: `row 5 cost`, `must be …`; the shortest place first. */
export function* splits(message: string): Generator<readonly [name: string, rest: string]> {
  for (let at = message.indexOf(' '); at > 0; at = message.indexOf(' ', at + 1)) {
    const name = placeName(message.slice(0, at).replace(/:$/, ''));
    if (name === undefined) return;
    yield [name, message.slice(at + 1)];
  }
}
