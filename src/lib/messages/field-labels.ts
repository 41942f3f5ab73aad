import type { Language } from './catalogue.ts';
import { type Path, type PathPart, pathParts } from './path.ts';

type Label = readonly [english: string, thai: string];

// Labels in forms for the fields of error paths.

const FIELDS = {
  name: ['Name', 'ชื่อ'],
  description: ['Description', 'คำอธิบาย'],
  category: ['Category', 'หมวดหมู่'],
  tags: ['Tags', 'แท็ก'],
  note: ['Note', 'หมายเหตุ'],
  reason: ['Reason', 'เหตุผล'],
  qty: ['Quantity', 'จำนวน'],
  price: ['Price', 'ราคา'],
  amount: ['Amount', 'จำนวนเงิน'],
  cost: ['Cost per unit', 'ต้นทุน'],
  sku: ['SKU', 'SKU'],
  weight: ['Weight', 'น้ำหนัก'],
  shelf_location: ['Shelf location', 'ที่เก็บ'],
  low_stock_threshold: ['Low stock alert at', 'เตือนเมื่อเหลือไม่เกิน'],
  min: ['Lowest displayed price', 'ราคาที่แสดงต่ำสุด'],
  max: ['Highest displayed price', 'ราคาที่แสดงสูงสุด'],
  lines: ['Items', 'รายการสินค้า'],
  products: ['Items', 'รายการสินค้า'],
  product_variant_id: ['Product', 'สินค้า'],
  slip: ['Slip', 'สลิป'],
  picture: ['Image', 'รูป'],
  discount: ['Discount', 'ส่วนลด'],
  shipping_fee: ['Shipping fee', 'ค่าส่ง'],
  other_fee: ['Other fees', 'ค่าอื่น ๆ'],
  cod_fee: ['COD fee', 'ค่าธรรมเนียม COD'],
  cod_amount: ['COD amount', 'ยอด COD'],
  pay_time: ['Transfer time', 'เวลาที่โอน'],
  send_time: ['Refund time', 'เวลาที่คืนเงิน'],
  to_promptpay: ['Customer’s PromptPay', 'พร้อมเพย์ของลูกค้า'],
  to_bank: ['Bank', 'ธนาคาร'],
  to_number: ['Account number', 'เลขที่บัญชี'],
  to_name: ['Account name', 'ชื่อบัญชี'],
  bank: ['Bank', 'ธนาคาร'],
  number: ['Account number', 'เลขที่บัญชี'],
  bank_account_id: ['Received in', 'เข้าบัญชี'],
  sending_bank: ['Customer’s bank', 'โอนจากธนาคาร'],
  reference: ['Transfer reference', 'เลขอ้างอิงการโอน'],
  paid_amount: ['Amount received', 'จำนวนเงินที่รับ'],
  expiration_time: ['Pay by', 'ชำระภายใน'],
  ship_deadline_time: ['Ship by', 'ส่งภายใน'],
  tracking_number: ['Tracking number', 'เลขพัสดุ'],
  shipping_type: ['Courier', 'ขนส่ง'],
  shipping_label_note: ['Label note', 'ข้อความบนใบปะหน้า'],
  private_note: ['Private note', 'โน้ตของร้าน'],
  price_tier: ['Price tier', 'ระดับราคา'],
  price_tier_id: ['Price tier', 'ระดับราคา'],
  app: ['App', 'แอป'],
  url: ['URL', 'URL'],
  sender_address_id: ['Ship from', 'ส่งจาก'],
  recipient_address_id: ['Recipient', 'ที่อยู่ผู้รับ'],
  recipient_address: ['Recipient', 'ผู้รับ'],
  sender_address: ['Sender', 'ผู้ส่ง'],
  address: ['Address', 'ที่อยู่'],
  telephone: ['Phone', 'เบอร์โทร'],
  address1: ['House number, street', 'บ้านเลขที่ หมู่ ซอย ถนน'],
  address2: ['Building, floor, village', 'อาคาร ชั้น หมู่บ้าน'],
  address3: ['Address line 3', 'ที่อยู่เพิ่มเติม'],
  sub_district: ['Sub-district', 'ตำบล/แขวง'],
  district: ['District', 'อำเภอ/เขต'],
  province: ['Province', 'จังหวัด'],
  postal_code: ['Postal code', 'รหัสไปรษณีย์'],
  email: ['Email', 'อีเมล'],
  legal_entity_id: ['Tax ID', 'เลขประจำตัวผู้เสียภาษี'],
  legal_entity_type: ['Tax ID type', 'ประเภทผู้เสียภาษี'],
  branch_type: ['Branch', 'สำนักงานใหญ่/สาขา'],
  branch_number: ['Branch number', 'เลขที่สาขา'],
  password: ['Password', 'รหัสผ่าน'],
  order_quota: ['Monthly order limit', 'โควตาคำสั่งซื้อต่อเดือน'],
  vat_percent: ['VAT included in prices (%)', 'VAT ที่รวมในราคา (%)'],
  promptpay_id: ['PromptPay ID', 'พร้อมเพย์ของร้าน'],
  promptpay_name: ['PromptPay account name', 'ชื่อบัญชีพร้อมเพย์'],
  adapter: ['Tracking number source', 'วิธีรับเลขพัสดุ'],
  number_example: ['Example tracking number', 'ตัวอย่างเลขพัสดุ'],
  tracking_url: ['Tracking page URL', 'หน้าติดตามพัสดุ (URL)'],
  merchant_id: ['Merchant ID', 'รหัสร้าน (merchant id)'],
  secret: ['Secret', 'รหัสลับ'],
  courier_code: ['Courier code at SHIPPOP', 'รหัสขนส่งที่ SHIPPOP'],
  parcel_size: ['Parcel size', 'ขนาดพัสดุ'],
  token: ['Tracking API token', 'API token สำหรับติดตามพัสดุ'],
  warn_below: ['Low number alert below', 'เตือนเมื่อเหลือน้อยกว่า'],
  prefix: ['Prefix', 'ตัวอักษรนำ'],
  first: ['First serial number', 'เลขแรก'],
  count: ['Count', 'จำนวนเลข'],
  given: ['Used numbers', 'เลขที่ใช้แล้ว'],
  cod: ['For COD parcels', 'ใช้กับพัสดุ COD'],
} as const satisfies Record<string, Label>;

const LISTS: Readonly<Record<string, Label>> = {
  products: ['Item', 'รายการที่'],
  rows: ['Row', 'แถวที่'],
  lines: ['Line', 'บรรทัดที่'],
};

/**
 * A path in words: `products[0].qty` is `Item 1 quantity`, a field of order line 12 is `Line 12 quantity`, and a cell of a
 * file is `Row 5, column cost`. Names without a label stay as they are.
 */
export function pathLabel(path: Path, language: Language): string {
  const [first = '', ...rest] = pathParts(path);
  const [index, ...fields] = rest;
  const list = typeof first === 'string' && typeof index === 'number' ? knownLabel(LISTS, first) : undefined;
  if (list) return joinedLabel(`${pick(list, language)} ${(index as number) + 1}`, fields, language);
  return joinedLabel(labelOf(first, language), rest, language);
}

/** The label of a field for the texts of a form: Thai, then English. */
export const fieldLabelPair = (name: keyof typeof FIELDS): readonly [string, string] => [
  FIELDS[name][1],
  FIELDS[name][0],
];

/** The label of the field in forms. */
export const fieldLabel = (name: string, language: Language): string => {
  const label = knownLabel(FIELDS, name);
  return label ? pick(label, language) : name;
};

/** A request may name a field `constructor`. */
const knownLabel = (labels: Readonly<Record<string, Label>>, name: string): Label | undefined =>
  Object.hasOwn(labels, name) ? labels[name] : undefined;

const pick = ([english, thai]: Label, language: Language): string => (language === 'th' ? thai : english);

function labelOf(part: PathPart, language: Language): string {
  if (typeof part === 'string') return fieldLabel(part, language);
  if (typeof part === 'number') return `[${part}]`;
  if ('line' in part) return `${pick(['Line', 'รายการ'], language)} ${part.line}`;
  const row = `${pick(['Row', 'แถว'], language)} ${part.row}`;
  return part.column === undefined ? row : `${row}${pick([', column', ' คอลัมน์'], language)} ${part.column}`;
}

const joinedLabel = (label: string, parts: readonly PathPart[], language: Language): string =>
  [label, ...parts.map((part) => lowerCaseWord(labelOf(part, language)))].join(' ');

/** `quantity`, but `SKU`. */
export const lowerCaseWord = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
