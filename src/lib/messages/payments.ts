import type { Id } from '../ids.ts';
import type { Money } from '../money.ts';
import { count, money } from '../number-format.ts';
import { catalogue } from './catalogue.ts';
import {
  type CodStatus,
  codStatus,
  type OrderStatus,
  orderStatus,
  type PaymentStatus,
  paymentStatus,
} from './terms.ts';

/** Of payments, refunds, receipts, COD and what couriers pay out. */
export const payments = catalogue({
  payment_not_found: {
    en: ({ payment }: { payment: Id }) => `There is no payment ${payment}`,
    th: ({ payment }) => `ไม่พบการชำระเงิน ${payment}`,
  },
  payment_has_no_slip: {
    en: ({ payment }: { payment: Id }) => `Payment ${payment} has no slip`,
    th: ({ payment }) => `การชำระเงิน ${payment} ไม่มีสลิป`,
  },
  payment_not_in_order: {
    en: ({ payment, order }: { payment: Id; order: Id }) => `Order ${order} has no payment ${payment}`,
    th: ({ payment, order }) => `คำสั่งซื้อ ${order} ไม่มีการชำระเงิน ${payment}`,
  },
  payment_cannot_become: {
    en: ({ payment, status, to }: { payment: Id; status: PaymentStatus; to: PaymentStatus }) =>
      `Payment ${payment} is ${paymentStatus(status, 'en')} and cannot be ${paymentStatus(to, 'en')}`,
    th: ({ payment, status, to }) =>
      `การชำระเงิน ${payment} มีสถานะ “${paymentStatus(status, 'th')}” จึงเปลี่ยนเป็น “${paymentStatus(to, 'th')}” ไม่ได้`,
  },
  payments_too_large: {
    en: ({ order }: { order: Id }) => `The payments of order ${order} come to more than an amount can be`,
    th: ({ order }) => `ยอดชำระรวมของคำสั่งซื้อ ${order} สูงเกินกว่าที่ระบบรองรับ`,
  },
  order_already_paid: {
    en: ({ order }: { order: Id }) => `Order ${order} is already paid`,
    th: ({ order }) => `คำสั่งซื้อ ${order} ชำระครบแล้ว`,
  },
  order_already_paid_notify_more: {
    en: ({ order }: { order: Id }) =>
      `Order ${order} is already paid. If more money came in, report the payment and confirm it.`,
    th: ({ order }) => `คำสั่งซื้อ ${order} ชำระครบแล้ว หากได้เงินเกินมา ให้แจ้งโอนแล้วยืนยัน`,
  },
  payment_too_large: {
    en: ({ rest }: { rest: Money }) =>
      `Must be more than 0 and at most ${money(rest)}, the amount still due. If more money came in, report the payment and confirm it.`,
    th: ({ rest }) => `ต้องมากกว่า 0 และไม่เกินยอดคงค้าง ${money(rest)} หากได้เงินเกินมา ให้แจ้งโอนแล้วยืนยัน`,
  },
  slip_too_large: {
    en: ({ most }: { most: number }) => `Must not be larger than ${most} MB`,
    th: ({ most }) => `ต้องมีขนาดไม่เกิน ${most} MB`,
  },
  slip_not_a_picture: { en: 'Must be a PNG, JPEG or WebP picture', th: 'ต้องเป็นรูป PNG, JPEG หรือ WebP' },

  nothing_to_refund: {
    en: ({ order }: { order: Id }) => `Order ${order} has nothing left to refund`,
    th: ({ order }) => `คำสั่งซื้อ ${order} ไม่มียอดให้คืนเงินแล้ว`,
  },
  refund_too_large: {
    en: ({ amount, left }: { amount: Money; left: Money }) =>
      `Is ${money(amount)}, but only ${money(left)} can be refunded`,
    th: ({ amount, left }) => `ใส่ไว้ ${money(amount)} แต่คืนเงินได้อีก ${money(left)}`,
  },
  refund_qty_too_large: {
    en: ({ qty, left }: { qty: number; left: number }) => `Is ${count(qty)}, but only ${count(left)} can be refunded`,
    th: ({ qty, left }) => `ใส่ไว้ ${count(qty)} ชิ้น แต่คืนเงินได้อีก ${count(left)} ชิ้น`,
  },

  promptpay_not_set: {
    en: ({ store }: { store: string }) => `Store ${store} has no PromptPay. Set its promptpay_id.`,
    th: 'ร้านยังไม่ได้ตั้งพร้อมเพย์ ตั้งได้ที่หน้าตั้งค่าร้าน',
  },
  promptpay_courier_collects: {
    en: ({ order, amount }: { order: Id; amount: Money }) =>
      `Order ${order} is COD, and its courier collects ${money(amount)}`,
    th: ({ order, amount }) => `คำสั่งซื้อ ${order} เก็บเงินปลายทาง ขนส่งจะเก็บ ${money(amount)}`,
  },
  promptpay_already_notified: {
    en: ({ order }: { order: Id }) =>
      `A payment over the amount due of order ${order} was reported. Confirm or reject it first.`,
    th: ({ order }) => `คำสั่งซื้อ ${order} แจ้งโอนครบยอดแล้ว กรุณายืนยันหรือปฏิเสธก่อน`,
  },
  promptpay_amount_out_of_range: {
    en: ({ amount }: { amount: Money }) => `PromptPay cannot ask for ${money(amount)}`,
    th: ({ amount }) => `พร้อมเพย์เรียกเก็บ ${money(amount)} ไม่ได้`,
  },

  receipt_for_order_with_status: {
    en: ({ order, status }: { order: Id; status: OrderStatus }) =>
      `Order ${order} gets no receipt because it is ${orderStatus(status, 'en')}`,
    th: ({ order, status }) => `ออกใบเสร็จไม่ได้ เพราะคำสั่งซื้อ ${order} มีสถานะ “${orderStatus(status, 'th')}”`,
  },
  receipt_before_payment: {
    en: ({ order }: { order: Id }) => `Order ${order} gets no receipt until it is paid in full`,
    th: ({ order }) => `ออกใบเสร็จไม่ได้ เพราะคำสั่งซื้อ ${order} ยังชำระไม่ครบ`,
  },
  receipt_without_money: {
    en: ({ order }: { order: Id }) => `Order ${order} gets no receipt because no money was received`,
    th: ({ order }) => `ออกใบเสร็จไม่ได้ เพราะยังไม่ได้รับเงินของคำสั่งซื้อ ${order}`,
  },
  receipt_without_tax_id: {
    en: ({ store, percent }: { store: string; percent: number }) =>
      `Store ${store} has vat_percent ${percent} but no address with a legal_entity_id, which a tax invoice needs`,
    th: ({ percent }) => `ร้านคิด VAT ${percent}% แต่ที่อยู่ร้านยังไม่มีเลขประจำตัวผู้เสียภาษี ซึ่งใบกำกับภาษีต้องมี`,
  },

  order_is_not_cod: {
    en: ({ order }: { order: Id }) => `Order ${order} is not COD`,
    th: ({ order }) => `คำสั่งซื้อ ${order} ไม่ใช่ COD`,
  },
  cod_cannot_become: {
    en: ({ order, status, to }: { order: Id; status: CodStatus; to: CodStatus }) =>
      `The COD of order ${order} is ${codStatus(status, 'en')} and cannot be ${codStatus(to, 'en')}`,
    th: ({ order, status, to }) =>
      `คำสั่งซื้อ ${order} มีสถานะ “${codStatus(status, 'th')}” จึงเปลี่ยนเป็น “${codStatus(to, 'th')}” ไม่ได้`,
  },
  cod_before_shipping: {
    en: ({ order, to }: { order: Id; to: CodStatus }) =>
      `The COD of order ${order} cannot be ${codStatus(to, 'en')} because none of its parcels has left`,
    th: ({ order, to }) => `คำสั่งซื้อ ${order} ยังไม่มีพัสดุส่งออก จึงเปลี่ยนเป็น “${codStatus(to, 'th')}” ไม่ได้`,
  },
  cod_follows_parcels: {
    en: ({ order, status }: { order: Id; status: CodStatus }) =>
      `The COD of order ${order} is ${codStatus(status, 'en')} because of its parcels. There is nothing to undo.`,
    th: ({ order, status }) => `คำสั่งซื้อ ${order} มีสถานะ “${codStatus(status, 'th')}” ตามสถานะของพัสดุ จึงไม่มีอะไรให้ยกเลิก`,
  },
  cod_amount_too_large: {
    en: ({ wanted, left }: { wanted: Money; left: Money }) =>
      `Is ${money(wanted)}, but the courier still has to collect ${money(left)}`,
    th: ({ wanted, left }) => `ใส่ไว้ ${money(wanted)} แต่ขนส่งต้องเก็บอีก ${money(left)}`,
  },

  remittance_not_found: {
    en: ({ remittance }: { remittance: Id }) => `There is no COD payout ${remittance}`,
    th: ({ remittance }) => `ไม่พบรอบโอนเงิน COD ${remittance}`,
  },
  remittance_too_large: { en: 'The rows come to more than an amount can be', th: 'ยอดรวมในไฟล์สูงเกินกว่าที่ระบบรองรับ' },
  remittance_file_changed: {
    en: 'The rows of the file differ from those shown before. Choose the file again.',
    th: 'ข้อมูลในไฟล์ไม่ตรงกับที่แสดงไว้ กรุณาเลือกไฟล์ใหม่อีกครั้ง',
  },
  remittance_column_missing: {
    en: ({ file, column, columns }: { file: string; column: string; columns: readonly string[] }) =>
      `${file} has no column ${column}. Its columns are ${columns.join(', ')}.`,
    th: ({ file, column, columns }) => `ไฟล์ ${file} ไม่มีคอลัมน์ ${column} คอลัมน์ที่มี: ${columns.join(', ')}`,
  },
  remittance_column_ambiguous: {
    en: ({ file, what, one, other }: { file: string; what: RemittanceColumn; one: string; other: string }) =>
      `${file} may have the ${COLUMNS[what].en} in column ${one} or ${other}. Choose one.`,
    th: ({ file, what, one, other }) => `${COLUMNS[what].th}ในไฟล์ ${file} อาจอยู่ที่คอลัมน์ ${one} หรือ ${other} กรุณาเลือก`,
  },
  remittance_column_unknown: {
    en: ({ file, what, columns }: { file: string; what: RemittanceColumn; columns: readonly string[] }) =>
      `${file} has no known column for the ${COLUMNS[what].en}. Choose one of ${columns.join(', ')}.`,
    th: ({ file, what, columns }) =>
      `ไม่ทราบว่าคอลัมน์ใดในไฟล์ ${file} คือ${COLUMNS[what].th} กรุณาระบุชื่อคอลัมน์ คอลัมน์ที่มี: ${columns.join(', ')}`,
  },
  remittance_row_without_number: { en: 'Has no tracking number', th: 'ไม่มีเลขพัสดุ' },
  remittance_row_without_amount: { en: 'Has no amount', th: 'ไม่มีจำนวนเงิน' },
  remittance_amount_unreadable: {
    en: ({ text }: { text: string }) => `The amount ${text} cannot be read`,
    th: ({ text }) => `อ่านจำนวนเงิน ${text} ไม่ได้`,
  },
});

export type RemittanceColumn = 'tracking_number' | 'amount';

const COLUMNS: Record<RemittanceColumn, { en: string; th: string }> = {
  tracking_number: { en: 'tracking numbers', th: 'เลขพัสดุ' },
  amount: { en: 'collected amounts', th: 'ยอดที่เก็บได้' },
};
