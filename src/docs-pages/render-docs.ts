import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type DocsPage, TOPICS } from './docs-page.ts';
import { renderPage } from './markdown.ts';

const FOLDER = path.join(import.meta.dirname, '..', 'docs');

/** Renders the Markdown files of `src/docs`, in the order of the topics. The build and runs from source use it. */
export function renderDocs(): DocsPage[] {
  const files = TOPICS.map((topic) => ({ topic, file: path.join(FOLDER, `${topic}.md`) }));
  return files
    .filter(({ file }) => existsSync(file))
    .map(({ topic, file }) => renderPage(topic, readFileSync(file, 'utf8')));
}
