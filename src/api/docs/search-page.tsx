import type { SearchResult } from '../../docs-pages/search.ts';
import { Layout, type Site } from './layout.tsx';

/** The HTML of the search results. */
export const searchPage = (query: string, results: readonly SearchResult[], site: Site): string =>
  `<!doctype html>${(
    <Layout title={query === '' ? 'Search' : `Search: ${query}`} at="search" query={query} site={site}>
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
  if (query === '') return 'Enter a word of the text you look for.';
  if (count === 0) return `Nothing found for “${query}”. Try fewer or shorter words.`;
  return `${count} ${count === 1 ? 'section' : 'sections'} found for “${query}”.`;
}

const Result = ({ result: { page, pageTitle, anchor, heading, excerpt } }: { result: SearchResult }) => (
  <li>
    <a href={anchor === '' ? page : `${page}#${anchor}`}>{heading}</a>
    {anchor !== '' && <span class="of-page">{pageTitle}</span>}
    <p>{excerpt.map(({ text, isMatch }) => (isMatch ? <mark>{text}</mark> : text))}</p>
  </li>
);
