import { hash } from 'node:crypto';
import type { Child } from 'hono/jsx';
import { type AssetName, asset } from '../../lib/assets.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import { buyerTexts } from './buyer-texts.ts';

const FONTS = 'node_modules/@fontsource/sarabun/files';

/** Content type and assets by file name. */
const FILES = {
  'page.css': ['text/css; charset=utf-8', 'src/office/browser/buyer.css'],
  'page.js': ['text/javascript; charset=utf-8', 'src/office/browser/buyer.js', 'src/office/browser/file-names.js'],
  'thai-400.woff2': ['font/woff2', `${FONTS}/sarabun-thai-400-normal.woff2`],
  'thai-700.woff2': ['font/woff2', `${FONTS}/sarabun-thai-700-normal.woff2`],
  'latin-400.woff2': ['font/woff2', `${FONTS}/sarabun-latin-400-normal.woff2`],
} as const satisfies Record<string, readonly [contentType: string, ...parts: AssetName[]]>;

export type BuyerFile = keyof typeof FILES;

export const BUYER_FILES = Object.keys(FILES) as BuyerFile[];

export function buyerFile(name: BuyerFile): { bytes: Buffer; contentType: string } {
  const [contentType, ...parts] = FILES[name];
  return { bytes: Buffer.concat(parts.map(asset)), contentType };
}

const versions = new Map<BuyerFile, string>(); // the files do not change while the program runs

function versionOf(name: BuyerFile): string {
  const version = versions.get(name) ?? hash('sha256', buyerFile(name).bytes, 'base64url').slice(0, 12);
  versions.set(name, version);
  return version;
}

interface DocumentProps {
  language: Language;
  isDemo: boolean;
  title: string;
  body: Child;
}

/**
 * A page for buyers. Its links are relative, because the service may be served below a path. Previews in a chat show
 * the title.
 */
export const buyerDocument = ({ language, isDemo, title, body }: DocumentProps): string => {
  const t = buyerTexts(language);
  const other = language === 'th' ? 'en' : 'th';
  return `<!doctype html>${(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#0f766e" />
        <title>{title}</title>
        <link rel="stylesheet" href={`page.css?v=${versionOf('page.css')}`} />
        <script src={`page.js?v=${versionOf('page.js')}`} defer />
      </head>
      <body>
        <a class="skip-link" href="#page">
          {t.skip}
        </a>
        <header>
          <a href={`?lang=${other}`} lang={other} hreflang={other}>
            {t.otherLanguage}
          </a>
        </header>
        <main id="page" tabindex={-1}>
          {isDemo && <p class="notice">{t.demo}</p>}
          {body}
        </main>
      </body>
    </html>
  )}`;
};
