import { bangkokDay, dayStart } from '../../../lib/calendar.ts';
import { isCampaign, isPayday, isSunday, isWeekend, nextOpenTime, orderTime, packingTimes } from './business-hours.ts';
import { Chance } from './chance.ts';
import type { StepName } from './order-steps.ts';
import type { OrderPlan } from './orders.ts';
import { DAY, DAYS, DETAILED, HOUR, MINUTE, type Scene } from './scene.ts';

type Steps = { at: number; do: StepName }[];

/** The orders of the last hours are in recent-orders.ts. */
const LAST_HOURS = 14 * HOUR;

/** The orders of 90 days. */
export function plannedOrders({ seed, end }: Pick<Scene, 'seed' | 'end'>): OrderPlan[] {
  const today = bangkokDay(end);
  const plans: OrderPlan[] = [];
  for (let daysAgo = DAYS - 1; daysAgo >= 0; daysAgo -= 1) {
    const day = today - daysAgo;
    const chance = new Chance(seed, daysAgo);
    const count = ordersOf(chance, day);
    for (let i = 0; i < count; i += 1) plans.push(orderOfDay(new Chance(seed, daysAgo, i), plans.length + 1, day, end));
  }
  return plans.filter(({ at }) => at < end - LAST_HOURS);
}

function ordersOf(chance: Chance, day: number): number {
  if (isCampaign(day)) return chance.between(14, 18);
  const usual = isWeekend(day) ? chance.between(5, 8) : chance.between(3, 5);
  return usual + (isPayday(day) ? 2 : 0);
}

const WITH_SLIPS = 5 * DAY; // slips of older orders would delay the start
const INVOICED = 45 * DAY;

function orderOfDay(chance: Chance, serial: number, day: number, end: number): OrderPlan {
  const at = orderTime(chance, day);
  const from = chance.happens(0.1) ? 'wholesale' : chance.happens(0.25) ? 'office' : 'page';
  const isCod = from !== 'wholesale' && chance.happens(0.36);
  const shippingType = chance.of(['flash', 'flash', 'flash', 'kex', 'kex', isCod ? 'kex' : 'ems', 'jt']); // no EMS numbers for COD
  const isDetailed = at > end - DETAILED;
  const hasSlip = at > end - WITH_SLIPS && !isCod && chance.happens(0.6);
  const order = { chance, serial, transfer: serial, at, from, isCod, shippingType, hasSlip } as const;
  if (!isCod && chance.happens(0.05)) return { ...order, steps: [], hasSlip: false, expires: at + DAY };
  if (chance.happens(0.03)) return { ...order, steps: [{ at: nextOpenTime(at + HOUR), do: 'cancel' }], hasSlip: false };
  const paid = isCod ? [] : paymentSteps(chance, at, hasSlip);
  const invoice = from === 'wholesale' && at > end - INVOICED ? invoiceSteps(paid) : [];
  const shipping = shippingSteps(chance, paid.at(-1)?.at ?? nextOpenTime(at), isCod);
  return { ...order, steps: [...paid, ...invoice, ...shipping.filter((step) => isDetailed || !DETAILS.has(step.do))] };
}

const DETAILS: ReadonlySet<StepName> = new Set(['pack', 'in_transit', 'out_for_delivery']);

function paymentSteps(chance: Chance, at: number, reports: boolean): Steps {
  if (!reports) return [{ at: nextOpenTime(at + chance.between(2, 90) * MINUTE), do: 'pay' }];
  const report = at + chance.between(4, 120) * MINUTE;
  return [
    { at: report, do: 'report' },
    { at: nextOpenTime(report + chance.between(3, 60) * MINUTE), do: 'confirm' },
  ];
}

/** Resellers get a tax invoice with the payment. */
const invoiceSteps = (paid: Steps): Steps => paid.slice(-1).map(({ at }) => ({ at: at + 10_000, do: 'invoice' }));

const RETURNED = 0.04;

function shippingSteps(chance: Chance, ready: number, isCod: boolean): Steps {
  const { pack, pickUp } = packingTimes(chance, ready);
  const arrival = dayStart(bangkokDay(pickUp) + chance.of([1, 1, 2, 2, 3])) + 8 * HOUR + chance.between(0, 90) * MINUTE;
  const delivery = arrival + chance.between(40, 480) * MINUTE;
  const steps: Steps = [
    { at: pack, do: 'pack' },
    { at: pack + 4 * MINUTE, do: 'book' },
    { at: pickUp, do: 'pick_up' },
    { at: pickUp + chance.between(240, 600) * MINUTE, do: 'in_transit' },
    { at: arrival, do: 'out_for_delivery' },
  ];
  if (!chance.happens(RETURNED)) return [...steps, { at: delivery, do: 'delivered' }];
  return [...steps, ...returnSteps(delivery, isCod)];
}

function returnSteps(failed: number, isCod: boolean): Steps {
  const back = dayStart(bangkokDay(failed) + 3) + 13 * HOUR;
  const opened = isSunday(bangkokDay(back) + 1) ? back + 2 * DAY : back + DAY;
  return [
    { at: failed, do: 'delivery_failed' },
    { at: failed + DAY, do: 'returning' },
    { at: back, do: 'returned' },
    { at: opened, do: 'restock' },
    isCod ? { at: opened + 10 * MINUTE, do: 'cancel' } : { at: opened + 2 * HOUR, do: 'refund' },
  ];
}
