import { bilingual } from '../bilingual.ts';

export const vatTexts = bilingual({
  title: ['รายงานภาษีขาย', 'VAT report'],
  csv: ['รายงานภาษีขาย', 'VAT report'],
  totals: ['ยอดรวมของเดือน', 'Totals of the month'],
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
  reduces: [(number: string) => `ลดหนี้ใบกำกับภาษี ${number}`, (number: string) => `Credit note of tax invoice ${number}`],
  csvKind: ['ประเภท', 'Type'],
  csvReduces: ['ใบกำกับภาษีเดิม', 'Original tax invoice'],
  csvTaxId: ['เลขประจำตัวผู้เสียภาษีของผู้ซื้อ', 'Tax ID of the buyer'],
  csvBranch: ['สาขาของผู้ซื้อ', 'Branch of the buyer'],
  csvSellerTaxId: ['เลขประจำตัวผู้เสียภาษีของผู้ขาย', 'Tax ID of the seller'],
  csvSellerBranch: ['สาขาของผู้ขาย', 'Branch of the seller'],
  empty: ['ไม่มีใบกำกับภาษีในเดือนนี้', 'No tax invoices this month'],
  emptyHint: [
    'ใบกำกับภาษีจะขึ้นที่นี่เมื่อออกแล้ว โดยพิมพ์ใบเสร็จจากหน้าคำสั่งซื้อ',
    'Tax invoices appear here once they are issued: print the receipt of an order.',
  ],
  notRegistered: [
    'ร้านยังไม่ได้ตั้งอัตราภาษีมูลค่าเพิ่ม ใบเสร็จจึงไม่เป็นใบกำกับภาษี',
    'The store has no VAT percentage, so its receipts are no tax invoices.',
  ],
  meaning: [
    'ใบกำกับภาษีและใบลดหนี้ตามวันที่ออกเอกสาร (เวลาไทย) ยอดตามที่พิมพ์บนเอกสาร ใบลดหนี้แสดงเป็นยอดติดลบ ใบกำกับภาษีของคำสั่งซื้อที่ยกเลิกยังนับอยู่และหักด้วยใบลดหนี้',
    'Tax invoices and credit notes by the date of issue in Bangkok, with the amounts that are printed on them. Credit notes are negative. The tax invoice of a canceled order still counts; its credit note takes it back.',
  ],
});
