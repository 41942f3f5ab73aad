import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openBusyDemoStore } from '../busy-demo-store.ts';
import { addressOf, type Crawled, crawl, isPage, PAGES, recordPage, screenAt } from '../crawl.ts';
import { type Browser, signedIn } from '../office.ts';
import { morePages } from '../office-routes.ts';
import type { Shop } from '../support.ts';
import { closeWindow, DESK, openWindow, overflows, PHONE, SMALL_PHONE, saveScreenshot, violations } from './browser.ts';

let crawled: Awaited<ReturnType<typeof findPages>> | undefined;

/** Every page and every broken link. The demo store is always the same, so it is crawled once. */
async function everyPage(shop: Shop) {
  const browser = await signedIn(shop, { name: 'crawler' });
  crawled ??= await findPages(shop, browser); // not its promise: see once.ts
  return crawled;
}

async function findPages(shop: Shop, browser: Browser): Promise<Pick<Crawled, 'pages' | 'brokenLinks'>> {
  const found = await crawl(browser);
  return {
    pages: found.pages,
    brokenLinks: [...found.brokenLinks, ...(await openTheRest(browser, found, morePages(shop)))],
  };
}

/** Opens screens without a link, e.g. fragments; reports unreachable ones. */
async function openTheRest(browser: Browser, found: Crawled, more: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const screen of PAGES) {
    if (found.pages.has(screen.path) || screen.access === 'anyone') continue;
    const address = more.find((path) => screenAt(path) === screen) ?? addressOf(screen, found);
    if (address === undefined) {
      problems.push(`no link to ${screen.path}`);
      continue;
    }
    const { status, html } = await recordPage(browser, found, address);
    if (status >= 500) problems.push(`${address} answers ${status}`);
    if (status < 400 && isPage(html) && screenAt(browser.page.path) === screen) found.pages.set(screen.path, [address]);
  }
  return problems;
}

/** Thai words are long, so they are checked on the narrower phone. */
const PHONE_OF = { th: SMALL_PHONE, en: PHONE };
/** axe is slow, and pages hardly differ between languages: it checks half of the pages in each, at one size. */
const AXE_AT = { th: SMALL_PHONE, en: DESK };
const isCheckedByAxe = (index: number, language: 'th' | 'en'): boolean => (index % 2 === 0) === (language === 'en');

/** Checks every page at desktop and phone size: in Thai in light colors, in English in dark ones. */
export async function checkEveryPage(language: 'th' | 'en'): Promise<void> {
  const { shop } = await openBusyDemoStore();
  const { pages, brokenLinks } = await everyPage(shop);
  const shown = [...pages].map(([screen, paths]) => ({
    screen,
    path: (language === 'th' ? paths[0] : paths.at(-1)) ?? '',
  }));
  const guests = PAGES.filter(({ access }) => access === 'anyone').map(({ path }) => ({ screen: path, path }));
  const isDark = language === 'en';
  const problems = [...brokenLinks];
  const inside = await openWindow(shop, { account: { name: 'walker' }, language, isDark });
  for (const [i, page] of shown.entries())
    problems.push(...(await pageProblems(inside, page, language, isCheckedByAxe(i, language))));
  const outside = await openWindow(shop, { language, isDark });
  for (const page of guests) problems.push(...(await pageProblems(outside, page, language, true)));
  await closeWindow(inside);
  await closeWindow(outside);
  assert.deepEqual(problems, []);
}

/** Problems of a page at both sizes. The first is the current size of the window, so that it is resized only once. */
async function pageProblems(
  page: Page,
  { screen, path }: { screen: string; path: string },
  language: 'th' | 'en',
  withAxe: boolean,
) {
  const problems: string[] = [];
  await page.goto(`/office${path}`);
  const isWide = page.viewportSize()?.width === DESK.width;
  const phone = PHONE_OF[language];
  for (const size of isWide ? [DESK, phone] : [phone, DESK]) {
    await page.setViewportSize(size);
    await saveScreenshot(page, `${language}-${size.width}${screen.replace(/[/:]+/g, '-').replace(/-$/, '-today')}`);
    const wrong = [...(await overflows(page)), ...(withAxe && size === AXE_AT[language] ? await violations(page) : [])];
    problems.push(...wrong.map((what) => `/office${path} at ${size.width}: ${what}`));
  }
  return problems;
}
