import { bahtText } from '../../../lib/baht-text.ts';
import { message } from '../../../lib/messages/message.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { documentNumber } from '../../../lib/number-format.ts';
import { METHOD_NAMES, VOID_REASON_NAMES } from '../../../lib/order-names.ts';
import type { Address } from '../../address-fields.ts';
import type { PrintedReceipt, ReceiptDocument, ReceivedPayment } from '../../orders/payments/receipts.ts';
import { vatIn } from '../../orders/payments/vat.ts';
import { thaiAddress, thaiDay, thaiMoney, thaiNumber, thaiTelephone } from '../paper/thai.ts';
import type { Sheet, SheetParty, SheetTotal } from './printed-sheet.ts';

/** Seller or buyer in the form that tax law requires. Empty texts are unknown. */
interface LegalParty {
  name: string;
  address: string;
  telephone: string;
  /** National id or tax id. */
  taxId: string;
  /** `สำนักงานใหญ่ (00000)`, `สาขาที่ 00001`. */
  branch: string;
}

/** The issued document with its parties in printed form. */
interface Receipt extends Omit<ReceiptDocument, 'seller' | 'buyer'> {
  number: string;
  isCopy: boolean;
  voided: PrintedReceipt['voided'];
  /** Unix milliseconds. */
  date: number;
  seller: LegalParty;
  buyer: LegalParty;
}

const TITLE = 'ใบเสร็จรับเงิน';

export const originalOrCopy = (isCopy: boolean): string => (isCopy ? 'สำเนา' : 'ต้นฉบับ');

export function receiptSheet(receipt: Receipt): Sheet {
  const { vatPercent, isCopy, received, payments = [], voided } = receipt;
  const value = remainingValue(receipt);
  const title = vatPercent > 0 ? `${TITLE} / ใบกำกับภาษี` : TITLE;
  return {
    title: `${title} (${voided ? 'ยกเลิก / Canceled' : originalOrCopy(isCopy)})`,
    nameInWarnings: message('document_of_order', { orderNumber: receipt.orderNumber }),
    facts: [
      ['เลขที่', receipt.number],
      ['วันที่', thaiDay(receipt.date)],
      ['คำสั่งซื้อ', `#${receipt.orderNumber}`],
    ],
    parties: [partyOf('ผู้ขาย', receipt.seller), partyOf('ผู้ซื้อ', receipt.buyer)],
    tables: [
      {
        columns: [
          { head: 'ที่', widthShare: 8, align: 'right' },
          { head: 'รายการ', widthShare: 62 },
          { head: 'จำนวน', widthShare: 14, align: 'right' },
          { head: 'ราคาต่อหน่วย', widthShare: 24, align: 'right' },
          { head: 'จำนวนเงิน (บาท)', widthShare: 26, align: 'right' },
        ],
        rows: receipt.lines.map(({ name, qty, price, amount }, i) => [
          thaiNumber(i + 1),
          name,
          thaiNumber(qty),
          thaiMoney(price),
          thaiMoney(amount),
        ]),
      },
    ],
    totals: totalsOf(receipt),
    remarks: [
      `(${bahtText(value)})`,
      ...(received === value ? [] : [`รับเงินแล้ว ${thaiMoney(received)} บาท (${bahtText(received)})`]),
      ...payments.map(paymentText),
      ...replacementTexts(receipt),
    ],
    signatures: ['ผู้รับเงิน'],
  };
}

/** What tax authorities require on a replacement, and why a canceled document has one. */
function replacementTexts({ replaces, voided, date, vatPercent }: Receipt): string[] {
  const kind = vatPercent > 0 ? 'ใบกำกับภาษี' : 'ใบเสร็จรับเงิน';
  return [
    ...(replaces === undefined
      ? []
      : [`เป็นการยกเลิกและออก${kind}ฉบับใหม่แทนฉบับเดิม เลขที่ ${documentNumber(replaces)} ลงวันที่ ${thaiDay(date)}`]),
    ...(voided
      ? [
          `ยกเลิกเมื่อ ${thaiDay(voided.time)} เหตุผล: ${VOID_REASON_NAMES[voided.reason][0]}`,
          `ออกฉบับใหม่แทนแล้ว เลขที่ ${documentNumber(voided.replacedBy)}`,
        ]
      : []),
  ];
}

function paymentText({ method, amount, time }: ReceivedPayment): string {
  const name = method === 'cod' ? 'เก็บเงินปลายทาง (COD)' : METHOD_NAMES[method][0];
  const day = time !== undefined && `วันที่ ${thaiDay(time)}`;
  return [`ชำระโดย${name}`, day, `จำนวน ${thaiMoney(amount)} บาท`].filter(Boolean).join(' ');
}

/** The total less what was refunded before the receipt. */
const remainingValue = ({ total, refunded = ZERO }: Pick<ReceiptDocument, 'total' | 'refunded'>): Money =>
  (total - refunded) as Money;

export const partyOf = (head: string, { name, address, telephone, taxId, branch }: LegalParty): SheetParty => ({
  head,
  name,
  lines: [branch, address, telephone && `โทร. ${telephone}`, taxId && `เลขประจำตัวผู้เสียภาษี ${taxId}`].filter(Boolean),
});

function totalsOf(receipt: Receipt): SheetTotal[] {
  const { subtotal, discount, shippingFee, otherFee, codFee, refunded = ZERO, received, vatPercent } = receipt;
  const value = remainingValue(receipt);
  const fees = [
    ['ค่าจัดส่ง', shippingFee],
    ['ค่าธรรมเนียมเก็บเงินปลายทาง', codFee],
    ['ค่าใช้จ่ายอื่น', otherFee],
  ] as const;
  const { net, vat } = vatIn(value, vatPercent);
  return [
    { name: 'รวมค่าสินค้า', value: thaiMoney(subtotal) },
    ...(discount > ZERO ? [{ name: 'ส่วนลด', value: `-${thaiMoney(discount)}` }] : []),
    ...fees.flatMap(([name, fee]) => (fee > ZERO ? [{ name, value: thaiMoney(fee) }] : [])),
    ...(refunded > ZERO ? [{ name: 'คืนเงินแล้ว', value: `-${thaiMoney(refunded)}` }] : []),
    ...(vatPercent > 0
      ? [
          { name: 'มูลค่าก่อนภาษีมูลค่าเพิ่ม', value: thaiMoney(net) },
          { name: `ภาษีมูลค่าเพิ่ม ${vatPercent}%`, value: thaiMoney(vat) },
        ]
      : []),
    { name: 'จำนวนเงินทั้งสิ้น', value: thaiMoney(value), emphasized: true },
    ...(received === value ? [] : [{ name: 'รับเงินแล้ว', value: thaiMoney(received), emphasized: true }]),
    ...(received > value
      ? [{ name: 'รับชำระเกิน', value: thaiMoney((received - value) as Money), emphasized: true }]
      : []),
  ];
}

/** A tax invoice if the store was registered for VAT. */
export const receiptOf = ({ number, createTime, document, isCopy, voided }: PrintedReceipt): Receipt => ({
  ...document,
  voided,
  number: documentNumber(number),
  date: createTime,
  isCopy,
  seller: legalParty(document.seller),
  buyer: legalParty(document.buyer),
});

export const legalParty = (address: Address): LegalParty => ({
  name: address.name,
  address: `${thaiAddress(address)} ${address.postal_code ?? ''}`.trim(),
  telephone: thaiTelephone(address.telephone ?? ''),
  taxId: address.legal_entity_id ?? '',
  branch: branchOf(address),
});

function branchOf({ branch_type, branch_number = '' }: Address): string {
  if (branch_type === 'h') return 'สำนักงานใหญ่ (00000)';
  return branch_type === 'b' ? `สาขาที่ ${branch_number.padStart(5, '0')}` : '';
}
