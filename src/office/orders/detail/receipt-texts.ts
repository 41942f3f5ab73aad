import type { Voided } from '../../../domain/orders/payments/receipts.ts';
import { ADDRESS_NAMES } from '../../../lib/address-names.ts';
import type { Language } from '../../../lib/messages/catalogue.ts';
import { documentNumber } from '../../../lib/number-format.ts';
import { VOID_REASON_NAMES } from '../../../lib/order-names.ts';
import { bilingual } from '../../bilingual.ts';
import { dayText } from '../../page/format.ts';

export const voidReasonNames = bilingual(VOID_REASON_NAMES);

export const receiptTexts = bilingual({
  ...ADDRESS_NAMES,
  name: ['ชื่อลูกค้า', 'Customer name'],
  document: ['เอกสารที่จะออก', 'Document to issue'],
  kind: ['ประเภท', 'Type'],
  seller: ['ผู้ขาย', 'Seller'],
  net: ['มูลค่าก่อนภาษี', 'Before VAT'],
  vat: [(percent: number) => `ภาษีมูลค่าเพิ่ม ${percent}%`, (percent: number) => `VAT ${percent}%`],
  total: ['ยอดรวม', 'Total'],
  received: ['รับเงินแล้ว', 'Received'],
  payments: ['ชำระโดย', 'Paid by'],
  cod: ['เก็บเงินปลายทาง (COD)', 'Cash on delivery (COD)'],
  subtotal: ['รวมค่าสินค้า', 'Subtotal'],
  discount: ['ส่วนลด', 'Discount'],
  shippingFee: ['ค่าจัดส่ง', 'Shipping fee'],
  codFee: ['ค่าธรรมเนียม COD', 'COD fee'],
  otherFee: ['ค่าใช้จ่ายอื่น', 'Other fees'],
  items: ['รายการสินค้า', 'Items'],
  moreItems: [(count: number) => `และอีก ${count} รายการ`, (count: number) => `and ${count} more`],
  replaces: ['ออกแทนเลขที่', 'Replaces'],
  replace: ['ยกเลิกและออกใหม่', 'Cancel and replace'],
  replaceTitle: [
    (number: string) => `ยกเลิก ${number} และออกใหม่`,
    (number: string) => `Cancel ${number} and replace it`,
  ],
  replaceEffect: [
    (kind: string) =>
      `${kind}เดิมยังอยู่ในทะเบียน มีสถานะยกเลิก ฉบับใหม่ได้เลขที่ถัดไป วันที่และยอดเงินเท่าเดิม ขอฉบับเดิมคืนจากลูกค้าและเก็บไว้กับสำเนา`,
    (kind: string) =>
      `The ${kind.toLowerCase()} stays in the register as canceled. The new one gets the next number, with the same date and amounts. Take the original back from the customer and keep it with the copy.`,
  ],
  whyReplace: ['แก้เพราะ', 'Reason'],
  chooseReason: ['เลือกเหตุผล', 'Choose a reason'],
  sellerHint: ['ข้อมูลผู้ขายมาจากที่อยู่ร้านปัจจุบัน', 'The seller is taken from the current address of the store.'],
  replaced: [
    (old: string, number: string) => `ยกเลิก ${old} และออก ${number} แทนแล้ว`,
    (old: string, number: string) => `${old} was canceled and replaced by ${number}`,
  ],
  canceledReceipts: ['ฉบับที่ยกเลิก', 'Canceled'],
  issueDate: ['วันที่ออก', 'Issued'],
  refunded: ['คืนเงินแล้ว', 'Refunded'],
  buyer: ['ลูกค้าบนเอกสาร', 'Customer on the document'],
  buyerHint: [
    'แก้ได้ก่อนออกเอกสาร ผู้รับของคำสั่งซื้อไม่เปลี่ยน',
    'You can change it before the document is issued. The order’s recipient does not change.',
  ],
  missing: [
    (fields: string) => `ใบกำกับภาษีเต็มรูปต้องมีชื่อและที่อยู่ลูกค้า ยังขาด: ${fields} กรอกด้านล่างก่อนออก`,
    (fields: string) =>
      `A full tax invoice needs the customer’s name and address. Missing: ${fields}. Fill them in below first.`,
  ],
  taxIdHint: [
    'ลูกค้าที่จด VAT ต้องมีเลขนี้และสำนักงานใหญ่/สาขา จึงจะใช้ใบกำกับภาษีได้',
    'A VAT-registered customer needs this and the branch to use the tax invoice.',
  ],
  final: [
    (isTaxInvoice: boolean) =>
      `เอกสารจะได้เลขที่ถัดไป ออกแล้วแก้หรือลบไม่ได้ และแก้ยอดเงินของคำสั่งซื้อไม่ได้ ถ้าคืนเงินภายหลัง ระบบจะออก${isTaxInvoice ? 'ใบลดหนี้' : 'ใบสำคัญคืนเงิน'}`,
    (isTaxInvoice: boolean) =>
      `The document gets the next number. It cannot be changed or deleted, and the amounts of the order can no longer be edited. A later refund issues a ${isTaxInvoice ? 'credit note' : 'refund voucher'}.`,
  ],
  codPending: [
    'ยังไม่ได้รับเงิน COD ถ้าพัสดุตีกลับ ต้องออกใบลดหนี้เองนอกระบบ ควรออกหลังส่งถึงแล้ว',
    'The COD is not collected yet. If the parcel comes back, you must issue the credit note outside of raan. Issue the document after the delivery.',
  ],
  issueMany: [
    (n: number, isTaxInvoice: boolean) => `ออก${isTaxInvoice ? 'ใบเสร็จ/ใบกำกับภาษี' : 'ใบเสร็จ'} ${n} ใบ`,
    (n: number, isTaxInvoice: boolean) =>
      `Issue ${n} ${isTaxInvoice ? 'receipt/tax invoice' : 'receipt'}${n === 1 ? '' : 's'}`,
  ],
  copies: [
    (n: number) => `อีก ${n} คำสั่งซื้อออกแล้ว พิมพ์เป็นสำเนา`,
    (n: number) =>
      n === 1
        ? '1 more is already issued; its copy is printed.'
        : `${n} more are already issued; their copies are printed.`,
  ],
  lacks: [(fields: string) => `ยังขาด: ${fields}`, (fields: string) => `Missing: ${fields}`],
  codNotCollected: ['ยังไม่ได้รับเงิน COD', 'COD not collected yet'],
  issue: ['ออกเอกสาร', 'Issue'],
  issueAndPrint: ['ออกเอกสารและพิมพ์', 'Issue and print'],
  issued: [
    (kind: string, number: string, day: string) => `ออก${kind}เลขที่ ${number} แล้วเมื่อ ${day}`,
    (kind: string, number: string, day: string) => `${kind} ${number} was issued on ${day}`,
  ],
  print: ['พิมพ์', 'Print'],
  download: ['ดาวน์โหลด PDF', 'Download PDF'],
  originalHint: [
    'พิมพ์หรือดาวน์โหลดครั้งแรกได้ต้นฉบับให้ลูกค้าและสำเนาให้ร้านเก็บ ครั้งต่อไปได้เฉพาะสำเนา',
    'The first print or download contains the original for the customer and a copy for the store. Later ones contain only the copy.',
  ],
  copyHint: ['ต้นฉบับพิมพ์หรือดาวน์โหลดไปแล้ว', 'The original was already printed or downloaded.'],
  printCopy: ['พิมพ์สำเนา', 'Print copy'],
});

const voidTexts = bilingual({
  canceled: [(day: string) => `ยกเลิก ${day}`, (day: string) => `Canceled ${day}`],
  by: [(name: string) => `โดย ${name}`, (name: string) => `by ${name}`],
  command: ['คำสั่งบนเซิร์ฟเวอร์', 'command line'],
  replacedBy: [(number: string) => `ออก ${number} แทน`, (number: string) => `replaced by ${number}`],
});

/** `Canceled 28 Nov 2026 by Mai · Wrong customer name · replaced by 000002` */
export function voidText({ time, reason, by, replacedBy }: Voided, language: Language): string {
  const t = voidTexts(language);
  const what = `${t.canceled(dayText(time, language))} ${t.by(by ?? t.command)}`;
  return [what, voidReasonNames(language)[reason], t.replacedBy(documentNumber(replacedBy))].join(' · ');
}
