import type { Fragment, Page } from '../answer.ts';
import { assetPath } from '../assets.ts';
import { type Guest, Visit } from '../visit.ts';
import { Navigation } from './navigation.tsx';
import { words } from './texts.ts';

/** What somebody has unfolded stays so where a part of the page is brought up to date. */
const MORPHS_NOT = ['data-htmx-powered', 'open'];
const HTMX = JSON.stringify({ includeIndicatorCSS: false, history: true, morphIgnore: MORPHS_NOT });

/** The whole document of a page. */
export function pageHtml(visitor: Guest, page: Page): string {
  const visit = visitor instanceof Visit && !page.bare ? visitor : undefined;
  return `<!doctype html>${(
    <html lang={visitor.language} data-theme="light">
      <Head title={page.title} store={visit?.store.name ?? 'raan'} />
      <body {...BOOSTED}>
        <div class={visit ? 'office' : 'bare'}>
          <a class="skip" href="#page">
            {words(visitor.language).skip}
          </a>
          {visit && <Navigation visit={visit} />}
          <main id="page" tabindex={-1}>
            {visitor.asked.notice !== undefined && (
              <p class="notice good" role="status">
                {visitor.asked.notice}
              </p>
            )}
            {page.body}
          </main>
        </div>
      </body>
    </html>
  )}`;
}

/** With htmx, links and forms change the page in place. */
const BOOSTED = { 'hx-boost:inherited': 'true' };

const Head = ({ title, store }: { title: string; store: string }) => (
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="htmx-config" content={HTMX} />
    <meta name="theme-color" content="#0f766e" />
    <title>{`${title} · ${store}`}</title>
    <link rel="icon" href={assetPath('icon.svg')} type="image/svg+xml" />
    <link rel="stylesheet" href={assetPath('pico.css')} />
    <link rel="stylesheet" href={assetPath('office.css')} />
    <script src={assetPath('htmx.js')} defer />
    <script src={assetPath('office.js')} defer />
  </head>
);

/** A part of a page alone. */
export const partHtml = ({ fragment }: Fragment): string => `${fragment}`;
