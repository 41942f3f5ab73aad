import { assetPath } from '../assets.ts';
import { DemoBanner } from '../demo/demo-banner.tsx';
import { Post, Submit } from '../forms/inputs.tsx';
import type { Fragment, Page, RenderedPage } from '../office-response.ts';
import { sandboxTexts } from '../partners/sandbox-texts.ts';
import { AccountContext, type GuestContext, StoreContext } from '../request-context.ts';
import { SearchDialogs } from '../search/search-dialog.tsx';
import { commonTexts } from './common-texts.ts';
import { Navigation } from './navigation.tsx';
import { RenderContext } from './render-context.ts';

/** Attributes that a refresh leaves alone: expanded details stay open. */
const MORPH_IGNORE = ['data-htmx-powered', 'open'];
const HTMX = JSON.stringify({ includeIndicatorCSS: false, history: true, morphIgnore: MORPH_IGNORE });

/** The HTML of a response that is not a file. */
export function htmlOf(context: GuestContext, response: Page | Fragment | RenderedPage): string {
  if ('html' in response) return response.html;
  return 'fragment' in response ? partHtml(context, response) : pageHtml(context, response);
}

/** The HTML document of a page. */
function pageHtml(context: GuestContext, page: Page): string {
  const storeContext = context instanceof StoreContext && !page.bare ? context : undefined;
  return `<!doctype html>${(
    <RenderContext.Provider value={context}>
      <html lang={context.language}>
        <Head title={page.title} store={storeContext?.store.name ?? 'raan'} refreshEvery={page.refreshEvery} />
        <body {...BOOSTED}>
          <div class={storeContext ? 'office' : 'bare'}>
            <a class="skip-link" href="#page">
              {commonTexts(context.language).skip}
            </a>
            {storeContext && <Navigation context={storeContext} />}
            <main id="page" tabindex={-1} {...(storeContext && unsavedChangesData(storeContext))}>
              <DemoBanner context={context} />
              {storeContext && storeContext.store.sandboxOf !== null && (
                <p class="notice warn">{sandboxTexts(context.language).banner}</p>
              )}
              {context.request.notice !== undefined && (
                <p class="notice good" role="status">
                  {context.request.notice}
                </p>
              )}
              {page.body}
              {!storeContext && !page.signsOut && context instanceof AccountContext && <SignOut context={context} />}
            </main>
            {storeContext && <SearchDialogs context={storeContext} />}
          </div>
        </body>
      </html>
    </RenderContext.Provider>
  )}`;
}

/** Texts for browser/unsaved-changes.js. */
function unsavedChangesData({ account, store, language }: StoreContext) {
  const { unsaved, draft, restoreDraft, discardDraft, offline } = commonTexts(language);
  return {
    'data-account': `${account.id}-${store.id}`,
    'data-unsaved': unsaved,
    'data-draft': draft,
    'data-restore': restoreDraft,
    'data-discard': discardDraft,
    'data-offline': offline,
  };
}

/** On pages without navigation, where an account must do something first. */
const SignOut = ({ context }: { context: AccountContext }) => (
  <Post action="/sign-out" plain>
    <Submit class="secondary outline" label={commonTexts(context.language).signOut} />
  </Post>
);

/** htmx loads links and forms without a full page load. */
const BOOSTED = { 'hx-boost:inherited': 'true' };

const Head = ({ title, store, refreshEvery }: { title: string; store: string; refreshEvery: number | undefined }) => (
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="htmx-config" content={HTMX} />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#0f766e" />
    {refreshEvery !== undefined && (
      <noscript>
        <meta http-equiv="refresh" content={String(refreshEvery)} />
      </noscript>
    )}
    <title>{`${title} · ${store}`}</title>
    <link rel="icon" href={assetPath('icon.svg')} type="image/svg+xml" />
    <link rel="manifest" href={assetPath('manifest.webmanifest')} />
    <link rel="apple-touch-icon" href={assetPath('app-192.png')} />
    <link rel="stylesheet" href={assetPath('office.css')} />
    <script src={assetPath('htmx.js')} defer />
    <script src={assetPath('office.js')} defer />
  </head>
);

const partHtml = (context: GuestContext, { fragment }: Fragment): string =>
  `${<RenderContext.Provider value={context}>{fragment}</RenderContext.Provider>}`;
