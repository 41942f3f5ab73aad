import { catalogue, computed } from './catalogue.ts';

/** Errors about payments, refunds, receipts, COD and what couriers pay out. */
export const payments = catalogue({
  payment_not_found: { en: 'Payment {payment} not found', office: 'Payment not found', th: 'ไม่พบการชำระเงินนี้' },
  payment_has_no_slip: { en: '{payment, PaymentId} has no slip', th: 'การชำระเงินนี้ไม่มีสลิป' },
  payment_not_in_order: {
    en: 'Order {order} has no payment {payment}',
    office: 'Payment not found in this order',
    th: 'ไม่พบการชำระเงินนี้ในคำสั่งซื้อนี้',
  },
  payment_cannot_become: {
    en: 'Payment {payment} is {status, paymentStatus} and cannot be {to, paymentStatus}',
    office: 'This payment is already {status, paymentState}',
    th: 'การชำระเงินนี้มีสถานะ “{status, paymentStatus}” อยู่แล้ว',
  },
  payments_too_large: {
    en: 'The payments of {order, orderId} exceed the largest possible amount',
    th: 'ยอดชำระรวมของคำสั่งซื้อนี้สูงเกินกว่าที่ระบบรองรับ',
  },
  order_already_paid: { en: '{order, OrderId} has no balance due', th: 'คำสั่งซื้อนี้ไม่มียอดค้างชำระ' },
  order_already_paid_notify_more: {
    en: '{order, OrderId} has no balance due. If more money came in, submit the payment and confirm it.',
    office: 'The order has no balance due. If more money came in, add a payment slip and confirm the payment.',
    th: 'คำสั่งซื้อนี้ไม่มียอดค้างชำระ ถ้าได้เงินเพิ่มมา ให้แนบสลิปแล้วยืนยันยอดโอน',
  },
  payment_too_large: {
    en: 'Must be more than 0 and at most {rest, money}, the balance due. If more money came in, submit the payment and confirm it.',
    office:
      'Must be more than 0 and at most {rest, money}, the balance due. If more money came in, add a payment slip and confirm the payment.',
    th: 'ต้องมากกว่า 0 และไม่เกินยอดค้างชำระ {rest, money} ถ้าได้เงินเกินมา ให้แนบสลิปแล้วยืนยันยอดโอน',
  },
  nothing_to_transfer: { en: 'There is nothing to pay now', th: 'ตอนนี้ไม่มียอดที่ต้องโอน' },
  too_many_slips: {
    en: 'The store is still checking your slips. To send another one, contact the store.',
    th: 'ร้านกำลังตรวจสลิปที่ส่งไว้ ถ้าต้องการส่งเพิ่ม กรุณาติดต่อร้าน',
  },
  slip_too_large: { en: 'Must not be larger than {most} MB', th: 'ต้องมีขนาดไม่เกิน {most} MB' },
  slip_not_a_picture: { en: 'Must be a JPEG, PNG or WebP image', th: 'ต้องเป็นรูป PNG, JPEG หรือ WebP' },

  transfer_reference_malformed: {
    en: 'Must be at most 64 letters and digits without spaces',
    office: 'Must be at most 64 English letters and digits, without spaces',
    th: 'ต้องเป็นตัวอักษรภาษาอังกฤษหรือตัวเลขไม่เกิน 64 ตัว ไม่มีเว้นวรรค',
  },
  transfer_reference_used: computed<{ reference: string; number: number; orderId: number }>({
    en: ({ reference, number }) => `The transfer ${reference} was already used for order #${number}`,
    th: ({ reference, number }) => `ยอดโอนเลขอ้างอิง ${reference} ใช้ไปแล้วกับคำสั่งซื้อ #${number}`,
  }),

  transfer_used_meanwhile: {
    en: 'Another payment of this transfer was recorded meanwhile. Check the orders again.',
    th: 'มีคำสั่งซื้ออื่นใช้ยอดโอนนี้เพิ่มระหว่างนี้ ตรวจอีกครั้ง',
  },
  transfer_parts_too_large: {
    en: 'At most {left, money} of this transfer of {total, money} are left',
    th: 'ยอดโอนครั้งนี้ {total, money} เหลือใช้ได้ไม่เกิน {left, money}',
  },

  undo_changed_meanwhile: {
    en: 'Someone else just changed this payout. Check the amount before you undo it.',
    th: 'มีคนแก้รอบโอนนี้ก่อนหน้านี้ ตรวจยอดก่อนยกเลิก',
  },
  receipt_changed_meanwhile: {
    en: 'The order has just changed. Check it before you issue the document.',
    th: 'คำสั่งซื้อนี้เพิ่งเปลี่ยนไป ตรวจอีกครั้งก่อนออกเอกสาร',
  },
  receipt_issued_meanwhile: {
    en: 'Someone else has just issued the document, and it cannot be changed. The customer that you entered was not saved.',
    th: 'มีคนออกเอกสารนี้ไปแล้ว แก้ไม่ได้ ข้อมูลลูกค้าที่กรอกไม่ได้บันทึก',
  },
  receipt_replaced_meanwhile: {
    en: 'Someone else has just replaced the document by {number, documentNumber}. Check it before you replace it.',
    th: 'มีคนออกฉบับใหม่แทนไปแล้ว คือเลขที่ {number, documentNumber} ตรวจก่อนออกใหม่อีกครั้ง',
  },
  replacement_without_change: {
    en: 'The new document would be the same. Change the data of the customer or of the store.',
    th: 'ฉบับใหม่จะเหมือนฉบับเดิม แก้ข้อมูลลูกค้าหรือข้อมูลร้านก่อน',
  },
  replace_after_credit_note: {
    en: 'Credit note CN{document, documentNumber} of {order, orderId} refers to the tax invoice. Refund the rest, which issues another credit note, and invoice a new order.',
    office:
      'The document cannot be canceled, because credit note CN{document, documentNumber} refers to it. Refund the rest, which issues another credit note, and issue a tax invoice for a new order.',
    th: 'ยกเลิกไม่ได้ เพราะใบลดหนี้ CN{document, documentNumber} อ้างถึงใบนี้ ให้คืนเงินส่วนที่เหลือ (ระบบออกใบลดหนี้ให้) แล้วสร้างคำสั่งซื้อใหม่เพื่อออกใบกำกับภาษี',
  },
  replace_after_refund_voucher: {
    en: 'Refund voucher RV{document, documentNumber} of {order, orderId} refers to the receipt. Refund the rest and issue a receipt for a new order.',
    office:
      'The document cannot be canceled, because refund voucher RV{document, documentNumber} refers to it. Refund the rest and issue a receipt for a new order.',
    th: 'ยกเลิกไม่ได้ เพราะใบสำคัญคืนเงิน RV{document, documentNumber} อ้างถึงใบนี้ ให้คืนเงินส่วนที่เหลือ แล้วสร้างคำสั่งซื้อใหม่เพื่อออกใบเสร็จ',
  },
  undo_of_refunded_payment: {
    en: 'Payment {payment} was refunded',
    office: 'The payment was refunded',
    th: 'คืนเงินยอดนี้แล้ว จึงยกเลิกการยืนยันไม่ได้',
  },
  undo_of_cod_payment: {
    en: 'Payment {payment} is a COD payout. Undo the payout instead.',
    office: 'This is a COD payout. Undo the payout instead.',
    th: 'ยอดนี้เป็นเงิน COD ที่ขนส่งโอนแล้ว ให้ยกเลิกรอบโอน COD แทน',
  },
  undo_of_receipted_payment: {
    en: 'The order of payment {payment} has receipt {receipt, documentNumber}. Refund it instead.',
    office: 'Receipt {receipt, documentNumber} was issued. Refund the order instead.',
    th: 'ออกใบเสร็จเลขที่ {receipt, documentNumber} แล้ว จึงยกเลิกการยืนยันไม่ได้ ให้คืนเงินแทน',
  },
  undo_of_shipped_payment: {
    en: 'Goods of the order of payment {payment} have left. Refund it instead.',
    office: 'A parcel of this order was already handed over. Refund the payment instead.',
    th: 'ส่งพัสดุของคำสั่งซื้อนี้ให้ขนส่งแล้ว จึงยกเลิกการยืนยันไม่ได้ ให้คืนเงินแทน',
  },
  sent_in_future: { en: 'Must not be in the future', th: 'ต้องไม่เป็นเวลาในอนาคต' },
  sent_before_payment: {
    en: 'Must not be before {day, day}, the day of the first payment',
    th: 'ต้องไม่ก่อนวันที่ {day, day} ซึ่งเป็นวันที่ลูกค้าชำระเงินครั้งแรก',
  },

  promptpay_not_set: {
    en: 'Store {store} has no PromptPay. Set its promptpay_id.',
    office: 'Add the store’s PromptPay ID in Settings › Payments',
    th: 'ร้านยังไม่มีพร้อมเพย์ เพิ่มได้ที่ ตั้งค่า › รับชำระเงิน',
  },
  promptpay_courier_collects: {
    en: '{order, OrderId} is COD, and its courier collects {amount, money}',
    th: 'คำสั่งซื้อนี้เก็บเงินปลายทาง ขนส่งจะเก็บ {amount, money}',
  },
  promptpay_already_notified: {
    en: 'A payment that covers the balance due of {order, orderId} is pending review. Confirm or reject it first.',
    th: 'คำสั่งซื้อนี้แจ้งโอนครบยอดแล้ว ให้ยืนยันหรือปฏิเสธก่อน',
  },
  promptpay_amount_out_of_range: {
    en: 'PromptPay cannot request {amount, money}',
    th: 'พร้อมเพย์เรียกเก็บ {amount, money} ไม่ได้',
  },
  promptpay_whole_satang: {
    en: 'PromptPay transfers whole satang, but {amount, money} has more than 2 decimals',
    th: 'พร้อมเพย์โอนได้ทศนิยม 2 ตำแหน่ง แต่ยอดนี้คือ {amount, money}',
  },

  receipt_for_order_with_status: {
    en: 'No receipt can be issued because order {order} is {status, orderStatus}',
    office: 'No receipt can be issued because the order is “{status, orderStatus}”',
    th: 'ออกใบเสร็จไม่ได้ เพราะคำสั่งซื้อนี้มีสถานะ “{status, orderStatus}”',
  },
  receipt_before_payment: {
    en: 'No receipt can be issued until {order, orderId} is paid in full',
    th: 'ออกใบเสร็จไม่ได้ เพราะคำสั่งซื้อนี้ยังชำระไม่ครบ',
  },
  receipt_without_money: {
    en: 'No receipt can be issued because no money was received for {order, orderId}',
    th: 'ออกใบเสร็จไม่ได้ เพราะยังไม่ได้รับเงินของคำสั่งซื้อนี้',
  },
  receipt_without_tax_id: {
    en: 'Store {store} has vat_percent {percent} but no address with a legal_entity_id, which a tax invoice needs',
    office: 'The store charges {percent}% VAT, but no store address has a tax ID. Add one to issue receipts.',
    th: 'ร้านคิด VAT {percent}% แต่ที่อยู่ร้านยังไม่มีเลขประจำตัวผู้เสียภาษี เพิ่มก่อนออกใบเสร็จ',
  },
  tax_id_malformed: {
    en: 'Must be a tax or national ID with 13 digits',
    th: 'ต้องเป็นเลขประจำตัวผู้เสียภาษีหรือเลขบัตรประชาชน 13 หลัก',
  },
  tax_id_wrong_digit: { en: 'Not a valid tax or national ID. Check each digit.', th: 'เลขนี้ไม่ถูกต้อง ตรวจให้ตรงทุกหลัก' },
  branch_number_malformed: {
    en: 'Must be the number of the branch, up to 5 digits and not 00000, the head office',
    th: 'ต้องเป็นเลขที่สาขาไม่เกิน 5 หลัก และไม่ใช่ 00000 ซึ่งเป็นสำนักงานใหญ่',
  },

  verifier_not_reached: { en: 'The verification service cannot be reached', th: 'เชื่อมต่อบริการตรวจสลิปไม่ได้' },
  verifier_not_answered: { en: 'The response of the verification service was lost', th: 'ไม่ได้รับคำตอบจากบริการตรวจสลิป' },
  verifier_answered: {
    en: 'The verification service responded with status {status} and an unknown body',
    th: 'บริการตรวจสลิปตอบกลับด้วยรหัส {status} และอ่านคำตอบไม่ได้',
  },
  verifier_does_not_know: {
    en: 'The verification service does not know this transfer yet',
    th: 'บริการตรวจสลิปยังไม่พบรายการโอนนี้',
  },
  verifier_refused: { en: 'Transfer not found', th: 'ไม่พบรายการโอนนี้' },
  slip_not_verifiable: {
    en: '{payment, PaymentId} has no transfer reference, or the store has no verification service',
    th: 'การชำระเงินนี้ไม่มีเลขอ้างอิงการโอน หรือร้านยังไม่ได้ตั้งบริการตรวจสลิป',
  },
  sandbox_verifies_no_slips: { en: 'Slips are not verified in a sandbox', th: 'ร้านทดสอบไม่ใช้บริการตรวจสลิป' },
  secret_too_short: { en: 'Must have at least {least} characters', th: 'ต้องมีอย่างน้อย {least} ตัวอักษร' },

  order_without_receipt: { en: '{order, OrderId} has no receipt', th: 'คำสั่งซื้อนี้ยังไม่ออกใบเสร็จ' },
  order_has_no_refund_document: {
    en: 'Credit note or refund voucher not found in {order, orderId}',
    th: 'คำสั่งซื้อนี้ไม่มีใบลดหนี้หรือใบสำคัญคืนเงินนี้',
  },

  order_is_not_cod: { en: '{order, OrderId} is not COD', th: 'คำสั่งซื้อนี้ไม่ใช่ COD' },
  cod_cannot_become: {
    en: 'The COD status of {order, orderId} is “{status, codStatus}” and cannot change to “{to, codStatus}”',
    th: 'คำสั่งซื้อนี้มีสถานะ “{status, codStatus}” จึงเปลี่ยนเป็น “{to, codStatus}” ไม่ได้',
  },
  cod_before_shipping: {
    en: 'The COD status of {order, orderId} cannot change to “{to, codStatus}” because no parcel was handed over yet',
    th: 'คำสั่งซื้อนี้ยังไม่ได้ส่งพัสดุให้ขนส่ง จึงเปลี่ยนเป็น “{to, codStatus}” ไม่ได้',
  },
  cod_follows_parcels: {
    en: 'The COD status of {order, orderId} is “{status, codStatus}”. It follows the parcels and cannot be reset.',
    th: 'คำสั่งซื้อนี้มีสถานะ “{status, codStatus}” ตามสถานะของพัสดุ จึงไม่มีอะไรให้แก้กลับ',
  },
  cod_amount_too_large: {
    en: '{wanted, money} requested, {left, money} left to collect',
    office: 'Enter at most {left, money}, the amount left to collect',
    th: 'ใส่ไว้ {wanted, money} แต่ยอด COD ที่เหลือให้เก็บคือ {left, money}',
  },

  remittance_not_found: {
    en: 'COD payout {remittance} not found',
    office: 'COD payout not found',
    th: 'ไม่พบรอบโอน COD นี้',
  },
  remittance_undone: {
    en: 'COD payout {remittance} is already undone',
    office: 'This COD payout is already undone',
    th: 'รอบโอน COD นี้ถูกยกเลิกแล้ว',
  },
  fee_above_payout: {
    en: 'Must not be more than the COD total of {total, money}',
    th: 'ต้องไม่เกินยอด COD รวม {total, money}',
  },
  net_above_payout: {
    en: 'Must not be more than the COD total of {total, money}',
    th: 'ต้องไม่เกินยอด COD รวม {total, money}',
  },
  fee_and_net_differ: {
    en: 'With this fee, {net, money} of the COD total of {total, money} arrives. Correct one of the two, or leave it empty.',
    th: 'ยอด COD รวม {total, money} หักค่าธรรมเนียมนี้แล้วเหลือ {net, money} แก้ช่องใดช่องหนึ่ง หรือเว้นว่าง',
  },
  undo_after_receipt: {
    en: '{order, OrderId} has receipt {receipt, documentNumber}, which was issued after the payout. Refund the order instead.',
    office:
      'Order #{number} has receipt {receipt, documentNumber}, which was issued after the payout. Refund the order instead.',
    th: 'คำสั่งซื้อ #{number} ออกใบเสร็จเลขที่ {receipt, documentNumber} หลังได้รับเงินแล้ว จึงยกเลิกไม่ได้ ให้คืนเงินแทน',
  },
  undo_of_refunded: {
    en: '{amount, money} of the COD of {order, orderId} was refunded to the customer',
    office: '{amount, money} of the COD of order #{number} was refunded to the customer',
    th: 'คืนเงินลูกค้าของคำสั่งซื้อ #{number} ไปแล้ว {amount, money} จึงยกเลิกไม่ได้',
  },
  undo_of_deleted_order: {
    en: '{order, OrderId} is deleted',
    office: 'Order #{number} is deleted',
    th: 'คำสั่งซื้อ #{number} ถูกลบแล้ว',
  },

  remittance_too_large: { en: 'The rows exceed the largest possible amount', th: 'ยอดรวมในไฟล์สูงเกินกว่าที่ระบบรองรับ' },
  remittance_nothing_to_save: {
    en: 'No row matches. Accept a row with a different amount, or choose another file.',
    th: 'ไม่มีรายการที่ตรงกัน เลือกรับยอดที่ไม่ตรง หรือเลือกไฟล์อื่น',
  },
  received_in_future: { en: 'Must not be in the future', th: 'ต้องไม่เป็นวันในอนาคต' },
  received_before_orders: {
    en: 'Must not be before {day, day}, the day of the first order of this payout',
    th: 'ต้องไม่ก่อนวันที่ {day, day} ซึ่งเป็นวันของคำสั่งซื้อแรกในรอบโอนนี้',
  },
  remittance_file_changed: {
    en: 'The rows of the file differ from those shown before. Choose the file again.',
    th: 'ข้อมูลในไฟล์ไม่ตรงกับที่แสดงไว้ เลือกไฟล์ใหม่อีกครั้ง',
  },
  remittance_column_missing: {
    en: '{file} has no column “{column}”. Columns found: {columns, quoted}.',
    th: 'ไฟล์ {file} ไม่มีคอลัมน์ “{column}” คอลัมน์ที่มี: {columns, quoted}',
  },
  remittance_column_ambiguous: {
    en: '{file} may have the {what, remittanceColumn} in column “{one}” or “{other}”. Choose one.',
    th: '{what, remittanceColumn}ในไฟล์ {file} อาจอยู่ที่คอลัมน์ “{one}” หรือ “{other}” ให้เลือก',
  },
  remittance_column_unknown: {
    en: 'No column for the {what, remittanceColumn} found in {file}. Specify one of {columns, quoted}.',
    th: 'ไม่ทราบว่าคอลัมน์ใดในไฟล์ {file} คือ{what, remittanceColumn} ระบุชื่อคอลัมน์ คอลัมน์ที่มี: {columns, quoted}',
  },
  remittance_row_without_number: { en: 'No tracking number', th: 'ไม่มีเลขพัสดุ' },
  remittance_row_without_amount: { en: 'No amount', th: 'ไม่มีจำนวนเงิน' },
  remittance_amount_unreadable: { en: 'The amount {text} cannot be read', th: 'อ่านจำนวนเงิน {text} ไม่ได้' },
});
