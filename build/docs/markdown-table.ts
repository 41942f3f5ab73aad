export const markdownTable = (headers: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headers, headers.map(() => '---'), ...rows].map((row) => `| ${row.map(escapePipes).join(' | ')} |`).join('\n');

const escapePipes = (text: string): string => text.replaceAll('|', '\\|');
