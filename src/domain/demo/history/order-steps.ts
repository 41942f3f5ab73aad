import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { cancelOrder } from '../../orders/close.ts';
import { type Act, byChannel, byUser } from '../../orders/history.ts';
import { existingOrder } from '../../orders/order.ts';
import { markPacked } from '../../orders/packing.ts';
import { confirmPayment, notifyPayment, rejectPayment, takePayment } from '../../orders/payments/payments.ts';
import { issueReceipt } from '../../orders/payments/receipts.ts';
import { refundOrder } from '../../orders/payments/refund.ts';
import { pickUp, type StatusAfterPickUp } from '../../orders/shipments/move.ts';
import { returnGoods } from '../../orders/shipments/return.ts';
import type { DemoOrder } from './demo-order.ts';
import { bookParcel, moveParcel } from './parcels.ts';
import type { Moment } from './timeline.ts';

/** Steps of an order after its creation. */
export type StepName =
  | 'report'
  | 'confirm'
  | 'reject'
  | 'pay'
  | 'deposit'
  | 'invoice'
  | 'pack'
  | 'book'
  | 'book_part'
  | 'pick_up'
  | StatusAfterPickUp
  | 'restock'
  | 'refund'
  | 'cancel';

const BAHT = 10_000; // in money

type Step = (order: DemoOrder, moment: Moment) => void;

const bySeller = ({ scene }: DemoOrder, { now }: Moment): Act => byUser(scene.staff.seller, now);
const byPacker = ({ scene }: DemoOrder, { now }: Moment): Act => byUser(scene.staff.packer, now);

const move =
  (to: StatusAfterPickUp): Step =>
  (order, moment) =>
    moveParcel(order, moment, to);

/** When the money was transferred that is reported, or recorded as a refund, at this time. */
export const payTimeOf = (reportTime: number): number => reportTime - 90_000;

const STEPS: Record<StepName, Step> = {
  report: (order, moment) => {
    const { orderId, channelId, transferred: amount, slip } = order;
    const { account: bankAccountId } = order.scene;
    const act = channelId === null ? bySeller(order, moment) : byChannel(channelId, moment.now);
    const transfer = { method: 'transfer', bankAccountId, payTime: payTimeOf(moment.now) } as const;
    const slipReading = slip && { code: slip.code, turn: 0 as const };
    const report = { ...transfer, amount, slip: slip?.picture, slipReading };
    order.paymentId = notifyPayment(moment.tx, orderId, report, act).paymentId;
  },
  confirm: (order, moment) => confirmPayment(moment.tx, order.paymentId as Id, bySeller(order, moment)),
  reject: (order, moment) =>
    rejectPayment(moment.tx, order.paymentId as Id, 'ยอดในสลิปไม่ตรงกับออร์เดอร์', bySeller(order, moment)),
  pay: (order, moment) => takePayment(moment.tx, order.orderId, { method: 'promptpay' }, bySeller(order, moment)),
  deposit: (order, moment) => {
    const half = (order.total - (order.total % (2 * BAHT))) / 2;
    takePayment(moment.tx, order.orderId, { method: 'promptpay', amount: half as Money }, bySeller(order, moment));
  },
  invoice: (order, moment) => {
    issueReceipt(moment.tx, order.orderId, bySeller(order, moment));
  },
  pack: (order, moment) => markPacked(moment.tx, order.orderId, byPacker(order, moment)),
  book: (order, moment) => bookParcel(order, moment),
  book_part: (order, moment) => bookParcel(order, moment, true),
  pick_up: (order, moment) => pickUp(moment.tx, order.shipmentId as Id, {}, byPacker(order, moment)),
  in_transit: move('in_transit'),
  out_for_delivery: move('out_for_delivery'),
  delivered: move('delivered'),
  delivery_failed: move('delivery_failed'),
  returning: move('returning'),
  returned: move('returned'),
  restock: (order, moment) => {
    const lines = existingOrder(moment.tx, order.orderId).lines.map(({ id, qty }) => ({ lineId: id, qty }));
    returnGoods(moment.tx, order.orderId, { lines, note: 'ลูกค้าไม่รับสาย' }, byPacker(order, moment));
  },
  refund: (order, moment) => {
    const { account: bankAccountId } = order.scene;
    const refund = { note: 'คืนเงินค่าสินค้าที่ตีกลับ', sendTime: payTimeOf(moment.now), bankAccountId };
    refundOrder(moment.tx, order.orderId, refund, bySeller(order, moment));
  },
  cancel: (order, moment) => {
    cancelOrder(moment.tx, order.orderId, 'buyer', bySeller(order, moment));
  },
};

export const runStep = (name: StepName, order: DemoOrder, moment: Moment): void => STEPS[name](order, moment);
