import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { SCREENS } from '../../src/office/screens.ts';
import { openBusyStore } from '../busy.ts';
import { type Browser, signedIn } from '../office.ts';
import type { Shop } from '../support.ts';
import { closeWindow, DESK, openWindow, overflows, PHONE, picture, violations } from './browser.ts';

// Every page of the office, found as its users find it: by following links from Today on.

const GETS = SCREENS.filter(({ method }) => method === 'GET').map(({ path, who }) => ({
  path,
  who,
  pattern: new RegExp(`^${path === '/' ? '' : path.replace(/[.]/g, '\\.').replace(/:[^/.]+/g, '([^/]+)')}$`),
}));

/** The screen that answers at this path below `/office`. */
const screenAt = (path: string) => GETS.find(({ pattern }) => pattern.test(path.replace(/\?.*$/, '')));

const LOOKED_AT = 4; // pages of a screen whose links are followed

interface Crawled {
  /** Below `/office`, each screen's first page and its last. */
  pages: Map<string, string[]>;
  faults: string[];
}

/** Follows every link, until all that is new are more pages of the same screens. */
async function crawl(shop: Shop): Promise<Crawled> {
  const browser = await signedIn(shop, { name: 'crawler' });
  const pages = new Map<string, string[]>();
  const faults: string[] = [];
  const waiting = [{ path: '', from: 'the door' }];
  const known = new Set(['']);
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { path, from } = next;
    const screen = screenAt(path);
    const visited = pages.get(screen?.path ?? '') ?? [];
    if (screen && visited.length >= LOOKED_AT) continue;
    const { status, html } = await seen(browser, path);
    if (!screen || status >= 400) faults.push(`${from} leads to ${path}, which answers ${status}`);
    if (!screen || !isPage(html)) continue;
    pages.set(screen.path, [...visited, path]);
    for (const to of linksIn(html)) {
      if (known.has(to)) continue;
      known.add(to);
      waiting.push({ path: to, from: `/office${path}` });
    }
  }
  return { pages, faults: [...faults, ...(await openTheRest(browser, pages))] };
}

/** A file is not looked at, but it has to be there. */
async function seen(browser: Browser, path: string) {
  const { status, headers, html } = await browser.open(path === '' ? '/' : path);
  return { status, html: (headers.get('content-type') ?? '').startsWith('text/html') ? html.trimStart() : '' };
}

const isPage = (html: string) => /^<!doctype html>/i.test(html);

const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\bhref="\/office([^"#]*)/g)]
    .map(([, path = '']) => path.replace(/&amp;/g, '&'))
    .filter((path) => !path.startsWith('/assets/'));

/** Screens that no link leads to: what a script asks for, and what should not be there. */
async function openTheRest(browser: Browser, pages: Map<string, string[]>): Promise<string[]> {
  const faults: string[] = [];
  for (const { path, who } of GETS) {
    if (pages.has(path) || who === 'anyone') continue;
    const filled = path.replace(/^.*:[^/.]+/, (start) => {
      const [page] = [...pages].find(([known]) => known.startsWith(start))?.[1] ?? [];
      return page?.split('/').slice(0, start.split('/').length).join('/').replace(/\?.*$/, '') ?? start;
    });
    if (filled.includes(':')) {
      faults.push(`nothing leads to ${path}`);
      continue;
    }
    const { status, html } = await seen(browser, filled);
    if (status >= 500) faults.push(`${filled} answers ${status}`);
    if (status < 400 && isPage(html) && screenAt(browser.page.path)?.path === path) pages.set(path, [filled]);
  }
  return faults;
}

/** axe takes its time, and a page hardly differs by its language: it looks at each size in one of the two. */
const AXE_AT = { th: PHONE, en: DESK };

/** Looks at every page, on a desktop and on a phone. */
export async function walk(language: 'th' | 'en'): Promise<void> {
  const { shop } = await openBusyStore();
  const { pages, faults } = await crawl(shop);
  const shown = [...pages].map(([screen, paths]) => ({
    screen,
    path: (language === 'th' ? paths[0] : paths.at(-1)) ?? '',
  }));
  const guests = GETS.filter(({ who }) => who === 'anyone').map(({ path }) => ({ screen: path, path }));
  const inside = await openWindow(shop, { who: { name: 'walker' }, language });
  for (const one of shown) faults.push(...(await look(inside, one, language)));
  const outside = await openWindow(shop, { language });
  for (const one of guests) faults.push(...(await look(outside, one, language)));
  await closeWindow(inside);
  await closeWindow(outside);
  assert.deepEqual(faults, []);
}

/** What is wrong with a page, at both sizes. */
async function look(page: Page, { screen, path }: { screen: string; path: string }, language: 'th' | 'en') {
  const faults: string[] = [];
  await page.setViewportSize(DESK);
  await page.goto(`/office${path}`);
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    await picture(page, `${language}-${size.width}${screen.replace(/[/:]+/g, '-').replace(/-$/, '-today')}`);
    const wrong = [...(await overflows(page)), ...(size === AXE_AT[language] ? await violations(page) : [])];
    faults.push(...wrong.map((what) => `/office${path} at ${size.width}: ${what}`));
  }
  return faults;
}
