import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { cancelOrder } from '../../orders/close.ts';
import { type Act, byChannel, byCourier, byUser } from '../../orders/history.ts';
import { existingOrder } from '../../orders/order.ts';
import { markPacked } from '../../orders/packing.ts';
import { confirmPayment, notifyPayment, rejectPayment, takePayment } from '../../orders/payments/payments.ts';
import { issueReceipt } from '../../orders/payments/receipts.ts';
import { refundOrder } from '../../orders/payments/refund.ts';
import { bookShipment } from '../../orders/shipments/book.ts';
import { moveShipment, pickUp, type StatusAfterPickUp } from '../../orders/shipments/move.ts';
import { returnGoods } from '../../orders/shipments/return.ts';
import type { Scene } from './scene.ts';
import type { Moment } from './timeline.ts';

/** What happens to an order after it was placed. */
export type StepName =
  | 'report'
  | 'confirm'
  | 'reject'
  | 'pay'
  | 'invoice'
  | 'pack'
  | 'book'
  | 'pick_up'
  | StatusAfterPickUp
  | 'restock'
  | 'refund'
  | 'cancel';

/** An order as its story knows it. */
export interface Told {
  scene: Scene;
  orderId: Id;
  channelId: Id | null;
  total: Money;
  trackingNumber: string;
  /** Of the reported payment. */
  slip?: Uint8Array | undefined;
  paymentId?: Id;
  shipmentId?: Id;
}

type Take = (told: Told, moment: Moment) => void;

const bySeller = ({ scene }: Told, { now }: Moment): Act => byUser(scene.staff.seller, now);
const byPacker = ({ scene }: Told, { now }: Moment): Act => byUser(scene.staff.packer, now);

const move =
  (to: StatusAfterPickUp): Take =>
  (told, moment) =>
    moveShipment(moment.tx, told.shipmentId as Id, to, byCourier(moment.now));

const TAKE: Record<StepName, Take> = {
  report: (told, moment) => {
    const { orderId, channelId, total: amount, slip } = told;
    const { account: bankAccountId } = told.scene;
    const act = channelId === null ? bySeller(told, moment) : byChannel(channelId, moment.now);
    const slipReading = slip && { code: undefined, turn: 0 as const }; // drawn slips have no code to read
    const transfer = { method: 'transfer', bankAccountId, payTime: moment.now - 90_000 } as const;
    const report = { ...transfer, amount, slip, slipReading };
    told.paymentId = notifyPayment(moment.tx, orderId, report, act).paymentId;
  },
  confirm: (told, moment) => confirmPayment(moment.tx, told.paymentId as Id, bySeller(told, moment)),
  reject: (told, moment) =>
    rejectPayment(moment.tx, told.paymentId as Id, 'ยอดในสลิปไม่ตรงกับออร์เดอร์', bySeller(told, moment)),
  pay: (told, moment) => takePayment(moment.tx, told.orderId, { method: 'promptpay' }, bySeller(told, moment)),
  invoice: (told, moment) => {
    issueReceipt(moment.tx, told.orderId, bySeller(told, moment));
  },
  pack: (told, moment) => markPacked(moment.tx, told.orderId, byPacker(told, moment)),
  book: (told, moment) => {
    const { orderId, trackingNumber } = told;
    told.shipmentId = bookShipment(moment.tx, orderId, { trackingNumber }, byPacker(told, moment)).id;
  },
  pick_up: (told, moment) => pickUp(moment.tx, told.shipmentId as Id, {}, byPacker(told, moment)),
  in_transit: move('in_transit'),
  out_for_delivery: move('out_for_delivery'),
  delivered: move('delivered'),
  delivery_failed: move('delivery_failed'),
  returning: move('returning'),
  returned: move('returned'),
  restock: (told, moment) => {
    const lines = existingOrder(moment.tx, told.orderId).lines.map(({ id, qty }) => ({ lineId: id, qty }));
    returnGoods(moment.tx, told.orderId, { lines, note: 'ลูกค้าไม่รับสาย' }, byPacker(told, moment));
  },
  refund: (told, moment) => {
    refundOrder(moment.tx, told.orderId, { note: 'คืนเงินค่าสินค้าที่ตีกลับ' }, bySeller(told, moment));
  },
  cancel: (told, moment) => {
    cancelOrder(moment.tx, told.orderId, 'buyer', bySeller(told, moment));
  },
};

export const takeStep = (name: StepName, told: Told, moment: Moment): void => TAKE[name](told, moment);
