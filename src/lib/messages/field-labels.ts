import type { Language } from './catalogue.ts';

type Label = readonly [english: string, thai: string];

// What forms call the fields that paths name.

const FIELDS: Readonly<Record<string, Label>> = {
  name: ['Name', 'ชื่อ'],
  description: ['Description', 'คำอธิบาย'],
  note: ['Note', 'หมายเหตุ'],
  reason: ['Reason', 'เหตุผล'],
  qty: ['Quantity', 'จำนวน'],
  price: ['Price', 'ราคา'],
  amount: ['Amount', 'จำนวนเงิน'],
  cost: ['Cost', 'ต้นทุน'],
  sku: ['SKU', 'SKU'],
  weight: ['Weight', 'น้ำหนัก'],
  low_stock_threshold: ['Low stock alert', 'เตือนเมื่อเหลือ'],
  min: ['Lowest price shown', 'ราคาที่แสดงต่ำสุด'],
  max: ['Highest price shown', 'ราคาที่แสดงสูงสุด'],
  lines: ['Items', 'รายการสินค้า'],
  products: ['Items', 'รายการสินค้า'],
  product_variant_id: ['Product', 'สินค้า'],
  slip: ['Slip', 'สลิป'],
  picture: ['Picture', 'รูป'],
  discount: ['Discount', 'ส่วนลด'],
  shipping_fee: ['Shipping fee', 'ค่าส่ง'],
  other_fee: ['Other fee', 'ค่าอื่น ๆ'],
  cod_fee: ['COD fee', 'ค่าธรรมเนียม COD'],
  cod_amount: ['COD amount', 'ยอดเก็บปลายทาง'],
  paid_amount: ['Paid amount', 'ยอดที่ชำระ'],
  expiration_time: ['Payment due', 'เวลาหมดเขตชำระ'],
  ship_deadline_time: ['Ship by', 'กำหนดส่ง'],
  tracking_number: ['Tracking number', 'เลขพัสดุ'],
  shipping_type: ['Courier', 'ขนส่ง'],
  shipping_label_note: ['Label note', 'ข้อความบนใบปะหน้า'],
  private_note: ['Private note', 'โน้ตของร้าน'],
  price_tier: ['Price tier', 'ระดับราคา'],
  price_tier_id: ['Price tier', 'ระดับราคา'],
  app: ['App', 'แอป'],
  url: ['URL', 'ที่อยู่เว็บ (URL)'],
  sender_address_id: ['Sender', 'ที่อยู่ผู้ส่ง'],
  recipient_address_id: ['Recipient', 'ที่อยู่ผู้รับ'],
  recipient_address: ['Recipient', 'ผู้รับ'],
  sender_address: ['Sender', 'ผู้ส่ง'],
  address: ['Address', 'ที่อยู่'],
  telephone: ['Phone', 'เบอร์โทร'],
  address1: ['Address line 1', 'บ้านเลขที่ ถนน'],
  address2: ['Address line 2', 'อาคาร ชั้น หมู่บ้าน'],
  address3: ['Address line 3', 'ที่อยู่เพิ่มเติม'],
  sub_district: ['Sub-district', 'ตำบล / แขวง'],
  district: ['District', 'อำเภอ / เขต'],
  province: ['Province', 'จังหวัด'],
  postal_code: ['Postal code', 'รหัสไปรษณีย์'],
  email: ['Email', 'อีเมล'],
  legal_entity_id: ['Tax ID', 'เลขประจำตัวผู้เสียภาษี'],
  legal_entity_type: ['Tax ID type', 'ประเภทผู้เสียภาษี'],
  branch_type: ['Branch type', 'สาขา'],
  branch_number: ['Branch number', 'เลขที่สาขา'],
  password: ['Password', 'รหัสผ่าน'],
  order_quota: ['Monthly order limit', 'โควตาคำสั่งซื้อต่อเดือน'],
  vat_percent: ['VAT (%)', 'VAT (%)'],
  promptpay_id: ['PromptPay', 'พร้อมเพย์'],
  adapter: ['Tracking number source', 'วิธีได้เลขพัสดุ'],
  tracking_url: ['Tracking page (URL)', 'หน้าติดตามพัสดุ (URL)'],
  merchant_id: ['Merchant ID', 'รหัสร้าน (merchant id)'],
  secret: ['Secret', 'รหัสลับ'],
  token: ['Tracking token', 'โทเค็นติดตามพัสดุ'],
  warn_below: ['Alert below', 'เตือนเมื่อเหลือน้อยกว่า'],
  prefix: ['Prefix', 'ตัวอักษรนำ'],
  first: ['First number', 'เลขเริ่มต้น'],
  count: ['Count', 'จำนวนเลข'],
  given: ['Used numbers', 'เลขที่ใช้แล้ว'],
  cod: ['For COD parcels', 'ใช้กับพัสดุ COD'],
};

const LISTS: Readonly<Record<string, Label>> = {
  products: ['Item', 'รายการที่'],
  rows: ['Row', 'แถวที่'],
  lines: ['Line', 'บรรทัดที่'],
};

/**
 * A path in words: `products[0].qty` is `Item 1 quantity`, `line 12.qty` is `Line 12 quantity`, and `row 5 cost` is
 * column `cost` of row 5 in a file. A path that is neither stays as it is.
 */
export function fieldLabel(path: string, language: Language): string {
  const [, row, column] = /^row (\d+)(?: ([\s\S]+))?$/.exec(path) ?? [];
  if (row !== undefined) return rowLabel(row, column, language);
  const [, line, ofLine] = /^line (\d+)(?:\.(\w+))?$/.exec(path) ?? [];
  if (line !== undefined) return joined(`${pick(['Line', 'รายการ'], language)} ${line}`, ofLine, language);
  const [, list = '', at, part] = /^(\w+)\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? [];
  const known = LISTS[list];
  if (known) return joined(`${pick(known, language)} ${Number(at) + 1}`, part, language);
  const [first = '', ...rest] = path.split('.');
  return rest.reduce((label, field) => joined(label, field, language), labelOf(first, language));
}

const pick = ([english, thai]: Label, language: Language): string => (language === 'th' ? thai : english);

const labelOf = (field: string, language: Language): string => {
  const label = FIELDS[field];
  return label ? pick(label, language) : field;
};

function rowLabel(row: string, column: string | undefined, language: Language): string {
  const label = `${pick(['Row', 'แถว'], language)} ${row}`;
  return column === undefined ? label : `${label} ${pick(['column', 'คอลัมน์'], language)} ${column}`;
}

function joined(label: string, field: string | undefined, language: Language): string {
  if (field === undefined) return label;
  const part = labelOf(field, language);
  const isAcronym = /^[A-Z]{2}/.test(part);
  return `${label} ${isAcronym ? part : part.charAt(0).toLowerCase() + part.slice(1)}`;
}
