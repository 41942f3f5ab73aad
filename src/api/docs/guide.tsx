import { raw } from 'hono/html';
import type { DocsPage } from '../../docs-pages/page.ts';
import { TOPIC_GROUPS } from '../../docs-pages/topics.ts';
import { Layout, Sections, type Site } from './layout.tsx';

const FEW_SECTIONS = 2; // with more, a phone shows them above the text

/** The HTML of a page of `src/docs`. */
export const guidePage = (page: DocsPage, site: Site): string =>
  `<!doctype html>${(
    <Layout title={page.title} at={page.name} site={site}>
      <h1>{page.title}</h1>
      {sectionCount(page) > FEW_SECTIONS && (
        <details class="on-this-page">
          <summary>On this page</summary>
          <Sections page={page} />
        </details>
      )}
      {raw(page.html)}
      {page.name === 'index' ? <AllPages site={site} /> : <Neighbors page={page} site={site} />}
    </Layout>
  )}`;

const sectionCount = ({ blocks }: DocsPage): number =>
  blocks.filter((block) => block.type === 'heading' && block.level === 2).length;

/** Every page with its summary, below the text of the start page. */
const AllPages = ({ site }: { site: Site }) => (
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

/** The pages before and after this one. */
const Neighbors = ({ page, site: { pages } }: { page: DocsPage; site: Site }) => {
  const at = pages.indexOf(page);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  return (
    <nav class="neighbors" aria-label="Previous and next page">
      {before && <a href={before.name}>← {before.title}</a>}
      {after && (
        <a class="next" href={after.name}>
          {after.title} →
        </a>
      )}
    </nav>
  );
};
