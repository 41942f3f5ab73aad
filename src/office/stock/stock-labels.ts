import type { LedgerReason } from '../../domain/stock/reasons.ts';
import type { DocumentKind, DocumentStatus } from '../../domain/stock/stock-documents.ts';
import type { TypedLineError } from '../../domain/stock/typed-lines.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import { bilingual } from '../bilingual.ts';
import type { Tone } from '../page/components.tsx';

type Labels<Code extends string> = (language: Language) => Readonly<Record<Code, string>>;

const labels = <Code extends string>(pairs: Record<Code, readonly [thai: string, english: string]>): Labels<Code> =>
  bilingual(pairs) as Labels<Code>;

export const reasonLabels = labels<LedgerReason>({
  order_reserved: ['จองให้คำสั่งซื้อ', 'Reserved for order'],
  order_edited: ['แก้ไขคำสั่งซื้อ', 'Order edited'],
  order_canceled: ['ยกเลิกคำสั่งซื้อ', 'Order canceled'],
  order_canceled_by_system: ['ระบบยกเลิกคำสั่งซื้อ', 'Order canceled by the system'],
  available_qty_reconciled: ['ปรับยอดจองให้ตรง', 'Reservations corrected'],
  shipping_canceled: ['ยกเลิกพัสดุ', 'Parcel canceled'],
  shipped: ['ส่งของแล้ว', 'Shipped'],
  handover_undone: ['ยกเลิกการส่งให้ขนส่ง', 'Handover undone'],
  variant_created: ['เพิ่มตัวเลือก', 'Variant created'],
  user_adjusted: ['แก้หลายรายการ', 'Bulk edit'],
  user_added: ['เพิ่มยอด', 'Added'],
  returned: ['รับคืนสินค้า', 'Returned by customer'],
  purchased: ['ซื้อเข้า', 'Purchased'],
  deposited: ['ฝากขาย / เติมสต็อก', 'Consignment or replenishment'],
  user_deducted: ['ลดยอด', 'Deducted'],
  damaged: ['ชำรุด', 'Damaged'],
  lost: ['สูญหาย', 'Lost'],
  withdrawn: ['เบิกใช้', 'Used in store'],
  user_set: ['ตั้งยอด', 'Set'],
  stock_counted: ['นับสต็อก', 'Counted'],
  system_init: ['สต็อกเริ่มต้น', 'Opening stock'],
  admin_edited: ['ผู้ดูแลระบบแก้ไข', 'Edited by an administrator'],
  system_corrected: ['ระบบแก้ให้ตรง', 'System correction'],
  command_edited: ['แก้ด้วยคำสั่ง', 'Edited from the command line'],
  fullfilment_updated: ['ยอดจากคลังภายนอก', 'Count from a fulfillment center'],
  assemble_added: ['ประกอบเสร็จ', 'Assembled'],
  assemble_deducted: ['ใช้ประกอบ', 'Used in assembly'],
  disassemble_added: ['ได้จากการแยกชุด', 'Recovered by disassembly'],
  disassemble_deducted: ['แยกชุด', 'Disassembled'],
  bundle_converted: ['เปลี่ยนเป็นชุดสินค้า', 'Converted to bundle'],
  bundle_edited: ['แก้ชุดสินค้า', 'Bundle edited'],
  unknown: ['ไม่ทราบสาเหตุ', 'Unknown'],
});

export const documentKindLabels = labels<DocumentKind>({
  purchase: ['ซื้อเข้า', 'Purchase'],
  deposit: ['ฝากขาย / เติมสต็อก', 'Consignment or replenishment'],
  return: ['รับคืนสินค้า', 'Return'],
  damaged: ['ตัดออก: ชำรุด', 'Write-off: damaged'],
  lost: ['ตัดออก: สูญหาย', 'Write-off: lost'],
  withdrawn: ['ตัดออก: เบิกใช้', 'Write-off: used in store'],
  transfer: ['โอนย้ายสินค้า', 'Transfer'],
  assembly: ['ประกอบสินค้า', 'Assembly'],
  disassembly: ['แยกชุด', 'Disassembly'],
  count: ['ใบนับสต็อก', 'Count sheet'],
  fulfilment: ['ยอดจากคลังภายนอก', 'Count from a fulfillment center'],
});

/** Ledger reasons that several kinds of document use. */
const SHARED_REASONS: readonly LedgerReason[] = ['user_added', 'user_deducted'];

/** The label of the reason; of the document's kind where the reason alone is ambiguous. */
export const movementLabel = (
  language: Language,
  { reason, documentKind }: { reason: LedgerReason; documentKind: DocumentKind | null },
): string =>
  documentKind !== null && SHARED_REASONS.includes(reason)
    ? documentKindLabels(language)[documentKind]
    : reasonLabels(language)[reason];

export const documentStatusLabels = labels<DocumentStatus>({
  draft: ['ฉบับร่าง', 'Draft'],
  committed: ['เสร็จแล้ว', 'Completed'],
  discarded: ['ยกเลิกแล้ว', 'Discarded'],
});

export const STATUS_TONES: Record<DocumentStatus, Tone> = { draft: 'warn', committed: 'good', discarded: 'plain' };

export const lineErrorLabels = labels<TypedLineError>({
  no_code: ['ใส่ SKU หรือบาร์โค้ด', 'Enter a SKU or barcode'],
  unknown: ['ไม่พบสินค้านี้ในร้าน', 'No product has this SKU or barcode'],
  shared: [
    'หลายตัวเลือกใช้รหัสนี้ พิมพ์ # ตามด้วยรหัสตัวเลือกแทน',
    'Several variants have this code. Enter # and the variant ID instead.',
  ],
  no_own_stock: ['สินค้านี้ไม่มีสต็อกของตัวเอง', 'This variant has no stock of its own'],
  qty: ['กรอกจำนวนเต็ม เช่น 12', 'Enter a whole number, such as 12'],
  cost: ['กรอกต้นทุนเป็นบาท เช่น 65.50', 'Enter the cost in baht, such as 65.50'],
});
