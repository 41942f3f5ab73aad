import type { DocsPage } from './docs-page.ts';

/** The page whose snippets of one language, in their order, are a program. */
const GUIDE = 'integrate';

/** The language of a program's code blocks, by the name of its file. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['partner.mts', 'ts'],
  ['partner.php', 'php'],
  ['partner.py', 'python'],
  ['partner.sh', 'sh'],
]);

/** The file names of the guide's programs. */
export const GUIDE_PROGRAMS: readonly string[] = [...LANGUAGES.keys()];

/** The text of a program by its file name; undefined if there is none. */
export function guideProgram(pages: readonly DocsPage[], file: string): string | undefined {
  const snippets = guideSnippets(pages, file);
  return snippets.length === 0 ? undefined : `${snippets.join('\n\n')}\n`;
}

/** The snippets of a program in the order of the page. */
export function guideSnippets(pages: readonly DocsPage[], file: string): string[] {
  const language = LANGUAGES.get(file);
  const guide = pages.find(({ name }) => name === GUIDE);
  return (guide?.blocks ?? []).flatMap((block) =>
    block.type === 'code' && block.language === language ? [block.text] : [],
  );
}
