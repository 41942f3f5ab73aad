import { catalogue } from './catalogue.ts';

/** Errors about refunds. */
export const refunds = catalogue({
  refunded_meanwhile: {
    en: 'Someone else just refunded this order. Check its refunds before you refund again.',
    th: 'มีคนคืนเงินคำสั่งซื้อนี้ไปก่อนหน้านี้แล้ว ตรวจรายการคืนเงินก่อนคืนอีกครั้ง',
  },
  refund_to_one_account: {
    en: 'Enter either PromptPay or a bank account, not both',
    th: 'ใส่พร้อมเพย์หรือบัญชีธนาคารอย่างใดอย่างหนึ่ง',
  },
  refund_to_incomplete: {
    en: 'Enter a PromptPay ID, or a bank and an account number',
    th: 'ใส่พร้อมเพย์ หรือเลือกธนาคารและใส่เลขที่บัญชี',
  },
  refund_to_needs_transfer: {
    en: 'Only refunds by bank transfer or PromptPay go to an account',
    th: 'ใส่บัญชีได้เฉพาะการคืนด้วยการโอนเงินหรือพร้อมเพย์',
  },
  nothing_to_refund: { en: '{order, OrderId} has nothing left to refund', th: 'คำสั่งซื้อนี้ไม่มียอดให้คืนเงินแล้ว' },
  refund_reason_impossible: {
    en: 'Nothing of order {order} was shipped, so no goods were returned or found defective. Choose another reason.',
    office: 'Nothing was shipped yet. Choose another reason.',
    th: 'ยังไม่ได้ส่งสินค้าของคำสั่งซื้อนี้ เลือกเหตุผลอื่น',
  },
  refund_too_large: {
    en: '{amount, money} requested, {left, money} left to refund',
    office: 'Enter at most {left, money}, the amount left to refund',
    th: 'ใส่ไว้ {amount, money} แต่คืนเงินได้อีก {left, money}',
  },
  refund_amount_of_items: {
    en: '{goods, money} was paid for the chosen items. Enter this amount, or submit again to refund {amount, money}.',
    th: 'ลูกค้าจ่าย {goods, money} สำหรับสินค้าที่เลือก ใส่ยอดนี้ หรือกดอีกครั้งเพื่อคืน {amount, money}',
  },
  refund_qty_too_large: {
    en: '{qty, number} requested, {left, number} left to refund',
    office: 'Enter at most {left, number}, the quantity left to refund',
    th: 'ใส่ไว้ {qty, number} ชิ้น แต่คืนเงินได้อีก {left, number} ชิ้น',
  },
  refund_has_no_slip: { en: 'Refund {refund} has no slip', office: 'The refund has no slip', th: 'การคืนเงินนี้ไม่มีสลิป' },
});
