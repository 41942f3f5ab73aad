import { bahtText } from '../../../lib/baht-text.ts';
import type { Language } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { documentNumber } from '../../../lib/number-format.ts';
import { REFUND_REASON_NAMES } from '../../../lib/order-names.ts';
import type {
  PrintedRefundDocument,
  RefundDocument,
  RefundDocumentContent,
  StatedReason,
} from '../../orders/payments/refund-documents.ts';
import { vatBetween, vatIn } from '../../orders/payments/vat.ts';
import { thaiDay, thaiMoney, thaiNumber } from '../paper/thai.ts';
import type { Column, Sheet, SheetTable, SheetTotal } from './printed-sheet.ts';
import { legalParty, originalOrCopy, partyOf } from './receipt.ts';

const TITLES = { credit_note: 'ใบลดหนี้', refund_voucher: 'ใบสำคัญคืนเงิน' };
const PREFIXES = { credit_note: 'CN', refund_voucher: 'RV' };

/** `CN000001` or `RV000001`, which no receipt has. */
export const refundDocumentNumber = ({ kind, number }: Pick<RefundDocument, 'kind' | 'number'>): string =>
  PREFIXES[kind] + documentNumber(number);

/** A credit note has the contents that section 86/10 of the Revenue Code requires. */
export function refundDocumentSheet(document: PrintedRefundDocument): Sheet {
  const { kind, content, createTime, isCopy } = document;
  const { seller, buyer, receiptNumber, receiptTime, orderNumber, refunded, difference } = content;
  const isCreditNote = kind === 'credit_note';
  const amount = isCreditNote ? difference : refunded;
  return {
    title: `${TITLES[kind]} (${originalOrCopy(isCopy)})`,
    nameInWarnings: message('document_of_order', { orderNumber }),
    facts: [
      ['เลขที่', refundDocumentNumber(document)],
      ['วันที่', thaiDay(createTime)],
      [content.vatPercent > 0 ? 'ใบกำกับภาษีเดิม' : 'ใบเสร็จเดิม', documentNumber(receiptNumber)],
      ['ลงวันที่', thaiDay(receiptTime)],
      ['คำสั่งซื้อ', `#${orderNumber}`],
    ],
    parties: [partyOf('ผู้ขาย', legalParty(seller)), partyOf('ผู้ซื้อ', legalParty(buyer))],
    tables: [content.lines.length > 0 ? linesTable(content) : amountTable(content, amount)],
    totals: isCreditNote
      ? creditTotals(content)
      : [{ name: 'จำนวนเงินที่คืน', value: thaiMoney(refunded), emphasized: true }],
    remarks: [
      `(${bahtText(amount)})`,
      `เหตุผล: ${reasonOf(content)}`,
      ...(amount === refunded ? [] : [`คืนเงินแล้ว ${thaiMoney(refunded)} บาท (${bahtText(refunded)})`]),
    ],
    signatures: ['ผู้รับเงินคืน', 'ผู้ออกเอกสาร'],
  };
}

const GENERAL_REASON = ['ลดราคาหรือคืนเงินค่าสินค้า', 'Price reduction or refund'];
const GOODS_REASON = ['คืนสินค้า', 'Goods returned'];

/** The reason, then the words of the store. Documents are printed in Thai. */
export function refundReason({ cause, reason, hasLines }: StatedReason, language: Language = 'th'): string {
  const of = (name: readonly string[]) => name[language === 'th' ? 0 : 1] ?? '';
  const name = cause !== undefined && cause !== 'other' && of(REFUND_REASON_NAMES[cause]);
  const stated = [name, reason].filter(Boolean).join(' · ');
  return stated || of(hasLines ? GOODS_REASON : GENERAL_REASON);
}

const reasonOf = (content: RefundDocumentContent): string =>
  refundReason({ ...content, hasLines: content.lines.length > 0 });

const NUMBER: Column = { head: 'ที่', widthShare: 8, align: 'right' };

const linesTable = ({ lines }: RefundDocumentContent): SheetTable => ({
  columns: [
    NUMBER,
    { head: 'รายการ', widthShare: 62 },
    { head: 'จำนวน', widthShare: 14, align: 'right' },
    { head: 'ราคาต่อหน่วย', widthShare: 24, align: 'right' },
    { head: 'จำนวนเงิน (บาท)', widthShare: 26, align: 'right' },
  ],
  rows: lines.map(({ name, qty, price, amount }, i) => [
    thaiNumber(i + 1),
    name,
    thaiNumber(qty),
    thaiMoney(price),
    thaiMoney(amount),
  ]),
});

/** The money went back without goods. */
const amountTable = ({ orderNumber }: RefundDocumentContent, amount: Money): SheetTable => ({
  columns: [NUMBER, { head: 'รายการ', widthShare: 84 }, { head: 'จำนวนเงิน (บาท)', widthShare: 30, align: 'right' }],
  rows: [['1', `คืนเงินตามคำสั่งซื้อ #${orderNumber}`, thaiMoney(amount)]],
});

/** Values without VAT, and the VAT of the difference. */
function creditTotals({ original, reduced, difference, vatPercent }: RefundDocumentContent): SheetTotal[] {
  const before = (original - reduced) as Money;
  const after = (before - difference) as Money;
  const { net, vat } = vatBetween(before, after, vatPercent);
  const earlier = vatBetween(original, before, vatPercent).net;
  return [
    { name: 'มูลค่าตามใบกำกับภาษีเดิม', value: thaiMoney(vatIn(original, vatPercent).net) },
    ...(earlier > ZERO ? [{ name: 'ลดหนี้แล้วก่อนหน้านี้', value: `-${thaiMoney(earlier)}` }] : []),
    { name: 'มูลค่าที่ถูกต้อง', value: thaiMoney(vatIn(after, vatPercent).net) },
    { name: 'ผลต่าง', value: thaiMoney(net) },
    { name: `ภาษีมูลค่าเพิ่ม ${vatPercent}%`, value: thaiMoney(vat) },
    { name: 'รวมลดหนี้ทั้งสิ้น', value: thaiMoney(difference), emphasized: true },
  ];
}
