import type { PropsWithChildren } from 'hono/jsx';
import manifest from '../../../package.json' with { type: 'json' };
import { type DocsPage, TOPIC_GROUPS } from '../../docs-pages/docs-page.ts';

export interface DocsSite {
  pages: readonly DocsPage[];
}

interface LayoutProps {
  title: string;
  /** The page's name, `reference` or `search`. */
  currentPage: string;
  /** Prefix of relative links: `docs/` at `/docs`, otherwise empty. */
  linkPrefix?: string;
  query?: string;
  site: DocsSite;
  /** Additional elements of `<head>`. */
  head?: unknown;
}

/** The layout of every page. It works without JavaScript. On a phone, the table of contents is below the text. */
export const Layout = ({
  title,
  currentPage,
  linkPrefix = '',
  query = '',
  site,
  head,
  children,
}: PropsWithChildren<LayoutProps>) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${title} · raan documentation`}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href={`${linkPrefix}docs.css`} />
      {head}
    </head>
    <body>
      <a class="skip-link" href="#content">
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href={`${linkPrefix}index`}>
          <b>raan</b> documentation
        </a>
        <a class="contents-link" href="#contents">
          Contents
        </a>
        <search>
          <form action={`${linkPrefix}search`} method="get">
            <input
              type="search"
              name="q"
              value={query}
              maxlength={100}
              aria-label="Search the documentation"
              placeholder="Search"
            />
            <button type="submit">Search</button>
          </form>
        </search>
      </header>
      <div class="columns">
        <main id="content">{children}</main>
        <Contents currentPage={currentPage} linkPrefix={linkPrefix} site={site} />
      </div>
      <footer>raan {manifest.version}. These pages describe this version.</footer>
    </body>
  </html>
);

type ContentsProps = Required<Pick<LayoutProps, 'currentPage' | 'linkPrefix' | 'site'>>;

const Contents = ({ currentPage, linkPrefix, site }: ContentsProps) => (
  <nav id="contents" aria-label="Contents">
    {TOPIC_GROUPS.map(({ title, topics }) => (
      <>
        <p>{title}</p>
        <ul>
          {title === 'Connect to a store' && (
            <li>
              <Entry
                href={linkPrefix === '' ? '../docs' : 'docs'}
                isCurrent={currentPage === 'reference'}
                text="API reference"
              />
            </li>
          )}
          {site.pages
            .filter(({ name }) => (topics as readonly string[]).includes(name))
            .map((page) => (
              <li>
                <Entry href={linkPrefix + page.name} isCurrent={page.name === currentPage} text={page.title} />
                {page.name === currentPage && <Sections page={page} />}
              </li>
            ))}
        </ul>
      </>
    ))}
  </nav>
);

const Entry = ({ href, isCurrent, text }: { href: string; isCurrent: boolean; text: string }) => (
  <a href={href} aria-current={isCurrent ? 'page' : undefined}>
    {text}
  </a>
);

/** Links to the second-level headings of the page. */
export const Sections = ({ page }: { page: DocsPage }) => (
  <ul>
    {page.blocks.map(
      (block) =>
        block.type === 'heading' &&
        block.level === 2 && (
          <li>
            <a href={`#${block.anchor}`}>{block.text.replaceAll('`', '')}</a>
          </li>
        ),
    )}
  </ul>
);
