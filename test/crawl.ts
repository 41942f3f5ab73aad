import type { Screen } from '../src/office/screen.ts';
import { SCREENS } from '../src/office/screens.ts';
import type { Browser } from './office.ts';

// Finds every page of the office by following links from Today.

/** Ids have no dots, file names do. */
const patternOf = ({ path }: Screen) =>
  new RegExp(
    `^${path === '/' ? '' : path.replaceAll('.', '\\.').replace(':name', '([^/]+)').replace(/:\w+/g, '([^/.]+)')}$`,
  );

const KNOWN = SCREENS.map((screen) => ({ screen, pattern: patternOf(screen) }));

/** The screen of a path below `/office`. */
export const screenAt = (path: string, method: Screen['method'] = 'GET'): Screen | undefined =>
  KNOWN.find(({ screen, pattern }) => screen.method === method && pattern.test(path.replace(/\?.*$/, '')))?.screen;

export const PAGES: readonly Screen[] = SCREENS.filter(({ method }) => method === 'GET');

/** Pages per screen whose links are followed. A third page of one kind leads nowhere new, except of orders. */
const maxPages = ({ path }: Screen): number => (path === '/orders/:id' ? 4 : 2);

/** A POST form with its initial values. */
interface FoundForm {
  /** Below `/office`. */
  action: string;
  /** Without its token. */
  fields: [name: string, value: string][];
}

const CSRF_TOKEN = /name="csrf" value="[^"]*"/g; // random: it can contain a short text that a test looks for

export interface Crawled {
  /** The visited paths below `/office`, by the path of their screen. */
  pages: Map<string, string[]>;
  /** The first form of each screen, by the path of the screen that handles it. */
  forms: Map<string, FoundForm>;
  /** The screens whose file was downloaded. */
  files: Set<Screen>;
  /** Broken links. */
  brokenLinks: string[];
  /** Texts of pages and files, by path. */
  texts: Map<string, string>;
}

/** Follows every link, up to a few pages and one file per screen. */
export async function crawl(browser: Browser): Promise<Crawled> {
  const found: Crawled = { pages: new Map(), forms: new Map(), files: new Set(), brokenLinks: [], texts: new Map() };
  const waiting = [{ path: '', from: 'the start' }];
  const known = new Set(['']);
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { path, from } = next;
    const screen = screenAt(path);
    if (screen && isVisitedEnough(screen, found)) continue;
    const { status, html } = await recordPage(browser, found, path);
    if (!screen || status >= 400) found.brokenLinks.push(`${from} leads to ${path}, which answers ${status}`);
    if (!screen) continue;
    if (!isPage(html)) {
      found.files.add(screen);
      continue;
    }
    found.pages.set(screen.path, [...(found.pages.get(screen.path) ?? []), path]);
    for (const to of linksIn(html)) {
      if (known.has(to)) continue;
      known.add(to);
      waiting.push({ path: to, from: `/office${path}` });
    }
  }
  return found;
}

const isVisitedEnough = (screen: Screen, { pages, files }: Crawled) =>
  files.has(screen) || (pages.get(screen.path)?.length ?? 0) >= maxPages(screen);

/** Opens a page and records its text and forms. */
export async function recordPage(
  browser: Browser,
  found: Crawled,
  path: string,
): Promise<{ status: number; html: string }> {
  const { status, headers, html } = await browser.open(path === '' ? '/' : path);
  found.texts.set(path, html.replaceAll(CSRF_TOKEN, ''));
  const isFile = headers.has('content-disposition') || !(headers.get('content-type') ?? '').startsWith('text/html');
  if (isFile) return { status, html: '' };
  for (const form of formsIn(html)) {
    const screen = screenAt(form.action, 'POST');
    if (screen && !found.forms.has(screen.path)) found.forms.set(screen.path, form);
  }
  return { status, html: html.trimStart() };
}

export const isPage = (html: string): boolean => /^<!doctype html>/i.test(html);

const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\bhref="\/office([^"#]*)/g)]
    .map(([, path = '']) => plain(path))
    .filter((path) => !path.startsWith('/assets/'));

const formsIn = (html: string): FoundForm[] =>
  [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)]
    .filter(([, attributes = '']) => /method="post"/.test(attributes))
    .map(([, attributes = '', inside = '']) => ({
      action: (attributeOf(attributes, 'action') ?? '').slice('/office'.length),
      fields: fieldsIn(inside).filter(([name]) => name !== 'csrf'),
    }));

const FIELD = /<(?:input\b([^>]*)>|(?:select|textarea)\b([^>]*)>([\s\S]*?)<\/(select|textarea)>)/g;

/** All fields a browser could submit: checkboxes checked, the first option of each select. */
const fieldsIn = (html: string): [string, string][] =>
  [...html.matchAll(FIELD)].flatMap(([, input, other = '', inside = '', tag]): [string, string][] => {
    const attributes = input ?? other;
    const name = attributeOf(attributes, 'name');
    if (name === undefined || /type="file"/.test(attributes)) return [];
    if (tag === undefined) return [[name, attributeOf(attributes, 'value') ?? '']];
    return [[name, tag === 'select' ? chosenIn(inside) : plain(inside)]];
  });

function chosenIn(options: string): string {
  const chosen = /<option\b[^>]*\bselected[^>]*>/.exec(options)?.[0] ?? /<option\b[^>]*>/.exec(options)?.[0] ?? '';
  return attributeOf(chosen, 'value') ?? '';
}

const attributeOf = (attributes: string, name: string): string | undefined => {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes) ?? [];
  return value === undefined ? undefined : plain(value);
};

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

const plain = (html: string): string => html.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** A path of the screen: a visited one, or one with the ids of a visited path. Undefined if an id is unknown. */
export function addressOf({ method, path }: Screen, { pages, forms }: Crawled): string | undefined {
  const own = method === 'POST' ? forms.get(path)?.action : pages.get(path)?.[0];
  if (own !== undefined || !path.includes(':')) return own ?? path;
  const [start = ''] = /^.*:[^/.]+/.exec(path) ?? [];
  const found = [...pages, ...[...forms].map(([known, { action }]) => [known, [action]] as const)];
  const [alike] = found.find(([known]) => known === start || known.startsWith(`${start}/`))?.[1] ?? [];
  if (alike === undefined) return undefined;
  const steps = alike.replace(/\?.*$/, '').split('/').slice(0, start.split('/').length);
  return steps.join('/') + path.slice(start.length);
}
