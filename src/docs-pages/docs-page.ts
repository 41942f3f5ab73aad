/** A page of the documentation, rendered from `src/docs/NAME.md`. */
export interface DocsPage {
  /** The file name without `.md`: the page's address below `/docs` and its topic for `raan help`. */
  readonly name: string;
  readonly title: string;
  /** The first paragraph, as plain text. */
  readonly summary: string;
  /** Everything below the title. */
  readonly html: string;
  /** The content of `html` for the terminal and the search index. */
  readonly blocks: readonly Block[];
}

/** A piece of a page. Texts are plain, except that code stays between backquotes. */
export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly text: string; readonly anchor: string }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'list'; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly type: 'table'; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] };

/** The pages in reading order, grouped by reader. Every Markdown file of `src/docs` is listed here. */
export const TOPIC_GROUPS = [
  { title: 'Run a store', topics: ['install', 'operate', 'office', 'store-file', 'couriers'] },
  {
    title: 'Connect to a store',
    topics: ['integrate', 'partner-api', 'sandbox', 'clients', 'courier-gateway', 'slip-verification'],
  },
  { title: 'Reference', topics: ['command-line', 'configuration', 'glossary', 'security', 'performance', 'changelog'] },
  { title: 'Work on raan', topics: ['contributing', 'architecture', 'decisions'] },
] as const;

/** The start page, and what the start page links to. */
export const TOPICS: readonly string[] = ['index', ...TOPIC_GROUPS.flatMap(({ topics }) => topics)];
