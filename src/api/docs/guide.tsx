import { raw } from 'hono/html';
import { type DocsPage, TOPIC_GROUPS } from '../../docs-pages/docs-page.ts';
import type { SearchResult } from '../../docs-pages/search.ts';
import { type DocsSite, Layout, Sections } from './layout.tsx';

const MIN_SECTIONS_FOR_OUTLINE = 3; // phones show the outline above the text

export const guidePage = (page: DocsPage, site: DocsSite): string =>
  `<!doctype html>${(
    <Layout title={page.title} currentPage={page.name} site={site}>
      <h1>{page.title}</h1>
      {sectionCount(page) >= MIN_SECTIONS_FOR_OUTLINE && (
        <details class="on-this-page">
          <summary>On this page</summary>
          <Sections page={page} />
        </details>
      )}
      {raw(page.html)}
      {page.name === 'index' ? <AllPages site={site} /> : <PreviousAndNext page={page} site={site} />}
    </Layout>
  )}`;

const sectionCount = ({ blocks }: DocsPage): number =>
  blocks.filter((block) => block.type === 'heading' && block.level === 2).length;

/** Links to all pages with their summaries, on the start page. */
const AllPages = ({ site }: { site: DocsSite }) => (
  <section id="pages" aria-label="All pages">
    {TOPIC_GROUPS.map(({ title, topics }) => (
      <>
        <h2>{title}</h2>
        <ul class="cards">
          {title === 'Connect to a store' && (
            <li>
              <a href="../docs">API reference</a>
              <p>Every call of the partner API with its fields and errors. Try calls in the browser.</p>
            </li>
          )}
          {site.pages
            .filter(({ name }) => (topics as readonly string[]).includes(name))
            .map(({ name, title: pageTitle, summary }) => (
              <li>
                <a href={name}>{pageTitle}</a>
                <p>{summary.replaceAll('`', '')}</p>
              </li>
            ))}
        </ul>
      </>
    ))}
  </section>
);

const PreviousAndNext = ({ page, site: { pages } }: { page: DocsPage; site: DocsSite }) => {
  const index = pages.indexOf(page);
  const [previous, next] = [pages[index - 1], pages[index + 1]];
  return (
    <nav class="neighbors" aria-label="Previous and next page">
      {previous && <a href={previous.name}>← {previous.title}</a>}
      {next && (
        <a class="next" href={next.name}>
          {next.title} →
        </a>
      )}
    </nav>
  );
};

export const searchPage = (query: string, results: readonly SearchResult[], site: DocsSite): string =>
  `<!doctype html>${(
    <Layout title={query === '' ? 'Search' : `Search: ${query}`} currentPage="search" query={query} site={site}>
      <h1>Search</h1>
      <p>{countText(query.trim(), results.length)}</p>
      <ol class="results">
        {results.map((result) => (
          <Result result={result} />
        ))}
      </ol>
    </Layout>
  )}`;

function countText(query: string, count: number): string {
  if (query === '') return 'Enter one or more search terms.';
  if (count === 0) return `Nothing found for “${query}”. Try fewer or shorter words.`;
  return `${count} ${count === 1 ? 'section' : 'sections'} found for “${query}”.`;
}

const Result = ({ result: { page, pageTitle, anchor, heading, excerpt } }: { result: SearchResult }) => (
  <li>
    <a href={anchor === '' ? page : `${page}#${anchor}`}>{heading}</a>
    {anchor !== '' && <span class="result-page">{pageTitle}</span>}
    <p>{excerpt.map(({ text, isMatch }) => (isMatch ? <mark>{text}</mark> : text))}</p>
  </li>
);
