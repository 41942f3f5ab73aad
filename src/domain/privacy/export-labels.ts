import { ADDRESS_NAMES } from '../../lib/address-names.ts';
import type { Address } from '../address-fields.ts';
import type { ReceiptDocument, ReceivedPayment } from '../orders/payments/receipts.ts';
import type { RefundDocumentContent } from '../orders/payments/refund-documents.ts';
import type { lineView, orderView, shipmentView } from '../orders/view.ts';
import type { PersonExport } from './export.ts';

// Labels of the fields on the page of an export, in the order of the page.

export type Label = readonly [thai: string, english: string];

/** A technical value, which only the JSON export has. */
const HIDDEN = undefined;

type Labels<Fields extends string> = Record<Fields, Label | typeof HIDDEN>;

type Order = ReturnType<typeof orderView>;

const customer: Labels<keyof PersonExport> = {
  store: ['ร้าน', 'Store'],
  export_time: ['วันที่จัดทำ', 'Date of this export'],
  name: ['ชื่อ', 'Name'],
  telephone: ['เบอร์โทร', 'Phone'],
  telephones: ['เบอร์โทรทั้งหมด', 'All phone numbers'],
  price_tier: ['ระดับราคา', 'Price tier'],
  tags: ['แท็ก', 'Tags'],
  notes: ['โน้ตของร้านเกี่ยวกับลูกค้า', 'Store notes about the customer'],
  addresses: ['ที่อยู่จัดส่ง', 'Shipping addresses'],
  orders: ['คำสั่งซื้อ', 'Orders'],
};

const order: Labels<
  keyof Order | 'private_note' | 'tags' | 'receipt' | 'canceled_receipts' | 'refund_documents' | 'tracking' | 'history'
> = {
  order_number: ['เลขคำสั่งซื้อ', 'Order number'],
  order_time: ['วันที่สั่งซื้อ', 'Order date'],
  status: ['สถานะ', 'Status'],
  payment_status: ['การชำระเงิน', 'Payment'],
  shipping_status: ['การจัดส่ง', 'Shipping'],
  cod_status: ['สถานะเก็บเงินปลายทาง', 'COD status'],
  shipping_type: ['ขนส่ง', 'Courier'],
  channel: ['ช่องทางขาย', 'Sales channel'],
  recipient_address: ['ที่อยู่จัดส่ง', 'Shipping address'],
  sender_name: ['ผู้ส่ง', 'Sender'],
  sender_address: ['ที่อยู่ผู้ส่ง', 'Sender address'],
  products: ['รายการสินค้า', 'Items'],
  subtotal: ['ค่าสินค้า', 'Subtotal'],
  discount: ['ส่วนลด', 'Discount'],
  shipping_fee: ['ค่าส่ง', 'Shipping fee'],
  other_fee: ['ค่าอื่น ๆ', 'Other fees'],
  cod_fee: ['ค่าธรรมเนียมเก็บเงินปลายทาง', 'COD fee'],
  total: ['ยอดรวม', 'Total'],
  paid_amount: ['ชำระแล้ว', 'Paid'],
  is_cod: ['เก็บเงินปลายทาง', 'Cash on delivery'],
  cod_amount: ['ยอด COD', 'COD amount'],
  ship_before_pay: ['ส่งก่อนชำระเงินได้', 'Ship before payment'],
  shipping_label_note: ['ข้อความบนใบปะหน้า', 'Label note'],
  private_note: ['โน้ตของร้าน', 'Private note'],
  tags: ['แท็ก', 'Tags'],
  expiration_time: ['ชำระภายใน', 'Pay by'],
  ship_deadline_time: ['ส่งภายใน', 'Ship by'],
  create_time: ['บันทึกเมื่อ', 'Created'],
  update_time: ['แก้ไขล่าสุด', 'Last change'],
  paid_time: ['ชำระครบเมื่อ', 'Paid in full'],
  cancel_time: ['ยกเลิกเมื่อ', 'Canceled'],
  payments: ['รายการชำระเงิน', 'Payments'],
  receipt: ['ใบเสร็จ', 'Receipt'],
  canceled_receipts: ['ใบเสร็จที่ยกเลิก', 'Canceled receipts'],
  refund_documents: ['ใบลดหนี้และใบสำคัญคืนเงิน', 'Credit notes and refund vouchers'],
  shipments: ['พัสดุ', 'Parcels'],
  tracking: ['สถานะจากขนส่ง', 'Tracking'],
  history: ['ประวัติ', 'History'],
  id: HIDDEN,
  external_order_id: HIDDEN,
  auto_request_xshipping: HIDDEN,
};

const line: Labels<keyof ReturnType<typeof lineView>> = {
  name: ['สินค้า', 'Product'],
  variant_name: ['ตัวเลือก', 'Variant'],
  sku: ['SKU', 'SKU'],
  qty: ['จำนวน', 'Quantity'],
  short_qty: ['ไม่ได้ส่ง', 'Not shipped'],
  price: ['ราคา', 'Price'],
  amount: ['จำนวนเงิน', 'Amount'],
  id: HIDDEN,
  product_id: HIDDEN,
  product_variant_id: HIDDEN,
};

const address: Labels<keyof Address | 'id' | 'is_primary'> = {
  ...ADDRESS_NAMES,
  legal_entity_type: HIDDEN,
  id: HIDDEN,
  is_primary: HIDDEN,
};

const payment = {
  create_time: ['วันที่', 'Date'],
  pay_time: ['ลูกค้าชำระเมื่อ', 'Paid by the customer'],
  method: ['วิธีชำระเงิน', 'Method'],
  amount: ['จำนวนเงิน', 'Amount'],
  status: ['สถานะ', 'Status'],
  sending_bank: ['โอนจากธนาคาร', 'Customer’s bank'],
  reference: ['เลขอ้างอิงการโอน', 'Transfer reference'],
  confirmed_amount: ['ยอดที่บริการตรวจสลิปยืนยัน', 'Amount confirmed by slip verification'],
  transfer_time: ['เวลาโอนที่บริการตรวจสลิปยืนยัน', 'Time confirmed by slip verification'],
  note: ['หมายเหตุ', 'Note'],
  reason: ['เหตุผลที่ปฏิเสธ', 'Reason for rejection'],
  slip: ['สลิป', 'Slip'],
  refunds: ['การคืนเงิน', 'Refunds'],
  id: HIDDEN,
} satisfies Labels<string>;

const refund = {
  create_time: ['บันทึกเมื่อ', 'Recorded'],
  send_time: ['คืนเงินเมื่อ', 'Sent'],
  method: ['วิธีคืนเงิน', 'Method'],
  amount: ['จำนวนเงิน', 'Amount'],
  reference: ['เลขอ้างอิงการโอน', 'Transfer reference'],
  to_promptpay: ['พร้อมเพย์ที่รับเงินคืน', 'PromptPay that received it'],
  to_bank: ['ธนาคารที่รับเงินคืน', 'Bank that received it'],
  to_number: ['เลขที่บัญชีที่รับเงินคืน', 'Account number that received it'],
  to_name: ['ชื่อบัญชีที่รับเงินคืน', 'Account name'],
  note: ['หมายเหตุ', 'Note'],
  slip: ['สลิป', 'Slip'],
} satisfies Labels<string>;

const shipment: Labels<keyof ReturnType<typeof shipmentView>> = {
  tracking_number: ['เลขพัสดุ', 'Tracking number'],
  shipping_type: ['ขนส่ง', 'Courier'],
  status: ['สถานะ', 'Status'],
  is_cod: ['เก็บเงินปลายทาง', 'Cash on delivery'],
  cod_amount: ['ยอด COD', 'COD amount'],
  tracking_url: ['หน้าติดตามพัสดุ', 'Tracking page'],
  create_time: ['บันทึกเมื่อ', 'Created'],
  book_time: ['ได้เลขพัสดุเมื่อ', 'Tracking number received'],
  ship_time: ['ส่งให้ขนส่งเมื่อ', 'Handed over'],
  deliver_time: ['ส่งถึงเมื่อ', 'Delivered'],
  cancel_time: ['ยกเลิกเมื่อ', 'Canceled'],
  id: HIDDEN,
};

const receipt: Labels<keyof ReceiptDocument> = {
  orderNumber: ['เลขคำสั่งซื้อ', 'Order number'],
  replaces: ['ออกแทนเลขที่', 'Replaces number'],
  seller: ['ผู้ขาย', 'Seller'],
  buyer: ['ผู้ซื้อ', 'Buyer'],
  lines: ['รายการสินค้า', 'Items'],
  subtotal: ['ค่าสินค้า', 'Subtotal'],
  discount: ['ส่วนลด', 'Discount'],
  shippingFee: ['ค่าส่ง', 'Shipping fee'],
  otherFee: ['ค่าอื่น ๆ', 'Other fees'],
  codFee: ['ค่าธรรมเนียมเก็บเงินปลายทาง', 'COD fee'],
  total: ['ยอดรวม', 'Total'],
  refunded: ['คืนเงินแล้ว', 'Refunded'],
  received: ['รับเงินแล้ว', 'Received'],
  payments: ['ชำระโดย', 'Paid by'],
  vatPercent: ['ภาษีมูลค่าเพิ่ม (%)', 'VAT (%)'],
};

const receivedPayment: Labels<keyof ReceivedPayment> = {
  method: ['วิธีชำระเงิน', 'Payment method'],
  amount: ['จำนวนเงิน', 'Amount'],
  time: ['เวลา', 'Time'],
};

const refundDocument: Labels<keyof RefundDocumentContent> = {
  orderNumber: ['เลขคำสั่งซื้อ', 'Order number'],
  receiptNumber: ['เลขที่ใบเสร็จ', 'Receipt number'],
  receiptTime: ['วันที่ของใบเสร็จ', 'Receipt date'],
  seller: ['ผู้ขาย', 'Seller'],
  buyer: ['ผู้ซื้อ', 'Buyer'],
  lines: ['รายการสินค้า', 'Items'],
  cause: ['ประเภทเหตุผล', 'Type of reason'],
  reason: ['เหตุผล', 'Reason'],
  refunded: ['เงินที่คืน', 'Refunded'],
  original: ['มูลค่าตามใบเสร็จ', 'Value on the receipt'],
  reduced: ['ลดแล้วก่อนหน้านี้', 'Reduced before'],
  difference: ['ลดมูลค่าลง', 'Reduced by'],
  vatPercent: ['ภาษีมูลค่าเพิ่ม (%)', 'VAT (%)'],
};

const refundDocumentLine: Labels<keyof RefundDocumentContent['lines'][number]> = {
  name: ['สินค้า', 'Product'],
  qty: ['จำนวน', 'Quantity'],
  price: ['ราคาต่อหน่วย', 'Unit price'],
  amount: ['จำนวนเงิน', 'Amount'],
};

const receiptLine: Labels<keyof ReceiptDocument['lines'][number]> = {
  name: ['สินค้า', 'Product'],
  qty: ['จำนวน', 'Quantity'],
  price: ['ราคา', 'Price'],
  amount: ['จำนวนเงิน', 'Amount'],
};

const note = { time: ['เวลา', 'Time'], note: ['โน้ต', 'Note'] } satisfies Labels<string>;

const tracking = {
  time: ['เวลา', 'Time'],
  tracking_number: ['เลขพัสดุ', 'Tracking number'],
  description: ['รายละเอียด', 'Details'],
  location: ['สถานที่', 'Place'],
} satisfies Labels<string>;

const history = {
  time: ['เวลา', 'Time'],
  event: ['เหตุการณ์', 'Event'],
  detail: ['รายละเอียด', 'Details'],
} satisfies Labels<string>;

/** Fields of a history entry. An edit has the fields of the order. */
const detail = {
  method: ['วิธีชำระเงิน', 'Method'],
  amount: ['จำนวนเงิน', 'Amount'],
  send_time: ['คืนเงินเมื่อ', 'Sent'],
  number: ['เลขที่', 'Number'],
  shipping_type: ['ขนส่ง', 'Courier'],
  tracking_number: ['เลขพัสดุ', 'Tracking number'],
  from: ['จาก', 'From'],
  to: ['เป็น', 'To'],
  by: ['โดย', 'By'],
  reason: ['เหตุผล', 'Reason'],
  undo_reason: HIDDEN,
  replaces: ['ออกแทนเลขที่', 'Replaces number'],
  void_reason: HIDDEN,
  note: ['หมายเหตุ', 'Note'],
  payment_id: HIDDEN,
  order_numbers: HIDDEN,
  refund_id: HIDDEN,
  payments: HIDDEN,
  shipment_id: HIDDEN,
  remittance_id: HIDDEN,
  document_id: HIDDEN,
  warehouse_id: HIDDEN,
  lines: HIDDEN,
  short: HIDDEN,
  damaged: HIDDEN,
  missing: HIDDEN,
  withdrawn: HIDDEN,
  packed: HIDDEN,
  begun: HIDDEN,
  scan: HIDDEN,
} satisfies Labels<string>;

export const LABELS = {
  customer,
  note,
  order,
  line,
  address,
  payment,
  refund,
  shipment,
  receipt,
  receiptLine,
  receivedPayment,
  refundDocument,
  refundDocumentLine,
  tracking,
  history,
  detail,
};

export type Kind = keyof typeof LABELS;

export const PAGE_TEXTS = {
  title: ['ข้อมูลส่วนบุคคลของลูกค้า', 'Personal data of the customer'],
  order: ['คำสั่งซื้อ', 'Order'],
  none: ['ไม่มี', 'None'],
  yes: ['ใช่', 'Yes'],
  no: ['ไม่ใช่', 'No'],
} satisfies Record<string, Label>;

export const BRANCH_NAMES: Readonly<Record<string, Label>> = {
  h: ['สำนักงานใหญ่', 'Head office'],
  b: ['สาขา', 'Branch'],
};

/** Cancelers of an order. */
export const CANCELER_NAMES: Readonly<Record<string, Label>> = {
  store: ['ร้าน', 'The store'],
  buyer: ['ลูกค้า', 'The customer'],
  reseller: ['คู่ค้า', 'The partner'],
  system: ['ระบบ', 'The system'],
};
