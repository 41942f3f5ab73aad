/** A table of Markdown; an empty cell stays empty. */
export const markdownTable = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.map(escapePipes).join(' | ')} |`).join('\n');

const escapePipes = (text: string): string => text.replaceAll('|', '\\|');
