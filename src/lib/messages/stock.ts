import type { Id } from '../ids.ts';
import { count } from '../number-format.ts';
import { catalogue, type Message, type Render } from './catalogue.ts';
import { type StockDocumentStatus, type StockRemoval, stockDocumentStatus, stockRemoval } from './terms.ts';

interface NotEnoughUnreserved {
  variant: Id;
  onHand: number;
  reserved: number;
  qty: number;
  removal: StockRemoval;
}

export const stock = catalogue({
  count_sheet_not_found: {
    en: ({ sheet }: { sheet: Id }) => `There is no count sheet ${sheet}`,
    th: ({ sheet }) => `ไม่พบใบตรวจนับ #${sheet}`,
  },
  count_sheet_not_draft: {
    en: ({ sheet, status }: { sheet: Id; status: StockDocumentStatus }) =>
      `Count sheet ${sheet} is already ${stockDocumentStatus(status, 'en')}`,
    th: ({ sheet, status }) => `ใบตรวจนับ #${sheet} มีสถานะ “${stockDocumentStatus(status, 'th')}” อยู่แล้ว`,
  },
  count_sheet_empty: {
    en: ({ sheet }: { sheet: Id }) => `Count sheet ${sheet} is empty`,
    th: ({ sheet }) => `ใบตรวจนับ #${sheet} ยังว่าง`,
  },
  count_sheet_too_long: {
    en: ({ most, lines }: { most: number; lines: number }) =>
      `A count sheet can have at most ${count(most)} lines, not ${count(lines)}`,
    th: ({ most, lines }) => `ใบตรวจนับมีได้ไม่เกิน ${count(most)} รายการ แต่จะเป็น ${count(lines)} รายการ`,
  },
  count_sheet_without_variant: {
    en: ({ sheet, variant }: { sheet: Id; variant: Id }) => `Count sheet ${sheet} has no variant ${variant}`,
    th: ({ sheet, variant }) => `ใบตรวจนับ #${sheet} ไม่มีสินค้า #${variant}`,
  },
  count_sheet_unfit_variants: {
    en: ({ sheet, problems }: { sheet: Id; problems: readonly Message[] }, render: Render) =>
      `Remove these variants from count sheet ${sheet} first: ${render(problems).join('; ')}`,
    th: ({ sheet, problems }, render) => `กรุณาเอาออกจากใบตรวจนับ #${sheet} ก่อน: ${render(problems).join('; ')}`,
  },
  variant_counted_twice: {
    en: ({ variant }: { variant: Id }) => `Variant ${variant} already has a line`,
    th: ({ variant }) => `สินค้า #${variant} มีอยู่ในรายการแล้ว`,
  },

  stock_document_not_found: {
    en: ({ document }: { document: Id }) => `There is no stock document ${document}`,
    th: ({ document }) => `ไม่พบเอกสารสต็อก ${document}`,
  },
  too_many_lines: {
    en: ({ most, lines }: { most: number; lines: number }) =>
      `Must be at most ${count(most)} lines, not ${count(lines)}`,
    th: ({ most, lines }) => `ใส่ได้ไม่เกิน ${count(most)} รายการ แต่มี ${count(lines)} รายการ`,
  },
  cost_required_for_purchase: { en: 'Required for purchased goods', th: 'กรุณาใส่ต้นทุนของสินค้าที่ซื้อเข้า' },
  cost_only_for_purchase: { en: 'Accepted only for purchased goods', th: 'ใส่ต้นทุนได้เฉพาะสินค้าที่ซื้อเข้า' },
  transfer_to_same_warehouse: {
    en: 'Goods can only be transferred to another warehouse',
    th: 'กรุณาเลือกคลังปลายทางที่ไม่ใช่คลังเดิม',
  },

  not_enough_on_hand: {
    en: ({ variant, onHand, qty, removal }: { variant: Id; onHand: number; qty: number; removal: StockRemoval }) =>
      `Variant ${variant} has ${count(onHand)} on hand, so ${count(qty)} cannot be ${stockRemoval(removal, 'en')}`,
    th: ({ variant, onHand, qty, removal }) =>
      `สินค้า #${variant} คงเหลือ ${count(onHand)} ชิ้น จึง${stockRemoval(removal, 'th')} ${count(qty)} ชิ้นไม่ได้`,
  },
  not_enough_unreserved: {
    en: ({ variant, onHand, reserved, qty, removal }: NotEnoughUnreserved) =>
      `Variant ${variant} has ${count(onHand)} on hand, ${count(reserved)} of them reserved, so ${count(qty)} cannot be ${stockRemoval(removal, 'en')}`,
    th: ({ variant, onHand, reserved, qty, removal }) =>
      `สินค้า #${variant} คงเหลือ ${count(onHand)} ชิ้น จองไว้ ${count(reserved)} ชิ้น จึง${stockRemoval(removal, 'th')} ${count(qty)} ชิ้นไม่ได้`,
  },
  stock_too_large: {
    en: ({ variant, most }: { variant: Id; most: number }) =>
      `The stock of variant ${variant} would exceed ${count(most)}`,
    th: ({ variant, most }) => `สต็อกของสินค้า #${variant} จะเกิน ${count(most)} ชิ้น`,
  },
  stock_of_a_bundle: {
    en: ({ variant }: { variant: Id }) => `Variant ${variant} is a bundle. Its parts hold the stock.`,
    th: ({ variant }) => `สินค้า #${variant} เป็นชุดสินค้า สต็อกอยู่ที่ชิ้นส่วน`,
  },
  stock_of_a_pulled_variant: {
    en: ({ variant }: { variant: Id }) =>
      `Variant ${variant} is pulled from another store. That store holds the stock.`,
    th: ({ variant }) => `สินค้า #${variant} ดึงมาจากร้านอื่น สต็อกอยู่ที่ร้านต้นทาง`,
  },
  variant_without_parts: {
    en: ({ variant }: { variant: Id }) => `Variant ${variant} has no parts`,
    th: ({ variant }) => `สินค้า #${variant} ยังไม่ได้กำหนดชิ้นส่วน`,
  },
});
