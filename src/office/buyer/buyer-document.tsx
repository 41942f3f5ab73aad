import { hash } from 'node:crypto';
import type { Child } from 'hono/jsx';
import type { Language } from '../../domain/accounts/accounts.ts';
import { asset } from '../../lib/assets.ts';
import { buyerTexts } from './buyer-texts.ts';

export const styleSheet = (): Buffer => asset('src/office/browser/buyer.css');

let version: string | undefined; // computed once: the file does not change while the program runs

const styleVersion = (): string => {
  version ??= hash('sha256', styleSheet(), 'base64url').slice(0, 12);
  return version;
};

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
        <link rel="stylesheet" href={`page.css?v=${styleVersion()}`} />
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
