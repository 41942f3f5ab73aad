import type { Language } from '../../domain/accounts/accounts.ts';
import type { DocumentKind, DocumentStatus } from '../../domain/stock/documents.ts';
import type { LedgerReason } from '../../domain/stock/reasons.ts';
import type { WrittenFault } from '../../domain/stock/written.ts';
import { bilingual } from '../language.ts';
import type { Tone } from '../page/tone.ts';

// What the codes of stock are called.

type Named<Code extends string> = (language: Language) => Readonly<Record<Code, string>>;

const named = <Code extends string>(names: Record<Code, readonly [thai: string, english: string]>): Named<Code> =>
  bilingual(names) as Named<Code>;

export const reasonNames = named<LedgerReason>({
  order_reserved: ['จองให้คำสั่งซื้อ', 'Reserved for an order'],
  order_edited: ['แก้ไขคำสั่งซื้อ', 'Order edited'],
  order_canceled: ['ยกเลิกคำสั่งซื้อ', 'Order canceled'],
  order_canceled_by_system: ['ระบบยกเลิกคำสั่งซื้อ', 'Order canceled by the system'],
  available_qty_reconciled: ['ปรับยอดจองให้ตรง', 'Reservations reconciled'],
  shipping_canceled: ['ยกเลิกการส่ง', 'Shipment canceled'],
  shipped: ['ส่งออก', 'Shipped'],
  variant_created: ['สร้างสินค้า', 'Variant created'],
  user_adjusted: ['แก้ยอดในตาราง', 'Typed into the grid'],
  user_added: ['เพิ่มยอด', 'Added'],
  returned: ['รับคืนจากลูกค้า', 'Returned by a customer'],
  purchased: ['ซื้อเข้า', 'Purchased'],
  deposited: ['รับฝาก / เติมของ', 'Deposited'],
  user_deducted: ['หักยอด', 'Deducted'],
  damaged: ['ชำรุด', 'Damaged'],
  lost: ['สูญหาย', 'Lost'],
  withdrawn: ['เบิกใช้', 'Withdrawn'],
  user_set: ['ตั้งยอด', 'Set'],
  stock_counted: ['ตรวจนับ', 'Counted'],
  system_init: ['ยอดเริ่มต้น', 'Opening stock'],
  admin_edited: ['ผู้ดูแลแก้ไข', 'Edited by the operator'],
  system_corrected: ['ระบบแก้ให้ตรง', 'Corrected by the system'],
  command_edited: ['แก้ด้วยคำสั่ง', 'Edited by command'],
  fullfilment_updated: ['ไฟล์จากคลังภายนอก', 'Fulfilment house’s file'],
  assemble_added: ['ประกอบเสร็จ', 'Assembled'],
  assemble_deducted: ['ใช้ไปในการประกอบ', 'Used in assembly'],
  disassemble_added: ['ได้จากการแยกชุด', 'Gained by taking apart'],
  disassemble_deducted: ['แยกชุด', 'Taken apart'],
  bundle_converted: ['เปลี่ยนเป็นชุดสินค้า', 'Made a bundle'],
  bundle_edited: ['แก้ชุดสินค้า', 'Bundle edited'],
  unknown: ['ไม่ทราบสาเหตุ', 'Unknown'],
});

export const kindNames = named<DocumentKind>({
  purchase: ['ซื้อเข้า', 'Purchase'],
  deposit: ['รับฝาก / เติมของ', 'Deposit'],
  return: ['รับคืน', 'Return'],
  damaged: ['ตัดของชำรุด', 'Damaged'],
  lost: ['ตัดของหาย', 'Lost'],
  withdrawn: ['เบิกใช้', 'Withdrawn'],
  transfer: ['ย้ายคลัง', 'Transfer'],
  assembly: ['ประกอบสินค้า', 'Assembly'],
  disassembly: ['แยกชุด', 'Taking apart'],
  count: ['ใบตรวจนับ', 'Count sheet'],
  fulfilment: ['ไฟล์จากคลังภายนอก', 'Fulfilment house’s file'],
});

/** Reasons that do not tell which of several documents moved the goods. */
const GENERAL: readonly LedgerReason[] = ['user_added', 'user_deducted'];

/** Why stock has moved: what its document is, where the reason does not say that already. */
export const movementName = (
  language: Language,
  { reason, documentKind }: { reason: LedgerReason; documentKind: DocumentKind | null },
): string =>
  documentKind !== null && GENERAL.includes(reason) ? kindNames(language)[documentKind] : reasonNames(language)[reason];

export const statusNames = named<DocumentStatus>({
  draft: ['ฉบับร่าง', 'Draft'],
  committed: ['บันทึกแล้ว', 'Committed'],
  discarded: ['ทิ้งแล้ว', 'Discarded'],
});

export const STATUS_TONES: Record<DocumentStatus, Tone> = { draft: 'warn', committed: 'good', discarded: 'plain' };

export const faultNames = named<WrittenFault>({
  no_code: ['กรุณาใส่ SKU', 'Give a SKU'],
  unknown: ['ไม่พบสินค้านี้ในร้าน', 'There is no such item in this store'],
  shared: ['SKU นี้มีหลายสินค้า ใช้ # ตามด้วยเลขสินค้าแทน', 'Several items share this SKU: use # and the item’s number'],
  borrows: ['สินค้านี้ไม่มีสต็อกของตัวเอง', 'This item keeps no stock of its own'],
  qty: ['จำนวนไม่ถูกต้อง', 'Not a whole number of pieces'],
  cost: ['ราคาทุนไม่ถูกต้อง', 'Not a cost in baht'],
});
