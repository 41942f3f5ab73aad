import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, type TestContext, test } from 'node:test';
import type axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { LANGUAGE_COOKIE } from '../../src/office/http/cookies.ts';
import { type SignInOptions, signedIn } from '../office.ts';
import type { Shop } from '../support.ts';

/** Debian's packages. The headless shell takes a third less CPU, but shows no notifications. */
const PROGRAMS = {
  'chromium-headless-shell': process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  chromium: process.env.CHROMIUM ?? '/usr/bin/chromium',
};

const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update', '--hide-scrollbars'],
];

const cameraFlags = (video: string) => [
  ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  `--use-file-for-fake-video-capture=${video}`,
];

/** Folder for screenshots; without it none are taken. */
const SCREENSHOTS = process.env.RAAN_PICTURES;

export const PHONE = { width: 390, height: 844 };
export const SMALL_PHONE = { width: 360, height: 780 };
export const DESK = { width: 1280, height: 800 };

/** A test that needs a browser. Without it, the test is skipped, or fails in CI. */
export function browserTest(
  title: string,
  run: (t: TestContext) => Promise<void>,
  program: keyof typeof PROGRAMS = 'chromium-headless-shell',
): void {
  const isInstalled = existsSync(PROGRAMS[program]);
  const missing = `${PROGRAMS[program]} is missing: install Debian's ${program}`;
  test(title, { skip: isInstalled || process.env.CI === 'true' ? false : missing }, (t) => {
    assert.ok(isInstalled, missing);
    return run(t);
  });
}

const running = new Map<string, Browser>();
after(() => Promise.all([...running.values()].map((browser) => browser.close())));

interface BrowserOptions {
  program?: keyof typeof PROGRAMS;
  /** The Y4M file that the fake camera of every page plays in a loop. */
  camera?: string | undefined;
}

/** Starts one browser for each program and camera, and reuses it. */
async function launchBrowser({ program = 'chromium-headless-shell', camera = '' }: BrowserOptions): Promise<Browser> {
  const kind = `${program} ${camera}`;
  const args = [...FLAGS, ...(camera ? cameraFlags(camera) : [])];
  const found = running.get(kind) ?? (await chromium.launch({ executablePath: PROGRAMS[program], args }));
  running.set(kind, found); // not its promise: see once.ts
  return found;
}

export interface WindowOptions extends BrowserOptions {
  /** The signed-in account, if any. */
  account?: SignInOptions | undefined;
  size?: { width: number; height: number };
  language?: 'th' | 'en';
  javaScript?: boolean;
  isDark?: boolean;
}

/** Opens a browser window. Script errors and CSP violations fail the test in `closeWindow`. */
export async function openWindow(
  shop: Pick<Shop, 'ctx' | 'stores' | 'now' | 'url'>,
  { account, language = 'th', ...options }: WindowOptions = {},
): Promise<Page> {
  const page = await openGuestWindow(shop.url, { language, ...options });
  const { cookies } = account
    ? await signedIn(shop, { language, ...account })
    : { cookies: [[LANGUAGE_COOKIE, language]] };
  await page.context().addCookies([...cookies].map(([name = '', value = '']) => ({ name, value, url: shop.url })));
  return page;
}

/** `openWindow` without cookies: the pages are in the language of the browser. */
export async function openGuestWindow(
  url: string,
  { size = DESK, language = 'th', javaScript = true, isDark = false, ...kind }: Omit<WindowOptions, 'account'> = {},
): Promise<Page> {
  const context = await (await launchBrowser(kind)).newContext({
    baseURL: url,
    viewport: size,
    javaScriptEnabled: javaScript,
    locale: language === 'th' ? 'th-TH' : 'en-GB',
    timezoneId: 'Asia/Bangkok',
    colorScheme: isDark ? 'dark' : 'light',
    hasTouch: size.width < 500,
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const found: string[] = [];
  problems.set(page, found);
  page.on('pageerror', (error) => found.push(`a script of ${page.url()} failed: ${error.message}`));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) found.push(`${page.url()}: ${message.text()}`);
  });
  return page;
}

const problems = new WeakMap<Page, string[]>();

/** Closes the window and asserts that it had no script errors. */
export async function closeWindow(page: Page): Promise<void> {
  await page.context().close();
  assert.deepEqual(problems.get(page), []);
}

const AXE = readFileSync(path.join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

const NEW_COLORS = readFileSync(path.join(import.meta.dirname, 'new-colors.js'), 'utf8');
const knownColors = new Set<string>();

const RUN_AXE = `
  axe.configure({
    rules: [
      { id: 'color-contrast', selector: '[data-new-colors]' },
      { id: 'link-in-text-block', selector: 'a[href][data-new-colors]' },
    ],
  });
  axe.run(document, { resultTypes: ['violations'] })`;

/**
 * Accessibility violations found by axe. Color checks take most of its time, so each combination of text and
 * background is checked only once per process.
 */
export async function violations(page: Page): Promise<string[]> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(AXE);
  const known = JSON.stringify([...knownColors]);
  const colors = (await page.evaluate(`(() => { const mark = ${NEW_COLORS}; return mark(${known}); })()`)) as string[];
  for (const color of colors) knownColors.add(color);
  const { violations: found } = (await page.evaluate(RUN_AXE)) as { violations: axe.Result[] };
  return found.map(
    ({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

const FIND_OVERFLOW = readFileSync(path.join(import.meta.dirname, 'overflow.js'), 'utf8');

/** Text that is cut off, outside the window or overlapping. */
export const overflows = async (page: Page): Promise<string[]> => (await page.evaluate(FIND_OVERFLOW)) as string[];

export async function assertNoViolations(page: Page): Promise<void> {
  assert.deepEqual(await violations(page), [], page.url());
}

export async function assertNoOverflow(page: Page): Promise<void> {
  assert.deepEqual(await overflows(page), [], page.url());
}

/** Saves a screenshot of the whole page if RAAN_PICTURES is set. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  const file = path.join(SCREENSHOTS, `${name}.png`);
  await page.screenshot({ path: file, fullPage: true, caret: 'initial' }); // hiding the caret would inject styles
}
