import type { WriteTx } from '../../../db/write-tx.ts';
import { type Money, parseMoney, ZERO } from '../../../lib/money.ts';
import { expireOrders } from '../../orders/close.ts';
import { createOrder } from '../../orders/create.ts';
import { createManualOrder, priceOrder } from '../../orders/create-manual-order.ts';
import { byUser } from '../../orders/history.ts';
import type { Order } from '../../orders/order.ts';
import type { OrderInput, OrderLineInput } from '../../orders/order-input.ts';
import type { Chance } from './chance.ts';
import type { DemoOrder } from './demo-order.ts';
import { payTimeOf, runStep, type StepName } from './order-steps.ts';
import { addRemarks, type Remarks } from './remarks.ts';
import { availableIn, DAY, HOUR, MINUTE, type Scene } from './scene.ts';
import type { Story } from './timeline.ts';

/** An order and its course. */
export interface OrderPlan {
  /** A number that no other order of the history has. */
  serial: number;
  at: number;
  chance: Chance;
  from: 'page' | 'wholesale' | 'office';
  isCod: boolean;
  shippingType: string;
  /** Whether the reported payment has a slip. */
  hasSlip: boolean;
  /** Number of the transfer that the slip shows. */
  transfer: number;
  /** Amount that the customer transfers in excess. */
  overpaid?: Money;
  steps: readonly { at: number; do: StepName }[];
  note?: string;
  /** When the order ends if it is not paid. */
  expires?: number;
  shipBy?: number;
  /** Requests a tracking number as soon as the order may be shipped. */
  isBooked?: boolean;
  /** Whether the customer orders a gift set. */
  isGift?: boolean;
  /** Whether the customer has not given the house number yet, so that the order waits. */
  lacksHouse?: boolean;
  remarks?: Remarks;
}

/** When the customer reports the payment with a slip; undefined if this is not before the end. */
export function reportTimeOf({ hasSlip, steps }: OrderPlan, end: number): number | undefined {
  const time = hasSlip ? steps.find((step) => step.do === 'report')?.at : undefined;
  return time !== undefined && time < end ? time : undefined;
}

/** Runs the events of an order, from its creation. */
export function* orderStory(scene: Scene, plan: OrderPlan): Story {
  const { tx, now } = yield { at: plan.at };
  const placed = placeOrder(tx, scene, plan, now);
  if (!placed) return;
  const order = demoOrder(scene, plan, placed);
  const reportTime = reportTimeOf(plan, scene.end);
  const slip = reportTime === undefined ? undefined : drawSlipOf(order, plan.transfer, payTimeOf(reportTime));
  if (plan.remarks) addRemarks(scene, placed, plan.remarks, yield { at: plan.at + 3 * MINUTE });
  for (const step of plan.steps) {
    const moment = yield { at: step.at, ...(slip && step.do === 'report' && { after: slip }) };
    runStep(step.do, order, moment);
  }
  if (plan.expires === undefined) return;
  const moment = yield { at: plan.expires + 1_000 };
  expireOrders(moment.tx, moment.now);
}

const demoOrder = (scene: Scene, { serial, shippingType, overpaid = ZERO }: OrderPlan, placed: Order): DemoOrder => ({
  scene,
  serial,
  shippingType,
  orderId: placed.id,
  channelId: placed.channelId,
  total: placed.total,
  transferred: (placed.total + overpaid) as Money,
});

async function drawSlipOf(order: DemoOrder, transfer: number, time: number): Promise<void> {
  const { scene, serial, transferred: amount } = order;
  order.slip = await scene.drawSlip({ amount, time, serial, transfer });
}

/** Undefined if nothing that the customer wants is in stock. */
function placeOrder(tx: WriteTx, scene: Scene, plan: OrderPlan, now: number): Order | undefined {
  const { from } = plan;
  const lines = plan.isGift ? [{ variantId: scene.giftSet, qty: 1 }] : wantedLines(tx, scene, plan);
  if (lines.length === 0) {
    if (from !== 'office') scene.called(scene.channels[from], 'order/create', now, OUT_OF_STOCK);
    return undefined;
  }
  const input = withCod(tx, scene, plan, inputOf(scene, plan, lines));
  if (from === 'office')
    return createManualOrder(
      tx,
      scene.storeId,
      { ...input, formKey: `demo-${plan.serial}` },
      byUser(scene.staff.seller, now),
    );
  const channel = scene.channels[from];
  scene.called(channel, 'order/create', now);
  const externalOrderId = `${from === 'page' ? 'SP' : 'WS'}-${10_000 + plan.serial}`;
  return createOrder(tx, channel, { ...input, externalOrderId }, now).order;
}

const OUT_OF_STOCK = {
  status: 400,
  error: 'invalid_request',
  description: 'products[0].qty: 2 are needed, 0 are available',
};

const baht = (amount: number): Money => parseMoney(String(amount)) as Money;

function inputOf(scene: Scene, plan: OrderPlan, lines: readonly OrderLineInput[]): OrderInput {
  const { chance, from, note } = plan;
  const { address1, ...area } = from === 'wholesale' ? chance.of(scene.companies) : chance.ofPopular(scene.customers);
  const recipientAddress = plan.lacksHouse ? area : { address1, ...area };
  const channels = ['facebook', 'line', 'tiktok', 'sales_page', 'instagram'];
  return {
    shippingType: plan.shippingType,
    lines,
    recipientAddress,
    salesChannel: from === 'wholesale' ? 'phone' : chance.ofPopular(channels),
    discount: chance.happens(0.15) ? baht(20) : ZERO,
    shippingFee: from === 'wholesale' ? ZERO : baht(chance.of([40, 45, 45, 50])),
    otherFee: ZERO,
    shipBeforePay: false,
    autoRequestXshipping: plan.isBooked ?? false,
    shipDeadlineTime: plan.shipBy ?? plan.at + 2 * DAY + 6 * HOUR,
    ...(note !== undefined && { privateNote: note }),
    ...(plan.expires !== undefined && { expirationTime: plan.expires }),
  };
}

/** The courier collects what the customer owes. */
function withCod(tx: WriteTx, scene: Scene, { isCod, from }: OrderPlan, input: OrderInput): OrderInput {
  if (!isCod) return input;
  const priceTierId = from === 'office' ? undefined : (scene.channels[from].priceTierId ?? undefined);
  const fee = baht(20);
  const { due } = priceOrder(tx, scene.storeId, { ...input, priceTierId, cod: { fee } });
  return { ...input, cod: { fee, amount: due } };
}

/** One to three products that are in stock. */
function wantedLines(tx: WriteTx, scene: Scene, { chance, from }: OrderPlan): OrderLineInput[] {
  const wanted = new Map<OrderLineInput['variantId'], number>();
  const count = chance.of([1, 1, 1, 2, 2, 3]);
  for (let i = 0; i < count; i += 1) {
    const { id } = chance.ofPopular(scene.variants);
    const qty = from === 'wholesale' ? chance.between(4, 10) : chance.of([1, 1, 1, 1, 2, 2, 3]);
    if (!wanted.has(id) && availableIn(tx, scene, id) >= qty) wanted.set(id, qty);
  }
  return [...wanted].map(([variantId, qty]) => ({ variantId, qty }));
}
