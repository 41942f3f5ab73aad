/** The pages in reading order, grouped by reader. Every Markdown file of `src/docs` is listed here. */
export const TOPIC_GROUPS = [
  { title: 'Run a store', topics: ['install', 'operate', 'office', 'store-file', 'couriers'] },
  { title: 'Connect to a store', topics: ['partner-api', 'courier-gateway'] },
  { title: 'Reference', topics: ['command-line', 'configuration', 'glossary', 'security', 'performance', 'changelog'] },
  { title: 'Work on raan', topics: ['contributing', 'architecture', 'decisions'] },
] as const;

/** The start page, and what the start page links to. */
export const TOPICS: readonly string[] = ['index', ...TOPIC_GROUPS.flatMap(({ topics }) => topics)];
