import { bilingual } from '../bilingual.ts';

export const vatTexts = bilingual({
  title: ['รายงานภาษีขาย', 'VAT report'],
  csv: ['รายงานภาษีขาย', 'VAT report'],
  totals: ['ยอดรวมของเดือน', 'Monthly totals'],
  seller: ['ผู้ขาย', 'Seller'],
  documents: ['เอกสาร', 'Documents'],
  number: ['เลขที่เอกสาร', 'Document number'],
  date: ['วันที่', 'Date'],
  buyer: ['ผู้ซื้อ', 'Buyer'],
  taxId: ['เลขประจำตัวผู้เสียภาษี', 'Tax ID'],
  branch: ['สาขา', 'Branch'],
  net: ['มูลค่าก่อนภาษี', 'Before VAT'],
  vat: ['ภาษีมูลค่าเพิ่ม', 'VAT'],
  total: ['รวม', 'Total'],
  receipt: ['ใบกำกับภาษี', 'Tax invoice'],
  credit_note: ['ใบลดหนี้', 'Credit note'],
  reduces: [(number: string) => `ลดหนี้ใบกำกับภาษี ${number}`, (number: string) => `Credit note for tax invoice ${number}`],
  csvKind: ['ประเภท', 'Type'],
  csvReduces: ['ใบกำกับภาษีเดิม', 'Original tax invoice'],
  csvTaxId: ['เลขประจำตัวผู้เสียภาษีของผู้ซื้อ', 'Buyer tax ID'],
  csvBranch: ['สาขาของผู้ซื้อ', 'Buyer branch'],
  csvSellerTaxId: ['เลขประจำตัวผู้เสียภาษีของผู้ขาย', 'Seller tax ID'],
  csvSellerBranch: ['สาขาของผู้ขาย', 'Seller branch'],
  empty: ['ไม่มีใบกำกับภาษีในเดือนนี้', 'No tax invoices this month'],
  emptyHint: [
    'ใบกำกับภาษีจะขึ้นที่นี่เมื่อออกแล้ว โดยออกใบเสร็จ/ใบกำกับภาษีในหน้าคำสั่งซื้อ',
    'Tax invoices appear here once they are issued on an order page.',
  ],
  notRegistered: [
    'ร้านยังไม่ได้ตั้งอัตราภาษีมูลค่าเพิ่ม ใบเสร็จจึงไม่เป็นใบกำกับภาษี',
    'The store has no VAT rate, so its receipts are not tax invoices.',
  ],
  meaning: [
    'ใบกำกับภาษีและใบลดหนี้ตามวันที่ออกเอกสาร (เวลาไทย) ยอดตามที่พิมพ์บนเอกสาร ใบลดหนี้แสดงเป็นยอดติดลบ ใบกำกับภาษีของคำสั่งซื้อที่ยกเลิกยังนับอยู่และหักด้วยใบลดหนี้',
    'Tax invoices and credit notes by issue date (Bangkok time), with the amounts that are printed on them. Credit notes are negative. Tax invoices of canceled orders are included and offset by their credit notes.',
  ],
});
