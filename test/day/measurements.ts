import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Day, Effort } from './day.ts';
import type { LoggedRequest } from './store.ts';

const MAX_WEIGHT = 150_000; // bytes of a first load

/** Counts the clicks on a page, and measures the bytes of its first load in a second tab without a cache. */
export async function pageMeter(page: Page) {
  let clicks = 0;
  await page.exposeBinding('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript({ content: 'addEventListener("click", (e) => { if (e.isTrusted) countClick(); }, true);' });
  const weights = new Map<string, number>();
  const bytesOf = await openUncachedTab(page);
  return {
    clicks: () => clicks,
    weights,
    weigh: async (name: string, url: string) => {
      const weight = await bytesOf(url);
      if (weight === undefined) return;
      weights.set(name, weight);
      assert.ok(weight <= MAX_WEIGHT, `${name} weighs ${weight} bytes`);
    },
  };
}

/** A function that loads a page without a cache. @returns the bytes received, undefined if it cannot be loaded again */
async function openUncachedTab(page: Page): Promise<(url: string) => Promise<number | undefined>> {
  const tab = await page.context().newPage();
  const session = await page.context().newCDPSession(tab);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  let received = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received += encodedDataLength;
  });
  return async (url) => {
    received = 0;
    const response = await tab.goto(url);
    await tab.waitForLoadState('networkidle');
    const weight = received;
    await tab.goto('about:blank');
    return response?.ok() ? weight : undefined;
  };
}

/** Prints clicks and seconds of each task, the heaviest pages and the slowest ones. */
export function report({ efforts, weights, store }: Pick<Day, 'efforts' | 'weights' | 'store'>): void {
  for (const [task, all] of efforts) {
    const mean = (value: (effort: Effort) => number) =>
      all.reduce((sum, effort) => sum + value(effort), 0) / all.length;
    console.log(
      `${task}: ${mean(({ clicks }) => clicks).toFixed(1)} clicks, ${mean(({ seconds }) => seconds).toFixed(1)} s`,
    );
  }
  const heaviest = [...weights].sort(([, a], [, b]) => b - a).slice(0, 5);
  for (const [name, bytes] of heaviest) console.log(`${name}: ${(bytes / 1000).toFixed(1)} kB`);
  for (const { route, median, max, count } of slowestRoutes(store.requests()).slice(0, 8))
    console.log(`${route}: ${median} ms, at most ${max} ms in ${count} requests`);
}

/** The slowest pages of the office, by their median. */
export function slowestRoutes(
  requests: readonly LoggedRequest[],
): { route: string; median: number; max: number; count: number }[] {
  const pages = requests.filter(
    ({ method, route, status }) => method === 'GET' && status === 200 && /^\/(office|o)\b/.test(route),
  );
  return [...Map.groupBy(pages, ({ route }) => route)]
    .map(([route, all]) => {
      const times = all.map(({ ms }) => ms).sort((a, b) => a - b);
      return { route, median: times[Math.floor(times.length / 2)] ?? 0, max: times.at(-1) ?? 0, count: times.length };
    })
    .sort((a, b) => b.median - a.median);
}
