import path from 'node:path';
import type { Page } from 'playwright-core';
import { assertNoOverflow, assertNoViolations } from '../browser/browser.ts';
import type { Receiver } from '../receiver.ts';
import type { Goods } from './goods.ts';
import { pageMeter } from './measurements.ts';
import type { RunningStore } from './store.ts';

export interface Display {
  size: { width: number; height: number };
  language: 'th' | 'en';
  isDark: boolean;
}

export interface DayOrder {
  id: string;
  lines: readonly (readonly [goods: Goods, qty: number])[];
  /** Baht. */
  total: number;
  kind: 'transfer' | 'cod';
}

/** Effort of the owner for a task. */
export interface Effort {
  clicks: number;
  seconds: number;
}

export interface Day extends Display {
  store: RunningStore;
  page: Page;
  receiver: Receiver;
  /** In the order of their numbers. */
  orders: DayOrder[];
  /** A partner's access token. */
  token: string;
  /** Baht, as this script counts them. */
  money: { received: number; refunded: number };
  /** Pieces by SKU; missing ones were found by the stock count. */
  stock: { returned: Record<string, number>; missing: Record<string, number> };
  /** Checks the page, saves its picture and measures its first load. */
  checkPage: (name: string, page?: Page) => Promise<void>;
  /** Measures the clicks and seconds of a task. */
  time: <T>(task: string, act: () => Promise<T>) => Promise<T>;
  /** By task, once for each time it was done. */
  efforts: Map<string, Effort[]>;
  /** Bytes of the first load, by page. */
  weights: Map<string, number>;
}

export const nameOf = ({ size, language, isDark }: Display): string =>
  [size.width < 500 ? 'phone' : 'desktop', language, isDark ? 'dark' : 'light'].join('-');

export const totalOf = (lines: DayOrder['lines']): number =>
  lines.reduce((sum, [{ price }, qty]) => sum + price * qty, 0);

type DayOptions = Pick<Day, 'size' | 'language' | 'isDark' | 'store' | 'page' | 'receiver'>;

/** @param pictures folder for the pictures of pages */
export async function beginDay(options: DayOptions, pictures: string | undefined): Promise<Day> {
  const { page } = options;
  const meter = await pageMeter(page);
  const efforts: Day['efforts'] = new Map();
  let shown = 0;
  return {
    ...options,
    orders: [],
    token: '',
    money: { received: 0, refunded: 0 },
    stock: { returned: {}, missing: {} },
    efforts,
    weights: meter.weights,
    checkPage: async (name, shownPage = page) => {
      shown += 1;
      const file = `${nameOf(options)}-${String(shown).padStart(2, '0')}-${name}.png`;
      if (pictures !== undefined)
        await shownPage.screenshot({ path: path.join(pictures, file), fullPage: true, caret: 'initial' });
      await assertNoOverflow(shownPage);
      await assertNoViolations(shownPage);
      await meter.weigh(name, shownPage.url());
    },
    time: async (task, act) => {
      const clicks = meter.clicks();
      const start = performance.now();
      const result = await act();
      const effort = { clicks: meter.clicks() - clicks, seconds: (performance.now() - start) / 1000 };
      efforts.set(task, [...(efforts.get(task) ?? []), effort]);
      return result;
    },
  };
}
