import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, type TestContext, test } from 'node:test';
import type axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { LANGUAGE_COOKIE } from '../../src/office/http/cookies.ts';
import { signedIn, type WhoSignsIn } from '../office.ts';
import type { Shop } from '../support.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update', '--hide-scrollbars'],
];

/** A folder to put pictures of pages into, so that somebody looks at them; without it none are taken. */
const PICTURES = process.env.RAAN_PICTURES;

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 800 };

/** A test that needs Chromium: without it, it fails where everything has to be there, and is skipped elsewhere. */
export function browserTest(fact: string, prove: (t: TestContext) => Promise<void>): void {
  const isThere = existsSync(CHROMIUM);
  const skip = isThere || process.env.CI === 'true' ? false : `there is no ${CHROMIUM}: install Debian's chromium`;
  test(fact, { skip }, (t) => {
    assert.ok(isThere, `there is no ${CHROMIUM}: install Debian's chromium`);
    return prove(t);
  });
}

let running: Promise<Browser> | undefined;

/** The one Chromium of the test file, gone when that is done. */
const browser = (): Promise<Browser> => {
  running ??= chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  return running;
};
after(async () => (await running)?.close());

export interface WindowOptions {
  /** Who has signed in; undefined: nobody. */
  who?: WhoSignsIn | undefined;
  size?: { width: number; height: number };
  language?: 'th' | 'en';
  javaScript?: boolean;
}

/** A page in a window of its own, on nothing yet. What its scripts throw and its policy refuses comes up at its end. */
export async function openWindow(
  shop: Shop,
  { who, size = DESK, language = 'th', javaScript = true }: WindowOptions = {},
): Promise<Page> {
  const context = await (await browser()).newContext({
    baseURL: shop.url,
    viewport: size,
    javaScriptEnabled: javaScript,
    locale: language === 'th' ? 'th-TH' : 'en-GB',
    timezoneId: 'Asia/Bangkok',
    hasTouch: size.width < 500,
  });
  context.setDefaultTimeout(30_000);
  const { cookies } = who ? await signedIn(shop, { language, ...who }) : { cookies: [[LANGUAGE_COOKIE, language]] };
  await context.addCookies([...cookies].map(([name = '', value = '']) => ({ name, value, url: shop.url })));
  const page = await context.newPage();
  const found: string[] = [];
  troubles.set(page, found);
  page.on('pageerror', (error) => found.push(`a script of ${page.url()} failed: ${error.message}`));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) found.push(`${page.url()}: ${message.text()}`);
  });
  return page;
}

const troubles = new WeakMap<Page, string[]>();

/** Closes the page and its window. Nothing must have gone wrong in it. */
export async function closeWindow(page: Page): Promise<void> {
  await page.context().close();
  assert.deepEqual(troubles.get(page), []);
}

const AXE = readFileSync(path.join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

/** Nothing on the page keeps people who see, hear or move otherwise from using it, as far as axe can tell. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations: found } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: axe.Result[];
  };
  return found.map(
    ({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

const LOOK = readFileSync(path.join(import.meta.dirname, 'overflow.js'), 'utf8');

/** Text that is cut off, runs out of the window or lies on other text. */
export const overflows = async (page: Page): Promise<string[]> => (await page.evaluate(LOOK)) as string[];

export async function noViolations(page: Page): Promise<void> {
  assert.deepEqual(await violations(page), [], page.url());
}

export async function nothingOverflows(page: Page): Promise<void> {
  assert.deepEqual(await overflows(page), [], page.url());
}

/** A picture of the whole page into the folder that RAAN_PICTURES names, if it names one. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  const file = path.join(PICTURES, `${name}.png`);
  await page.screenshot({ path: file, fullPage: true, caret: 'initial' }); // to hide it styles are put in
}
