import { catalogue, computed } from './catalogue.ts';

/** Errors about orders, their lines and their ends. */
export const orders = catalogue({
  order_not_found: { en: 'Order {order} not found', office: 'Order not found', th: 'ไม่พบคำสั่งซื้อนี้' },
  customer_is_erased: { en: 'The customer of {order, orderId} has been erased', th: 'ข้อมูลลูกค้าของคำสั่งซื้อนี้ถูกลบแล้ว' },
  customer_not_found: { en: 'Customer {customer} not found', office: 'Customer not found', th: 'ไม่พบลูกค้ารายนี้' },
  customers_are_the_same: { en: 'This phone number already belongs to the customer', th: 'เบอร์นี้เป็นของลูกค้ารายนี้อยู่แล้ว' },
  no_customer_with_telephone: { en: 'No customer has this phone number', th: 'ไม่มีลูกค้าที่ใช้เบอร์นี้' },
  tag_too_long: {
    en: 'The tag “{tag}” is longer than {most, number} characters. Shorten it.',
    th: 'แท็ก “{tag}” ยาวเกิน {most, number} ตัวอักษร ย่อให้สั้นลง',
  },
  too_many_tags: {
    en: 'There can be at most {most, number} tags. Remove some first.',
    th: 'ติดแท็กได้ไม่เกิน {most, number} แท็ก ลบบางแท็กก่อน',
  },
  order_not_found_in_store: {
    en: 'Order {order} not found in this store',
    office: 'Order not found in this store',
    th: 'ไม่พบคำสั่งซื้อนี้ในร้านนี้',
  },
  order_not_found_by_channel: { en: 'Order not found for this channel', th: 'ไม่พบคำสั่งซื้อนี้ในการเชื่อมต่อนี้' },
  order_has_too_many_lines: {
    en: '{order, OrderId} has {lines, number} items. This page supports at most {most, number}.',
    th: 'คำสั่งซื้อนี้มี {lines, number} รายการ หน้านี้รองรับไม่เกิน {most, number} รายการ',
  },
  view_not_found: { en: 'Saved view not found', th: 'ไม่พบมุมมองนี้' },
  view_without_filter: { en: 'Filter or sort the list first', th: 'กรองหรือเรียงรายการก่อนบันทึกมุมมอง' },
  too_many_views: {
    en: 'There can be at most {most, number} views. Delete one first.',
    th: 'บันทึกได้ไม่เกิน {most, number} มุมมอง ลบบางมุมมองก่อน',
  },
  bulk_action_not_found: { en: 'Bulk action not found in this store', th: 'ไม่พบรายการนี้ในร้าน' },
  bulk_action_too_large: {
    en: 'At most {most, number} orders can be changed at once. Narrow the filters.',
    th: 'ทำได้ครั้งละไม่เกิน {most, number} คำสั่งซื้อ กรองให้แคบลง',
  },
  order_has_payment_to_review: { en: 'A payment is pending review', th: 'รอตรวจสลิป' },
  no_payment_to_review: { en: 'No payment is pending review', th: 'ไม่มีสลิปรอตรวจ' },
  several_payments_to_review: { en: 'More than one payment is pending review', th: 'มีสลิปรอตรวจมากกว่า 1 ใบ' },
  payment_differs_from_due: {
    en: 'The payment of {amount, money} differs from the balance due of {due, money}',
    th: 'ยอดโอน {amount, money} ไม่ตรงกับยอดค้างชำระ {due, money}',
  },
  slip_used: computed<{ number: number; orderId: number }>({
    en: ({ number }) => `The slip or transfer was also submitted for order #${number}`,
    th: ({ number }) => `สลิปหรือยอดโอนซ้ำกับคำสั่งซื้อ #${number}`,
  }),
  slip_not_verified: { en: 'The verification service found no such transfer', th: 'บริการตรวจสลิปไม่พบยอดโอนนี้' },
  slip_verified_differently: {
    en: 'The verification service reports another amount, account or time',
    th: 'ยอดเงิน บัญชี หรือเวลาจากบริการตรวจสลิปไม่ตรงกับที่แจ้ง',
  },
  order_is_cod: { en: 'The courier collects the money (COD)', th: 'เก็บเงินปลายทาง (COD)' },
  order_failed: { en: 'Unexpected error. Open the order and try again.', th: 'เกิดข้อผิดพลาด เปิดคำสั่งซื้อแล้วลองใหม่' },
  no_parcel_on_the_way: { en: 'No parcel is in transit', th: 'ไม่มีพัสดุที่กำลังจัดส่ง' },
  nothing_due: { en: 'No balance due', th: 'ไม่มียอดค้างชำระ' },
  order_has_tag: { en: 'Already has the tag “{tag}”', th: 'มีแท็ก “{tag}” อยู่แล้ว' },
  order_not_open: {
    en: 'Order {order} is {status, orderStatus}',
    office: 'The order is {status}',
    th: 'คำสั่งซื้อนี้มีสถานะ “{status, orderStatus}” จึงทำรายการนี้ไม่ได้',
  },
  order_not_cancelable: {
    en: 'Order {order} is already {status, orderStatus}',
    office: 'The order is already {status}',
    th: 'คำสั่งซื้อนี้มีสถานะ “{status, orderStatus}” อยู่แล้ว',
  },
  order_shipment_left: {
    en: 'Shipment {shipment} of order {order} has already left',
    office: 'A parcel of the order was already handed over',
    th: 'ส่งพัสดุของคำสั่งซื้อนี้ให้ขนส่งไปแล้ว',
  },
  order_cod_paid_out: {
    en: 'The courier has paid out the COD of shipment {shipment} of order {order}. Refund it first.',
    office: 'The courier has paid out COD of the order. Refund it first.',
    th: 'ได้รับเงิน COD ของคำสั่งซื้อนี้แล้ว ให้คืนเงินก่อน',
  },
  order_changed_meanwhile: {
    en: '{order, OrderId} was changed after this page was opened. Reload it.',
    th: 'มีการแก้ไขคำสั่งซื้อนี้หลังจากเปิดหน้านี้ โหลดหน้าใหม่',
  },
  note_changed_meanwhile: {
    en: 'Someone else just changed this note. Check it before you save your text.',
    th: 'โน้ตนี้มีคนอื่นเพิ่งแก้ไป ตรวจก่อนบันทึกข้อความของคุณ',
  },
  order_has_shipment: {
    en: 'Order {order} cannot be edited because shipment {shipment} is {status, shipmentStatus}',
    office: 'The order cannot be edited because a parcel is “{status, shipmentStatus}”',
    th: 'แก้ไขคำสั่งซื้อนี้ไม่ได้ เพราะมีพัสดุสถานะ “{status, shipmentStatus}”',
  },
  order_awaits_tracking_number: {
    en: '{order, OrderId} cannot be edited while a tracking number is being requested',
    th: 'แก้ไขคำสั่งซื้อนี้ไม่ได้ เพราะกำลังขอเลขพัสดุจากขนส่ง',
  },
  order_has_receipt: {
    en: 'The amounts of {order, orderId} cannot be edited because it has receipt {receipt, documentNumber}',
    th: 'คำสั่งซื้อนี้ออกใบเสร็จเลขที่ {receipt, documentNumber} แล้ว จึงแก้ยอดเงินไม่ได้',
  },
  order_needs_a_line: {
    en: 'Order {order} must keep at least 1 line',
    office: 'The order must keep at least 1 item',
    th: 'คำสั่งซื้อนี้ต้องมีสินค้าอย่างน้อย 1 รายการ',
  },
  nothing_is_missing: {
    en: '{order, OrderId} has no missing items, or nothing is packed yet. Pack the available items first.',
    th: 'คำสั่งซื้อนี้ไม่มีของขาด หรือยังไม่ได้แพ็ก ให้แพ็กของที่มีก่อน',
  },
  order_would_ship_nothing: {
    en: 'Nothing of {order, orderId} would be shipped. Cancel it instead.',
    th: 'คำสั่งซื้อนี้จะไม่มีสินค้าส่งเลย ให้ยกเลิกคำสั่งซื้อแทน',
  },
  order_quota_used_up: {
    en: 'The store’s limit of {quota, number} orders a month is used up',
    office: 'This month’s limit of {quota, number} orders is reached. Raise it in Settings › Store details.',
    th: 'ร้านใช้โควตาคำสั่งซื้อ {quota, number} รายการของเดือนนี้ครบแล้ว เพิ่มโควตาได้ที่ ตั้งค่า › ข้อมูลร้าน',
  },

  no_lines: { en: 'Must have at least 1 line', office: 'Add at least 1 item', th: 'ใส่สินค้าอย่างน้อย 1 รายการ' },
  line_not_in_order: {
    en: 'Order {order} has no line {line}',
    office: 'An item is not in this order',
    th: 'มีรายการที่ไม่อยู่ในคำสั่งซื้อนี้',
  },
  line_repeated: {
    en: 'Line {line} is given more than once',
    office: 'An item is listed more than once',
    th: 'ใส่รายการซ้ำ',
  },
  out_of_stock: {
    en: '{needed, number} requested, {available, number} available',
    office: 'Only {available, number} available, but {needed, number} ordered',
    th: 'ต้องการ {needed, number} ชิ้น แต่มีพร้อมขาย {available, number} ชิ้น',
  },
  source_no_longer_sold: {
    en: 'Can no longer be supplied because its source is no longer sold',
    office: 'Cannot be supplied: the source store no longer sells it',
    th: 'ไม่มีของส่งแล้ว เพราะร้านต้นทางเลิกขาย',
  },
  became_a_bundle: {
    en: 'Can no longer be supplied because variant {variant} is a bundle now',
    office: 'Can no longer be supplied because it is a bundle now',
    th: 'ไม่มีของส่งแล้ว เพราะเปลี่ยนเป็นชุดสินค้า',
  },
  no_warehouse_to_supply_from: {
    en: 'Cannot be supplied because the store has no warehouse',
    office: 'Cannot be supplied because the store has no warehouse. Add one in Settings › Warehouses.',
    th: 'ไม่มีของส่ง เพราะร้านยังไม่มีคลัง เพิ่มได้ที่ ตั้งค่า › คลังสินค้า',
  },
  warehouse_does_not_keep_variant: {
    en: 'Warehouse {warehouse} does not belong to the store that keeps the stock of variant {variant}',
    office: 'The warehouse does not belong to the store that keeps the stock of this variant',
    th: 'คลังที่เลือกไม่ใช่ของร้านที่เก็บสต็อกสินค้านี้',
  },
  unknown_variant: {
    en: 'Not a variant of this store',
    office: 'No product has this SKU or barcode',
    th: 'ไม่พบสินค้านี้ในร้าน',
  },
  sku_ambiguous: {
    en: 'Shared by variants {variants, list}',
    office: 'Several variants have this SKU. Search for the product by its name.',
    th: 'มีหลายตัวเลือกที่ใช้ SKU นี้ ค้นด้วยชื่อสินค้าแทน',
  },
  price_required: {
    en: 'Required because the store has no price for the variant',
    office: 'Enter a price, because the store has none for this variant',
    th: 'ใส่ราคา เพราะร้านยังไม่ได้ตั้งราคาสินค้านี้',
  },
  line_no_longer_sold: {
    en: 'Cannot be increased because the variant is no longer sold',
    th: 'เพิ่มจำนวนไม่ได้ เพราะเลิกขายสินค้านี้แล้ว',
  },
  line_amount_too_large: { en: 'The amount is too large', th: 'จำนวนเงินสูงเกินกว่าที่ระบบรองรับ' },
  order_amount_too_large: { en: 'The total with fees is too large', th: 'ยอดรวมสินค้าและค่าธรรมเนียมสูงเกินกว่าที่ระบบรองรับ' },
  discount_too_large: {
    en: 'Must be at most {most, money}, the total before the discount',
    th: 'ส่วนลดต้องไม่เกิน {most, money} ซึ่งเป็นยอดก่อนหักส่วนลด',
  },
  paid_amount_too_large: {
    en: 'Must be at most {total, money}, the total of the order',
    th: 'ต้องไม่เกินยอดรวม {total, money}',
  },
  required_for_cod: {
    en: 'Required when is_cod is true',
    office: 'Required for COD orders',
    th: 'ต้องระบุสำหรับคำสั่งซื้อ COD',
  },
  only_for_cod: { en: 'Accepted only when is_cod is true', office: 'Only for COD orders', th: 'ใส่ได้เฉพาะคำสั่งซื้อ COD' },
  cod_amounts_without_cod: {
    en: 'Order {order} is not COD, so it has no cod_amount and no cod_fee',
    office: 'The order is not COD, so it has no COD amount or COD fee',
    th: 'คำสั่งซื้อนี้ไม่ใช่ COD จึงไม่มียอด COD และค่าธรรมเนียม COD',
  },
  unknown_price_tier: {
    en: 'Not a price tier of this store',
    office: 'This price tier no longer exists. Choose another one.',
    th: 'ไม่พบระดับราคานี้ในร้าน เลือกใหม่',
  },
  unknown_sender_address: {
    en: 'Not one of the store’s own addresses',
    office: 'The store no longer has this address. Choose another one.',
    th: 'ไม่ใช่ที่อยู่ของร้าน เลือกใหม่',
  },
  unknown_recipient_address: { en: 'Not an address of this store', th: 'ไม่พบที่อยู่นี้ในร้าน' },
  unknown_shipping_type: {
    en: 'Not a known shipping type',
    office: 'Unknown courier. Choose another one.',
    th: 'ไม่รู้จักขนส่งนี้ เลือกใหม่',
  },
  order_not_deletable: {
    en: 'Order {order} is {status}. Only canceled orders can be deleted.',
    office: 'Only canceled orders can be deleted',
    th: 'ลบได้เฉพาะคำสั่งซื้อที่ยกเลิกแล้ว',
  },
  order_has_payments: { en: '{order, OrderId} has payments, which must be kept', th: 'คำสั่งซื้อนี้มีการชำระเงิน จึงต้องเก็บไว้' },
  external_order_id_of_deleted_order: {
    en: 'A deleted order has this external order id. Use another one.',
    th: 'คำสั่งซื้อที่ลบแล้วใช้เลขนี้ ให้ใช้เลขอื่น',
  },
  customer_has_open_orders: {
    en: 'Complete or cancel the open orders of this customer first: {orders, list}',
    th: 'ลูกค้ารายนี้มีคำสั่งซื้อที่ยังไม่จบ ให้ทำให้เสร็จหรือยกเลิกก่อน: {orders, list}',
  },
  time_is_past: { en: 'Must be in the future', th: 'เวลานี้ผ่านไปแล้ว ใส่เวลาใหม่' },

  code_not_in_order: { en: '{code} is not in this order', th: '{code} ไม่มีในคำสั่งซื้อนี้' },
  product_not_in_order: { en: '{code} {name} is not in this order', th: '{code} {name} ไม่อยู่ในคำสั่งซื้อนี้' },
  code_units_too_many: { en: 'Only {units} more of {code} to pack', th: '{code} เหลือให้ใส่อีกแค่ {units} ชิ้น' },
  code_one_too_many: { en: 'All units of {code} are packed', th: 'ใส่ {code} ครบทุกชิ้นแล้ว' },
});
