// The names of the codes of an order, for pages and files that people read.

export type Name = readonly [thai: string, english: string];

export const ORDER_STATUS_NAMES = {
  open: ['กำลังดำเนินการ', 'Open'],
  completed: ['สำเร็จ', 'Completed'],
  canceled: ['ยกเลิกแล้ว', 'Canceled'],
  expired: ['หมดเวลาชำระ', 'Expired'],
} satisfies Record<string, Name>;

export const COD_STATUS_NAMES = {
  pending: ['COD รอเก็บเงิน', 'COD pending'],
  collected: ['COD รอขนส่งโอน', 'COD awaiting payout'],
  remitted: ['COD ได้รับเงินแล้ว', 'COD paid out'],
  failed: ['COD เก็บเงินไม่ได้', 'COD not collected'],
} satisfies Record<string, Name>;

export const PARCEL_STATUS_NAMES = {
  booked: ['รอส่งให้ขนส่ง', 'Awaiting handover'],
  picked_up: ['ส่งให้ขนส่งแล้ว', 'Handed over'],
  in_transit: ['กำลังจัดส่ง', 'In transit'],
  out_for_delivery: ['กำลังนำจ่าย', 'Out for delivery'],
  delivered: ['ส่งถึงแล้ว', 'Delivered'],
  delivery_failed: ['นำจ่ายไม่สำเร็จ', 'Delivery failed'],
  returning: ['กำลังตีกลับ', 'Returning'],
  returned: ['ตีกลับแล้ว', 'Returned'],
  canceled: ['ยกเลิกแล้ว', 'Canceled'],
} satisfies Record<string, Name>;

export const PAYMENT_RECORD_NAMES = {
  notified: ['รอตรวจสลิป', 'Pending review'],
  confirmed: ['ยืนยันแล้ว', 'Confirmed'],
  rejected: ['ปฏิเสธแล้ว', 'Rejected'],
  refunded: ['คืนเงินแล้ว', 'Refunded'],
} satisfies Record<string, Name>;

export const PAYMENT_STATUS_NAMES = {
  unpaid: ['ยังไม่ชำระ', 'Unpaid'],
  awaiting_confirmation: ['รอตรวจสลิป', 'Pending review'],
  partially_paid: ['ชำระบางส่วน', 'Partially paid'],
  paid: ['ชำระแล้ว', 'Paid'],
  partially_refunded: ['คืนเงินบางส่วน', 'Partially refunded'],
  refunded: ['คืนเงินแล้ว', 'Refunded'],
} satisfies Record<string, Name>;

export const SHIPPING_STATUS_NAMES = {
  unshipped: ['ยังไม่จัดส่ง', 'Unshipped'],
  booked: ['รอส่งให้ขนส่ง', 'Awaiting handover'],
  partially_shipped: ['ส่งบางส่วน', 'Partially shipped'],
  shipped: ['กำลังจัดส่ง', 'In transit'],
  partially_delivered: ['ส่งถึงบางส่วน', 'Partially delivered'],
  delivered: ['ส่งถึงแล้ว', 'Delivered'],
  returning: ['กำลังตีกลับ', 'Returning'],
  returned: ['ตีกลับแล้ว', 'Returned'],
} satisfies Record<string, Name>;

export const RETURN_STATE_NAMES = {
  returning: ['กำลังตีกลับ', 'Returning'],
  to_restock: ['รอคืนเข้าสต็อก', 'To restock'],
  restocked: ['คืนเข้าสต็อกแล้ว', 'Restocked'],
} satisfies Record<string, Name>;

export const METHOD_NAMES = {
  transfer: ['โอนเงิน', 'Bank transfer'],
  promptpay: ['พร้อมเพย์', 'PromptPay'],
  cash: ['เงินสด', 'Cash'],
  card: ['บัตรเครดิต/เดบิต', 'Card'],
  other: ['อื่น ๆ', 'Other'],
} satisfies Record<string, Name>;

/** Why money went back. A document has the words of the store in place of `other`. */
export const REFUND_REASON_NAMES = {
  returned: ['ลูกค้าคืนสินค้า', 'Goods returned'],
  not_delivered: ['ส่งสินค้าไม่ครบตามจำนวน', 'Goods not delivered or shipped short'],
  price_reduction: ['ลดราคาสินค้า', 'Price reduction'],
  defective: ['สินค้าชำรุดหรือไม่ตรงตามที่ตกลง', 'Goods defective or not as agreed'],
  other: ['อื่น ๆ', 'Other'],
} satisfies Record<string, Name>;

/** Why a receipt was canceled and replaced. */
export const VOID_REASON_NAMES = {
  buyer_name: ['ชื่อลูกค้าผิด', 'Wrong customer name'],
  buyer_address: ['ที่อยู่ลูกค้าผิด', 'Wrong customer address'],
  buyer_tax_id: ['เลขประจำตัวผู้เสียภาษีหรือสาขาผิด', 'Wrong tax ID or branch'],
  seller: ['ข้อมูลผู้ขายผิด', 'Wrong seller details'],
} satisfies Record<string, Name>;

/** A sales channel added in the configuration has no name but its code. */
export const SALES_CHANNEL_NAMES: Readonly<Record<string, Name>> = {
  sales_page: ['เซลเพจ', 'Sales page'],
  facebook: ['Facebook', 'Facebook'],
  instagram: ['Instagram', 'Instagram'],
  line: ['LINE', 'LINE'],
  tiktok: ['TikTok', 'TikTok'],
  shopee: ['Shopee', 'Shopee'],
  lazada: ['Lazada', 'Lazada'],
  website: ['เว็บไซต์', 'Website'],
  chat_bot: ['แชตบอต', 'Chatbot'],
  phone: ['โทรศัพท์', 'Phone'],
  walk_in: ['หน้าร้าน', 'Walk-in'],
  erp: ['ERP', 'ERP'],
  other: ['อื่น ๆ', 'Other'],
};

export const ORDER_EVENT_NAMES = {
  created: ['สร้างคำสั่งซื้อ', 'Order created'],
  edited: ['แก้ไขคำสั่งซื้อ', 'Order edited'],
  payment_notified: ['แจ้งโอน', 'Payment submitted'],
  payment_confirmed: ['ยืนยันยอดโอน', 'Payment confirmed'],
  payment_rejected: ['ปฏิเสธยอดโอน', 'Payment rejected'],
  payment_unconfirmed: ['ยกเลิกการยืนยันยอดโอน', 'Payment confirmation undone'],
  transfer_changed: ['แก้ไขรายละเอียดการโอน', 'Transfer details changed'],
  transfer_shared: ['โอนครั้งเดียวจ่ายหลายออเดอร์', 'One transfer pays several orders'],
  refunded: ['คืนเงิน', 'Refund recorded'],
  cod_collected: ['ขนส่งเก็บเงินปลายทางแล้ว', 'COD collected'],
  cod_remitted: ['ได้รับเงิน COD จากขนส่ง', 'COD paid out'],
  cod_failed: ['COD เก็บเงินไม่ได้', 'COD not collected'],
  cod_payout_undone: ['ยกเลิกยอดโอน COD', 'COD payout undone'],
  booking_queued: ['ขอเลขพัสดุ', 'Tracking number requested'],
  booking_failed: ['ขอเลขพัสดุไม่สำเร็จ', 'Tracking number request failed'],
  booking_dropped: ['ยกเลิกการขอเลขพัสดุ', 'Tracking number request canceled'],
  cancellation_refused: ['ขนส่งไม่รับยกเลิกพัสดุ', 'Cancellation rejected by courier'],
  shipment_booked: ['ได้เลขพัสดุ', 'Tracking number added'],
  tracking_number_changed: ['แก้เลขพัสดุ', 'Tracking number changed'],
  shipment_picked_up: ['ส่งให้ขนส่ง', 'Parcel handed over'],
  handover_undone: ['ยกเลิกการส่งให้ขนส่ง', 'Handover undone'],
  shipment_moved: ['สถานะพัสดุเปลี่ยน', 'Parcel status updated'],
  shipment_canceled: ['ยกเลิกพัสดุ', 'Parcel canceled'],
  packed: ['แพ็กครบแล้ว', 'Packed'],
  packing_restarted: ['เริ่มแพ็กใหม่', 'Packing reset'],
  missing_reported: ['แจ้งของขาดหรือชำรุด', 'Missing or damaged items reported'],
  items_left_for_later: ['ของขาด ส่งภายหลัง', 'Missing items left for later'],
  items_closed_as_missing: ['ของขาด ไม่ส่ง', 'Missing items closed'],
  items_closed_as_refunded: ['คืนเงินแล้ว ไม่ส่ง', 'Refunded items closed'],
  short_settled: ['ส่งไม่ครบ ไม่คืนเงิน', 'Shipped short, no refund'],
  return_settled: ['ลูกค้าคืนสินค้า ไม่คืนเงิน', 'Items returned, no refund'],
  goods_returned: ['คืนเข้าสต็อก', 'Items restocked'],
  receipt_issued: ['ออกใบเสร็จ', 'Receipt issued'],
  receipt_replaced: ['ยกเลิกใบเสร็จและออกใหม่', 'Receipt canceled and replaced'],
  credit_note_issued: ['ออกใบลดหนี้', 'Credit note issued'],
  refund_voucher_issued: ['ออกใบสำคัญคืนเงิน', 'Refund voucher issued'],
  buyer_link_made: ['สร้างลิงก์ชำระเงิน', 'Customer payment link created'],
  buyer_link_revoked: ['ยกเลิกลิงก์ชำระเงิน', 'Customer payment link revoked'],
  completed: ['คำสั่งซื้อสำเร็จ', 'Order completed'],
  reopened: ['เปิดคำสั่งซื้ออีกครั้ง', 'Order reopened'],
  canceled: ['ยกเลิกคำสั่งซื้อ', 'Order canceled'],
  expired: ['หมดเวลาชำระ', 'Order expired'],
} satisfies Record<string, Name>;
