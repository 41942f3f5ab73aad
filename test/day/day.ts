import path from 'node:path';
import type { Page } from 'playwright-core';
import { nothingOverflows, noViolations } from '../browser/browser.ts';
import type { Receiver } from '../receiver.ts';
import type { Goods } from './goods.ts';
import { pageMeter } from './measurements.ts';
import type { RunningStore } from './store.ts';

/** Size, language and colours of the browser. */
export interface How {
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

/** What an action costs the owner. */
export interface Effort {
  clicks: number;
  seconds: number;
}

export interface Day extends How {
  store: RunningStore;
  page: Page;
  receiver: Receiver;
  /** In the order of their numbers. */
  orders: DayOrder[];
  /** A partner's access token. */
  token: string;
  /** Baht that came in and went out, by this script's own reckoning. */
  money: { received: number; refunded: number };
  /** Pieces that came back, and pieces that were missing when counted, by SKU. */
  stock: { returned: Record<string, number>; missing: Record<string, number> };
  /** Checks the page, saves its picture and measures its first load. */
  look: (name: string, page?: Page) => Promise<void>;
  /** Measures how long the owner needs for something. */
  time: <T>(what: string, act: () => Promise<T>) => Promise<T>;
  /** Clicks and seconds by what they are for. */
  efforts: Map<string, Effort[]>;
  weights: Map<string, number>;
}

export const nameOf = ({ size, language, isDark }: How): string =>
  [size.width < 500 ? 'phone' : 'desktop', language, isDark ? 'dark' : 'light'].join('-');

export const totalOf = (lines: DayOrder['lines']): number =>
  lines.reduce((sum, [{ price }, qty]) => sum + price * qty, 0);

type Begun = Pick<Day, 'size' | 'language' | 'isDark' | 'store' | 'page' | 'receiver'>;

/** @param pictures folder for the pictures of pages */
export async function beginDay(begun: Begun, pictures: string | undefined): Promise<Day> {
  const { page } = begun;
  const meter = await pageMeter(page);
  const efforts: Day['efforts'] = new Map();
  let shown = 0;
  return {
    ...begun,
    orders: [],
    token: '',
    money: { received: 0, refunded: 0 },
    stock: { returned: {}, missing: {} },
    efforts,
    weights: meter.weights,
    look: async (name, shownPage = page) => {
      shown += 1;
      const file = `${nameOf(begun)}-${String(shown).padStart(2, '0')}-${name}.png`;
      if (pictures !== undefined)
        await shownPage.screenshot({ path: path.join(pictures, file), fullPage: true, caret: 'initial' });
      await nothingOverflows(shownPage);
      await noViolations(shownPage);
      await meter.weigh(name, shownPage.url());
    },
    time: async (what, act) => {
      const clicks = meter.clicks();
      const start = performance.now();
      const result = await act();
      const effort = { clicks: meter.clicks() - clicks, seconds: (performance.now() - start) / 1000 };
      efforts.set(what, [...(efforts.get(what) ?? []), effort]);
      return result;
    },
  };
}
