import { catalogue } from './catalogue.ts';

export const stock = catalogue({
  count_sheet_not_found: { en: 'Count sheet {sheet} not found', th: 'ไม่พบใบนับสต็อก #{sheet}' },
  count_sheet_not_draft: {
    en: 'Count sheet {sheet} is already “{status, stockDocumentStatus}”',
    th: 'ใบนับสต็อก #{sheet} มีสถานะ “{status, stockDocumentStatus}” อยู่แล้ว',
  },
  count_sheet_empty: {
    en: 'Count sheet {sheet} is empty. Count at least 1 item first.',
    th: 'ใบนับสต็อก #{sheet} ยังว่าง นับอย่างน้อย 1 รายการก่อน',
  },
  count_sheet_too_long: {
    en: 'A count sheet can have at most {most, number} lines, not {lines, number}',
    th: 'ใบนับสต็อกมีได้ไม่เกิน {most, number} รายการ แต่จะเป็น {lines, number} รายการ',
  },
  count_sheet_without_variant: {
    en: 'Count sheet {sheet} has no variant {variant}',
    office: 'The variant is not on count sheet #{sheet}',
    th: 'ไม่มีสินค้านี้ในใบนับสต็อก #{sheet}',
  },
  count_sheet_unfit_variants: {
    en: 'Remove these variants from count sheet {sheet} first: {problems, messages}',
    th: 'เอาออกจากใบนับสต็อก #{sheet} ก่อน: {problems, messages}',
  },
  variant_counted_twice: {
    en: 'Variant {variant} already has a line',
    office: 'This variant already has a line',
    th: 'สินค้านี้มีอยู่ในรายการแล้ว',
  },

  stock_document_not_found: { en: 'Stock document {document} not found', th: 'ไม่พบเอกสารสต็อก #{document}' },
  too_many_lines: {
    en: 'Must be at most {most, number} lines, not {lines, number}',
    th: 'ใส่ได้ไม่เกิน {most, number} รายการ แต่มี {lines, number} รายการ',
  },
  cost_required_for_purchase: {
    en: 'Required for purchased goods',
    office: 'Enter the cost of the purchased items',
    th: 'กรอกต้นทุนของสินค้าที่ซื้อเข้า',
  },
  cost_only_for_purchase: {
    en: 'Accepted only for purchased goods',
    office: 'Leave the cost empty: only purchases have one',
    th: 'เว้นต้นทุนว่างไว้ ใส่ได้เฉพาะสินค้าที่ซื้อเข้า',
  },
  transfer_to_same_warehouse: {
    en: 'Goods can only be transferred to another warehouse',
    th: 'เลือกคลังปลายทางที่ไม่ใช่คลังเดิม',
  },

  not_enough_on_hand: {
    en: 'Variant {variant} has {onHand, number} on hand, so {qty, number} cannot be {removal, stockRemoval}',
    office: '{name} has {onHand, number} on hand, so {qty, number} cannot be {removal, stockRemoval}',
    th: '{name} คงเหลือ {onHand, number} ชิ้น จึง{removal, stockRemoval} {qty, number} ชิ้นไม่ได้',
  },
  not_enough_unreserved: {
    en: 'Variant {variant} has {onHand, number} on hand, {reserved, number} of them reserved, so {qty, number} cannot be {removal, stockRemoval}',
    office:
      '{name} has {onHand, number} on hand, {reserved, number} of them reserved, so {qty, number} cannot be {removal, stockRemoval}',
    th: '{name} คงเหลือ {onHand, number} ชิ้น จองไว้ {reserved, number} ชิ้น จึง{removal, stockRemoval} {qty, number} ชิ้นไม่ได้',
  },
  stock_too_large: {
    en: 'The stock of variant {variant} would exceed {most, number}',
    office: 'The stock of the variant would exceed {most, number}',
    th: 'สต็อกของสินค้านี้จะเกิน {most, number} ชิ้น',
  },
  stock_of_a_bundle: {
    en: 'Variant {variant} is a bundle. Its parts hold the stock.',
    office: '{name} is a bundle. Its parts hold the stock.',
    th: '{name} เป็นชุดสินค้า สต็อกอยู่ที่ส่วนประกอบ',
  },
  stock_of_a_pulled_variant: {
    en: 'Variant {variant} is pulled from another store. That store holds the stock.',
    office: '{name} comes from another store, which keeps its stock',
    th: '{name} มาจากร้านอื่น สต็อกอยู่ที่ร้านต้นทาง',
  },
  variant_without_parts: { en: '{variant, VariantId} has no parts', th: 'สินค้านี้ยังไม่ได้กำหนดส่วนประกอบ' },
});
