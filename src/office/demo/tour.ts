import { countToFinish, doneSteps, TOUR_STEPS, type TourStep } from '../../domain/demo/tour.ts';
import { type Demo, demoOf } from '../../domain/demo-mark.ts';
import { permits, type RequiredPermissions } from '../access.ts';
import { type GuestContext, StoreContext } from '../request-context.ts';
import { demoTexts } from './demo-texts.ts';

/** A step as the pages show it. */
export interface ShownStep {
  name: TourStep;
  title: string;
  hint: string;
  action: string;
  href: string;
  isDone: boolean;
}

export const PAYOUT_FILE = '/demo/cod-payout.csv';

/** Permissions that complete a step; viewing it needs fewer. */
const NEEDED: Record<TourStep, RequiredPermissions> = {
  slip: 'money',
  packing: 'orders',
  payout: 'money',
  count: 'stock',
  order: 'orders and customer_data',
};

/** The steps that the account may do; none outside of the demo's store. */
export function shownSteps(context: StoreContext, demo: Demo): ShownStep[] {
  if (context.store.id !== demo.storeId) return [];
  const t = demoTexts(context.language);
  const done = doneSteps(context.db, demo);
  return TOUR_STEPS.filter((name) => permits(context.account, NEEDED[name])).map((name) => ({
    name,
    title: t[`${name}Title`],
    hint: t[`${name}Hint`],
    action: t[`${name}Action`],
    href: hrefOf(context, demo, name),
    isDone: done.has(name),
  }));
}

const HREFS: Record<Exclude<TourStep, 'count'>, string> = {
  slip: '/office/orders?tab=to_confirm',
  packing: '/office/orders/pack',
  payout: '/office/orders/cod/remit',
  order: '/office/orders/new',
};

function hrefOf({ db }: StoreContext, { storeId }: Demo, step: TourStep): string {
  if (step !== 'count') return HREFS[step];
  const sheet = countToFinish(db, storeId);
  return sheet === undefined ? '/office/stock/counts' : `/office/stock/counts/${sheet}`;
}

/** The tour of an open demo for this page; undefined for guests and once it is closed. */
export function tourOf(context: GuestContext): { demo: Demo; steps: readonly ShownStep[] } | undefined {
  const demo = demoOf(context.db);
  if (!demo || !(context instanceof StoreContext)) return undefined;
  const steps = shownSteps(context, demo);
  return steps.length === 0 ? undefined : { demo, steps };
}
