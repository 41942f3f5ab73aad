import type { Template } from './template.ts';

/** What stands after an amount that is paid or paid back. */
export const OF_AMOUNTS: readonly Template[] = [
  [
    'must be above 0 and at most the {rest:baht} still to pay; where more has come, notify and confirm it',
    'ต้องมากกว่า 0 และไม่เกินยอดคงค้าง {rest} หากได้เงินเกินมา ให้แจ้งโอนแล้วยืนยัน',
  ],
  ['is {amount:baht}, and {left:baht} can be paid back', 'ใส่ไว้ {amount} แต่คืนเงินได้อีก {left}'],
  ['is {wanted:baht}, and the courier is still to collect {left:baht}', 'ใส่ไว้ {wanted} แต่ขนส่งต้องเก็บอีก {left}'],
  ['must be at most the {rest:baht} that it is taken off', 'ส่วนลดต้องไม่เกิน {rest} ซึ่งเป็นยอดก่อนหักส่วนลด'],
];

/** Of payments, refunds, receipts, COD and what couriers pay out. */
export const PAYMENTS: readonly Template[] = [
  ['there is no payment {payment:id}', 'ไม่พบการชำระเงิน {payment}'],
  ['payment {payment:id} has no slip', 'การชำระเงิน {payment} ไม่มีสลิป'],
  [
    'payment {payment:id} is {status:record}, it cannot be {to:record}',
    'การชำระเงิน {payment} มีสถานะ “{status}” จึงเปลี่ยนเป็น “{to}” ไม่ได้',
  ],
  [
    'payment {payment:id} is {status:record}, it cannot be refunded',
    'การชำระเงิน {payment} มีสถานะ “{status}” จึงคืนเงินไม่ได้',
  ],
  ['payment {payment:id} is not of order {order:id}', 'การชำระเงิน {payment} ไม่ใช่ของคำสั่งซื้อ {order}'],
  [
    'the payments of order {order:id} come to more than an amount can be',
    'ยอดชำระรวมของคำสั่งซื้อ {order} สูงเกินกว่าที่ระบบรองรับ',
  ],
  ['order {order:id} is paid already', 'คำสั่งซื้อ {order} ชำระครบแล้ว'],
  [
    'order {order:id} is paid already; where more has come, notify and confirm it',
    'คำสั่งซื้อ {order} ชำระครบแล้ว หากได้เงินเกินมา ให้แจ้งโอนแล้วยืนยัน',
  ],
  ['nothing of order {order:id} is left to pay back', 'คำสั่งซื้อ {order} ไม่มียอดให้คืนเงินแล้ว'],

  ['store {store} has no PromptPay: set its promptpay_id', 'ร้านยังไม่ได้ตั้งพร้อมเพย์ ตั้งได้ที่หน้าตั้งค่าร้าน'],
  [
    'order {order:id} is COD: its courier collects the {amount:baht}',
    'คำสั่งซื้อ {order} เก็บเงินปลายทาง ขนส่งจะเก็บ {amount}',
  ],
  [
    'what is to pay of order {order:id} is notified: confirm or reject that first',
    'คำสั่งซื้อ {order} แจ้งโอนครบยอดแล้ว กรุณายืนยันหรือปฏิเสธก่อน',
  ],
  ['PromptPay cannot ask for {amount:baht} baht', 'พร้อมเพย์เรียกเก็บ {amount} ไม่ได้'],

  [
    'order {order:id} is {status:order}: there is nothing to give a receipt for',
    'ออกใบเสร็จไม่ได้ เพราะคำสั่งซื้อ {order} มีสถานะ “{status}”',
  ],
  [
    'order {order:id} is not paid in full: there is nothing to give a receipt for',
    'ออกใบเสร็จไม่ได้ เพราะคำสั่งซื้อ {order} ยังชำระไม่ครบ',
  ],
  [
    'nothing is received of order {order:id}: there is nothing to give a receipt for',
    'ออกใบเสร็จไม่ได้ เพราะยังไม่ได้รับเงินของคำสั่งซื้อ {order}',
  ],
  [
    'store {store} has vat_percent {percent:count} and no address with a legal_entity_id, which a tax invoice names',
    'ร้านคิด VAT {percent}% แต่ที่อยู่ร้านยังไม่มีเลขประจำตัวผู้เสียภาษี ซึ่งใบกำกับภาษีต้องมี',
  ],

  [
    'the COD of order {order:id} is {status:cod}, it cannot be {to:cod}',
    'คำสั่งซื้อ {order} มีสถานะ “{status}” จึงเปลี่ยนเป็น “{to}” ไม่ได้',
  ],
  [
    'no parcel of order {order:id} has left, its COD cannot be {to:cod}',
    'คำสั่งซื้อ {order} ยังไม่มีพัสดุส่งออก จึงเปลี่ยนเป็น “{to}” ไม่ได้',
  ],
  [
    'the COD of order {order:id} is {status:cod} by what has become of its parcels: there is nothing to take back',
    'คำสั่งซื้อ {order} มีสถานะ “{status}” ตามสถานะของพัสดุ จึงไม่มีอะไรให้ยกเลิก',
  ],
  ['there is no remittance {remittance:id}', 'ไม่พบรอบโอนเงิน COD {remittance}'],
  ['there is no such remittance', 'ไม่พบรอบโอนเงิน COD นี้'],
  ['the rows come to more than an amount can be', 'ยอดรวมในไฟล์สูงเกินกว่าที่ระบบรองรับ'],
  [
    'the rows of the file are not as they were shown: choose the file again',
    'ข้อมูลในไฟล์ไม่ตรงกับที่แสดงไว้ กรุณาเลือกไฟล์ใหม่อีกครั้ง',
  ],
];
