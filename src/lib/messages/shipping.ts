import { catalogue } from './catalogue.ts';

/** Errors about parcels, their tracking numbers, and what is printed for them. */
export const shipping = catalogue({
  shipment_not_found: { en: 'Shipment {shipment} not found', office: 'Parcel not found', th: 'ไม่พบพัสดุนี้' },
  nothing_left_to_ship: { en: '{order, OrderId} has nothing left to ship', th: 'คำสั่งซื้อนี้ไม่มีสินค้าเหลือให้ส่ง' },
  order_not_ready_to_ship: {
    en: '{order, OrderId} is not ready to ship because it is not paid in full',
    office:
      'The order is not ready to ship because it is not paid in full. Record the payment, or turn on “Ship before payment”.',
    th: 'คำสั่งซื้อนี้ยังส่งไม่ได้ เพราะยังชำระไม่ครบ ให้บันทึกรับเงิน หรือเปิด “ส่งก่อนชำระเงินได้”',
  },
  cod_order_not_ready_to_ship: {
    en: 'Order {order} is not ready to ship because it is not paid in full and the store’s cod_counts_as_ready is off',
    office: 'The order is not paid in full, and “Ship COD orders without payment” is off in Settings › Payments',
    th: 'คำสั่งซื้อนี้ยังชำระไม่ครบ และร้านปิด “COD พร้อมส่งทันที” ไว้ที่ ตั้งค่า › รับชำระเงิน',
  },
  order_refunded_in_full: {
    en: 'Order {order} is not ready to ship because it was fully refunded. Cancel it, or allow shipping before payment.',
    office:
      'The order is not ready to ship because it was fully refunded. Cancel it, or turn on “Ship before payment”.',
    th: 'คำสั่งซื้อนี้ยังส่งไม่ได้ เพราะคืนเงินครบแล้ว ให้ยกเลิกคำสั่งซื้อ หรือเปิด “ส่งก่อนชำระเงินได้”',
  },
  ship_qty_too_large: {
    en: '{qty, number} requested, {left, number} left to ship',
    office: 'Enter at most {left, number}, the quantity left to ship',
    th: 'ใส่ไว้ {qty, number} ชิ้น แต่เหลือให้ส่ง {left, number} ชิ้น',
  },
  rest_not_packed: {
    en: 'Units of #{orderNumber} that are left for a later parcel: {units, number}. Pack them before you add their tracking number.',
    th: '#{orderNumber} ค้างส่ง {units, number} ชิ้น แพ็กให้ครบก่อนใส่เลขพัสดุ',
  },
  missing_qty_too_large: {
    en: 'At most {left, number} of this item are left to pack',
    th: 'สินค้านี้เหลือให้แพ็กไม่เกิน {left, number} ชิ้น',
  },
  damaged_is_written_off: {
    en: 'Damaged units already written off: {qty, number}',
    th: 'ตัดของชำรุดออกจากสต็อกไปแล้ว {qty, number} ชิ้น',
  },
  shipment_already_in_status: {
    en: '{shipment, ShipmentId} is already “{status, shipmentStatus}”',
    th: 'พัสดุนี้มีสถานะ “{status, shipmentStatus}” อยู่แล้ว',
  },
  shipment_cannot_become: {
    en: 'The status of {shipment, shipmentId} is “{status, shipmentStatus}” and cannot change to “{to, shipmentStatus}”',
    office: 'A parcel that is “{status, shipmentStatus}” cannot be set to “{to, shipmentStatus}”',
    th: 'พัสดุนี้มีสถานะ “{status, shipmentStatus}” จึงเปลี่ยนเป็น “{to, shipmentStatus}” ไม่ได้',
  },
  shipment_paid_out: {
    en: 'The courier has already paid out the COD of {shipment, shipmentId}',
    th: 'ได้รับเงิน COD ของพัสดุนี้จากขนส่งแล้ว',
  },
  handover_code_unknown: { en: 'No parcel found for {code}', th: 'ไม่พบพัสดุ {code}' },
  handover_order_closed: {
    en: 'Order #{orderNumber} is “{status, orderStatus}”. Do not hand it over.',
    th: 'คำสั่งซื้อ #{orderNumber} {status, orderStatus} ห้ามส่ง',
  },
  handover_parcel_canceled: {
    en: 'Parcel {number} of order #{orderNumber} was canceled. Do not hand it over.',
    th: 'พัสดุ {number} ของคำสั่งซื้อ #{orderNumber} ยกเลิกแล้ว ห้ามส่ง',
  },
  already_handed_over: {
    en: '{number} (#{orderNumber}) was already handed over, {ago, duration} ago',
    th: '{number} (#{orderNumber}) ส่งให้ขนส่งไปแล้วเมื่อ {ago, duration}ที่แล้ว',
  },
  handover_other_courier: {
    en: '#{orderNumber} ships with {actual, courier}, not with {chosen, courier}',
    th: '#{orderNumber} ส่งกับ{actual, courierAfterThai} ไม่ใช่{chosen, courierAfterThai}',
  },
  handover_not_paid: { en: '#{orderNumber} is not paid. Do not hand it over.', th: '#{orderNumber} ยังชำระไม่ครบ ห้ามส่ง' },
  handover_refunded: {
    en: '#{orderNumber} was fully refunded. Do not hand it over.',
    th: '#{orderNumber} คืนเงินครบแล้ว ห้ามส่ง',
  },
  handover_not_packed: { en: '#{orderNumber} is not packed', th: '#{orderNumber} ยังไม่ได้แพ็ก' },
  handover_address_incomplete: { en: 'The address of #{orderNumber} is incomplete', th: 'ที่อยู่ของ #{orderNumber} ไม่ครบ' },
  handover_without_number: { en: '#{orderNumber} has no tracking number yet', th: '#{orderNumber} ยังไม่มีเลขพัสดุ' },
  handover_several_parcels: {
    en: '#{orderNumber} has {parcels, number} parcels. Scan the tracking number of each.',
    th: '#{orderNumber} มีพัสดุ {parcels, number} ชิ้น สแกนเลขพัสดุทีละชิ้น',
  },
  handover_reported_by_courier: {
    en: 'The courier has already scanned {shipment, shipmentId}, so its handover cannot be undone',
    office: 'The courier has already scanned this parcel, so its handover cannot be undone',
    th: 'ขนส่งรับพัสดุนี้แล้ว ยกเลิกการส่งไม่ได้',
  },
  handover_of_returned_goods: {
    en: 'Goods of {order, orderId} were returned to stock. The handover of its parcels cannot be undone.',
    office: 'Items of this order were restocked. The handover of its parcels cannot be undone.',
    th: 'รับคืนสินค้าของคำสั่งซื้อนี้แล้ว ยกเลิกการส่งไม่ได้',
  },
  handover_of_refunded_goods: {
    en: 'Units that were left out at the handover were refunded. The handover of {order, orderId} cannot be undone.',
    office: 'Units that were left out at the handover were refunded. The handover cannot be undone.',
    th: 'คืนเงินสินค้าที่ส่งไม่ครบแล้ว ยกเลิกการส่งไม่ได้',
  },
  handover_without_stock: {
    en: 'Goods of {shipment, shipmentId} came from a removed warehouse or are a bundle now. Its handover cannot be undone.',
    office: 'Items of this parcel came from a removed warehouse or are a bundle now. Its handover cannot be undone.',
    th: 'สินค้าในพัสดุนี้มาจากคลังที่เลิกใช้แล้วหรือเป็นชุดสินค้าแล้ว ยกเลิกการส่งไม่ได้',
  },
  handover_of_settled_cod: {
    en: 'The COD of {order, orderId} is “{status, codStatus}”. Let it follow its parcels first, then undo the handover.',
    office: 'The COD of this order is “{status, codStatus}”. Reset it first, then undo the handover.',
    th: 'COD ของคำสั่งซื้อนี้เป็น “{status, codStatus}” แล้ว แก้สถานะ COD ก่อนแล้วยกเลิกการส่ง',
  },
  shipment_would_be_empty: {
    en: '{shipment, ShipmentId} would be empty. Cancel it instead.',
    th: 'พัสดุนี้จะไม่มีสินค้าเลย ให้ยกเลิกพัสดุแทน',
  },
  line_not_in_shipment: {
    en: 'Shipment {shipment} has no line {line}',
    office: 'An item is not in this parcel',
    th: 'มีรายการที่ไม่อยู่ในพัสดุนี้',
  },
  line_not_short: {
    en: '{leaving, number} entered, must be less than the {booked, number} in the parcel',
    th: 'ใส่ไว้ {leaving, number} ชิ้น ต้องน้อยกว่าในพัสดุซึ่งมี {booked, number} ชิ้น',
  },
  no_quantity_entered: { en: 'Enter a quantity for at least one item', th: 'ใส่จำนวนอย่างน้อย 1 รายการ' },
  no_returned_lines: { en: 'Enter the returned quantity of at least one item', th: 'ใส่จำนวนที่รับคืนอย่างน้อย 1 รายการ' },
  return_qty_too_large: {
    en: '{qty, number} entered, {left, number} left to return',
    office: 'Enter at most {left, number}, the quantity left to return',
    th: 'ใส่ไว้ {qty, number} ชิ้น แต่รับคืนได้ {left, number} ชิ้น',
  },
  tracking_number_malformed: {
    en: 'Must be 1 to 64 visible ASCII characters without spaces',
    office: 'Must be 1 to 64 English letters, digits or symbols, without spaces',
    th: 'ต้องเป็นตัวอักษรอังกฤษ ตัวเลข หรือเครื่องหมาย 1–64 ตัว ไม่มีเว้นวรรค',
  },
  tracking_number_of_courier: {
    en: 'The courier gave {shipment, shipmentId} its tracking number, so it cannot be changed. Cancel the parcel instead.',
    th: 'ขนส่งเป็นผู้ออกเลขของ{shipment, shipmentId} จึงแก้เลขไม่ได้ ให้ยกเลิกพัสดุแทน',
  },
  tracking_number_is_order: {
    en: '{code} is an order number, not a tracking number',
    th: '{code} เป็นเลขคำสั่งซื้อ ไม่ใช่เลขพัสดุ',
  },
  tracking_number_is_item: {
    en: '{code} is the code of a product, not a tracking number',
    th: '{code} เป็นรหัสสินค้า ไม่ใช่เลขพัสดุ',
  },
  tracking_number_is_barcode: {
    en: '{number} looks like the barcode of a product. Check it.',
    th: 'เลข {number} เหมือนบาร์โค้ดสินค้า ตรวจดูอีกครั้ง',
  },
  tracking_number_unlike: {
    en: '{number} does not look like a tracking number of this courier, such as {example}. Check it.',
    th: 'เลข {number} ไม่เหมือนเลขพัสดุของขนส่งนี้ เช่น {example} ตรวจดูอีกครั้ง',
  },
  s10_check_digit: {
    en: '{number} has the wrong check digit {digit}. The number should be {expected}.',
    th: 'เลข {number} ไม่ถูกต้อง น่าจะเป็น {expected}',
  },
  tracking_number_taken: {
    en: '{number} is already used by order #{orderNumber}',
    th: '{number} ใช้กับคำสั่งซื้อ #{orderNumber} แล้ว',
  },

  order_has_numbers: {
    en: '{order, OrderId} has a tracking number. Print its label instead.',
    th: 'คำสั่งซื้อนี้มีเลขพัสดุแล้ว พิมพ์ใบปะหน้าแทน',
  },
  no_numbered_shipment: {
    en: 'Order {order} has no shipment with a tracking number. Book one first.',
    office: 'The order has no parcel with a tracking number. Request or add one first.',
    th: 'คำสั่งซื้อนี้ยังไม่มีเลขพัสดุ ให้ขอหรือใส่เลขพัสดุก่อน',
  },
  no_parcel_to_hand_over: { en: 'No parcel is awaiting handover', th: 'ไม่มีพัสดุรอส่งให้ขนส่ง' },
  no_parcel_of_courier_to_hand_over: {
    en: 'No {shippingType, courier} shipment is awaiting handover',
    office: 'No {shippingType, courier} parcel is awaiting handover',
    th: 'ไม่มีพัสดุของ{shippingType, courierAfterThai} ที่รอส่งให้ขนส่ง',
  },
  no_parcel_of_courier_handed_over: {
    en: 'No {shippingType, courier} parcel was handed over today',
    th: 'วันนี้ยังไม่ได้ส่งพัสดุให้{shippingType, courierAfterThai}',
  },
  order_has_no_parcel_to_hand_over: {
    en: 'Order {order} has no {shippingType, courier} shipment awaiting handover',
    office: 'The order has no {shippingType, courier} parcel awaiting handover',
    th: 'คำสั่งซื้อนี้ไม่มีพัสดุของ{shippingType, courierAfterThai} ที่รอส่งให้ขนส่ง',
  },
  nothing_to_pick: { en: '{order, OrderId} has nothing to pick', th: 'คำสั่งซื้อนี้ไม่มีสินค้าให้หยิบ' },
  too_much_printing: { en: 'Too many documents are being printed. Try again.', th: 'มีงานพิมพ์พร้อมกันมากเกินไป ลองใหม่' },
});
