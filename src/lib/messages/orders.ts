import type { Id } from '../ids.ts';
import type { Money } from '../money.ts';
import { count, money } from '../number-format.ts';
import { catalogue } from './catalogue.ts';
import { type OrderStatus, orderStatus, type ShipmentStatus, shipmentStatus } from './terms.ts';

/** Of orders, their lines and their ends. */
export const orders = catalogue({
  order_not_found: {
    en: ({ order }: { order: Id }) => `There is no order ${order}`,
    th: ({ order }) => `ไม่พบคำสั่งซื้อ ${order}`,
  },
  order_not_found_in_store: {
    en: ({ order }: { order: Id }) => `There is no order ${order} in this store`,
    th: ({ order }) => `ไม่พบคำสั่งซื้อ ${order} ในร้านนี้`,
  },
  order_not_found_by_channel: { en: 'There is no such order for this channel', th: 'ไม่พบคำสั่งซื้อนี้ในช่องทางนี้' },
  order_not_open: {
    en: ({ order, status }: { order: Id; status: OrderStatus }) => `Order ${order} is ${orderStatus(status, 'en')}`,
    th: ({ order, status }) => `คำสั่งซื้อ ${order} มีสถานะ “${orderStatus(status, 'th')}” จึงทำรายการนี้ไม่ได้`,
  },
  order_not_cancelable: {
    en: ({ order, status }: { order: Id; status: OrderStatus }) =>
      `Order ${order} is already ${orderStatus(status, 'en')}`,
    th: ({ order, status }) => `คำสั่งซื้อ ${order} มีสถานะ “${orderStatus(status, 'th')}” อยู่แล้ว`,
  },
  order_shipment_left: {
    en: ({ order, shipment }: { order: Id; shipment: Id }) => `Shipment ${shipment} of order ${order} has already left`,
    th: ({ order, shipment }) => `พัสดุ ${shipment} ของคำสั่งซื้อ ${order} ส่งออกไปแล้ว`,
  },
  order_cod_paid_out: {
    en: ({ order, shipment }: { order: Id; shipment: Id }) =>
      `The courier has paid out the COD of shipment ${shipment} of order ${order}. Refund it first.`,
    th: ({ order, shipment }) => `ได้รับเงิน COD ของพัสดุ ${shipment} ในคำสั่งซื้อ ${order} แล้ว กรุณาคืนเงินก่อน`,
  },
  order_changed_meanwhile: {
    en: ({ order }: { order: Id }) => `Order ${order} was changed after this page was opened. Reload it.`,
    th: ({ order }) => `คำสั่งซื้อ ${order} ถูกแก้ไขหลังจากเปิดหน้านี้ กรุณาเปิดดูใหม่อีกครั้ง`,
  },
  order_has_shipment: {
    en: ({ order, shipment, status }: { order: Id; shipment: Id; status: ShipmentStatus }) =>
      `Order ${order} cannot be edited because shipment ${shipment} is ${shipmentStatus(status, 'en')}`,
    th: ({ order, shipment, status }) =>
      `แก้ไขคำสั่งซื้อ ${order} ไม่ได้ เพราะพัสดุ ${shipment} มีสถานะ “${shipmentStatus(status, 'th')}”`,
  },
  order_awaits_tracking_number: {
    en: ({ order }: { order: Id }) =>
      `Order ${order} cannot be edited while its courier is asked for a tracking number`,
    th: ({ order }) => `แก้ไขคำสั่งซื้อ ${order} ไม่ได้ เพราะกำลังขอเลขพัสดุจากขนส่ง`,
  },
  order_has_receipt: {
    en: ({ order, receipt }: { order: Id; receipt: number }) =>
      `The amounts of order ${order} cannot be edited because it has receipt ${receipt}`,
    th: ({ order, receipt }) => `คำสั่งซื้อ ${order} ออกใบเสร็จเลขที่ ${receipt} แล้ว จึงแก้ยอดเงินไม่ได้`,
  },
  order_needs_a_line: {
    en: ({ order }: { order: Id }) => `Order ${order} must keep at least 1 line`,
    th: ({ order }) => `คำสั่งซื้อ ${order} ต้องมีสินค้าอย่างน้อยหนึ่งรายการ`,
  },
  order_quota_used_up: {
    en: ({ quota }: { quota: number }) => `The store’s limit of ${count(quota)} orders a month is used up`,
    th: ({ quota }) => `ร้านใช้โควตาคำสั่งซื้อ ${count(quota)} รายการของเดือนนี้ครบแล้ว`,
  },

  no_lines: { en: 'Must have at least 1 line', th: 'กรุณาใส่สินค้าอย่างน้อยหนึ่งรายการ' },
  line_not_in_order: {
    en: ({ order, line }: { order: Id; line: Id }) => `Order ${order} has no line ${line}`,
    th: ({ order, line }) => `คำสั่งซื้อ ${order} ไม่มีรายการ ${line}`,
  },
  line_repeated: {
    en: ({ line }: { line: Id }) => `Line ${line} is given more than once`,
    th: ({ line }) => `ระบุรายการ ${line} ซ้ำ`,
  },
  out_of_stock: {
    en: ({ needed, available }: { needed: number; available: number }) =>
      `Needs ${count(needed)}, only ${count(available)} available`,
    th: ({ needed, available }) => `ต้องการ ${count(needed)} ชิ้น แต่พร้อมขาย ${count(available)} ชิ้น`,
  },
  source_no_longer_sold: {
    en: 'Can no longer be supplied because its source is no longer sold',
    th: 'ไม่มีของส่งแล้ว เพราะร้านต้นทางเลิกขาย',
  },
  became_a_bundle: {
    en: ({ variant }: { variant: Id }) => `Can no longer be supplied because variant ${variant} is a bundle now`,
    th: ({ variant }) => `ไม่มีของส่งแล้ว เพราะสินค้า #${variant} เปลี่ยนเป็นชุดสินค้า`,
  },
  no_warehouse_to_supply_from: {
    en: 'Cannot be supplied because the store has no warehouse',
    th: 'ไม่มีของส่ง เพราะร้านยังไม่มีคลัง',
  },
  warehouse_does_not_keep_variant: {
    en: ({ warehouse, variant }: { warehouse: Id; variant: Id }) =>
      `Warehouse ${warehouse} does not belong to the store that keeps the stock of variant ${variant}`,
    th: ({ variant }) => `คลังที่เลือกไม่ใช่ของร้านที่เก็บสต็อกสินค้า #${variant}`,
  },
  unknown_variant: { en: 'Not a variant of this store', th: 'ไม่พบสินค้านี้ในร้าน' },
  sku_ambiguous: {
    en: ({ variants }: { variants: readonly Id[] }) => `Shared by variants ${variants.join(', ')}`,
    th: ({ variants }) => `มีหลายสินค้าใช้ SKU นี้ (หมายเลข ${variants.join(', ')})`,
  },
  price_required: {
    en: 'Required because the store has no price for the variant',
    th: 'กรุณาใส่ราคา เพราะร้านยังไม่ได้ตั้งราคาสินค้านี้',
  },
  line_no_longer_sold: {
    en: 'Cannot be increased because the variant is no longer sold',
    th: 'เพิ่มจำนวนไม่ได้ เพราะเลิกขายสินค้านี้แล้ว',
  },
  line_amount_too_large: { en: 'Comes to more than an amount can be', th: 'จำนวนเงินสูงเกินกว่าที่ระบบรองรับ' },
  order_amount_too_large: {
    en: 'With the fees, come to more than an amount can be',
    th: 'ยอดรวมสินค้าและค่าธรรมเนียมสูงเกินกว่าที่ระบบรองรับ',
  },
  discount_too_large: {
    en: ({ most }: { most: Money }) => `Must be at most ${money(most)}, the total before the discount`,
    th: ({ most }) => `ส่วนลดต้องไม่เกิน ${money(most)} ซึ่งเป็นยอดก่อนหักส่วนลด`,
  },
  paid_amount_too_large: {
    en: ({ total }: { total: Money }) => `Must be at most ${money(total)}, the total of the order`,
    th: ({ total }) => `ต้องไม่เกินยอดรวม ${money(total)}`,
  },
  required_for_cod: { en: 'Required when is_cod is true', th: 'ต้องระบุเมื่อเป็น COD' },
  only_for_cod: { en: 'Accepted only when is_cod is true', th: 'ใส่ได้เฉพาะเมื่อเป็น COD' },
  cod_amounts_without_cod: {
    en: ({ order }: { order: Id }) => `Order ${order} is not COD, so it has no cod_amount and no cod_fee`,
    th: ({ order }) => `คำสั่งซื้อ ${order} ไม่ใช่ COD จึงไม่มียอดเก็บปลายทางและค่าธรรมเนียม COD`,
  },
  unknown_price_tier: { en: 'Not a price tier of this store', th: 'ไม่พบระดับราคานี้ในร้าน' },
  unknown_sender_address: { en: 'Not one of the store’s own addresses', th: 'ไม่ใช่ที่อยู่ของร้าน กรุณาเลือกใหม่' },
  unknown_recipient_address: { en: 'Not an address of this store', th: 'ไม่พบที่อยู่นี้ในร้าน' },
  unknown_shipping_type: { en: 'Not a known shipping type', th: 'ไม่รู้จักขนส่งนี้ กรุณาเลือกใหม่' },
  time_is_past: { en: 'Is already past', th: 'ผ่านไปแล้ว กรุณาใส่เวลาที่ยังมาไม่ถึง' },

  code_not_in_order: {
    en: ({ code }: { code: string }) => `${code} is not in this order`,
    th: ({ code }) => `${code} ไม่มีในคำสั่งซื้อนี้`,
  },
  code_one_too_many: {
    en: ({ code }: { code: string }) => `${code} is one too many`,
    th: ({ code }) => `${code} ครบจำนวนแล้ว ชิ้นนี้เกินมา`,
  },
});
