import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { TOPICS } from '../src/docs-pages/docs-page.ts';
import { renderPage } from '../src/docs-pages/markdown.ts';
import { docsSearch } from '../src/docs-pages/search.ts';
import { pageLines } from '../src/docs-pages/terminal.ts';

const MARKDOWN = `# Run a store

Start, stop and watch the service.

## Backups

Set \`backup.folder\`; see [the file](configuration.md#backup), [above](#backups) or [Litestream](https://litestream.io).

\`\`\`sh
raan backup FILE   # <one> & "more"

raan check
\`\`\`

## สต็อกสินค้า

1. ตรวจนับสต็อกสินค้าทุกเดือน
2. **Count** again
   - nested

<!-- generated -->

| Key | | Meaning |
|---|---|---|
| \`every\` | 24h | How often a backup is made, counted from the newest backup in the folder |

## Backups

### \`raan\` again

> Again.
`;

test('every page is a topic, and every topic a page', () => {
  const files = readdirSync(path.join(import.meta.dirname, '..', 'src', 'docs')).filter((file) => file.endsWith('.md'));
  assert.deepEqual(files.sort(), TOPICS.map((topic) => `${topic}.md`).sort());
});

suite('rendering', () => {
  const { name, title, summary, html } = renderPage('operate', MARKDOWN);

  test('a page has a name, a title and a summary', () => {
    assert.deepEqual([name, title, summary], ['operate', 'Run a store', 'Start, stop and watch the service.']);
  });

  test('headings have the anchors of GitHub; the title is rendered by the page frame', () => {
    assert.deepEqual(
      [...html.matchAll(/ id="(.*?)"/g)].map(([, id]) => id),
      ['backups', 'สต็อกสินค้า', 'backups-1', 'raan-again'],
    );
    assert.doesNotMatch(html, /<h1/);
  });

  test('links to pages lose .md, other links stay', () => {
    const links = [...html.matchAll(/<a href="(.*?)"/g)].map(([, href]) => href);
    assert.deepEqual(links, ['configuration#backup', '#backups', 'https://litestream.io']);
  });

  test('code is escaped, and scrollable areas are reachable by keyboard', () => {
    assert.ok(html.includes('<pre tabindex="0"><code>raan backup FILE   # &lt;one&gt; &amp; &quot;more&quot;\n'));
    assert.ok(html.includes('<div class="table" tabindex="0">'));
  });

  test('an empty table header and comments are left out', () => {
    assert.ok(html.includes('<thead><tr><th>Key</th><td></td><th>Meaning</th></tr></thead>'));
    assert.doesNotMatch(html, /<!--/);
  });

  test('a page without title or summary, or with unsupported Markdown, is refused with its name', () => {
    assert.throws(() => renderPage('x', 'Text.\n'), /x\.md must begin with a title/);
    assert.throws(() => renderPage('x', '# X\n\n## Y\n'), /x\.md must begin with a one-sentence summary/);
    assert.throws(() => renderPage('x', '# X\n\nText.\n\n<div>y</div>\n'), /type html: <div>/);
  });
});

suite('the terminal', () => {
  const page = renderPage('operate', MARKDOWN);

  test('a page is readable text: wrapped, code indented, tables aligned, links named', () => {
    assert.deepEqual(pageLines(page, { width: 60, strong: (text) => `*${text}*` }), [
      '*RUN A STORE*',
      '',
      'Start, stop and watch the service.',
      '',
      '*BACKUPS*',
      '',
      'Set `backup.folder`; see the file (raan help configuration),',
      'above or Litestream (https://litestream.io).',
      '',
      '    raan backup FILE   # <one> & "more"',
      '',
      '    raan check',
      '',
      '*สต็อกสินค้า*',
      '',
      '1. ตรวจนับสต็อกสินค้าทุกเดือน',
      '2. Count again',
      '   - nested',
      '',
      'Key           Meaning',
      '-------  ---  ----------------------------------------------',
      '`every`  24h  How often a backup is made, counted from the',
      '              newest backup in the folder',
      '',
      '*BACKUPS*',
      '',
      '*`raan` again*',
      '------------',
      '',
      '| Again.',
    ]);
  });

  test('no line is wider than the terminal, however narrow', () => {
    for (const width of [20, 40, 80]) {
      const lines = pageLines(page, { width, strong: (text) => text }).filter((line) => !line.startsWith('    '));
      for (const line of lines) assert.ok(line.replaceAll(/\p{Mn}/gu, '').length <= width, `${width}: ${line}`);
    }
  });
});

suite('the search', () => {
  const search = docsSearch([
    renderPage('operate', MARKDOWN),
    renderPage('glossary', '# Glossary\n\nWords.\n\n## Copy\n\nOf a backup. Of 100% (all) of it.\n'),
  ]);
  const searchResults = (query: string) => search(query).map(({ page, anchor }) => `${page}#${anchor}`);

  test('headings come before text, ignoring case', () => {
    assert.deepEqual(searchResults('BACKUP'), [
      'operate#backups',
      'operate#backups-1',
      'operate#สต็อกสินค้า',
      'glossary#copy',
    ]);
  });

  test('Thai is found inside words and headings', () => {
    assert.deepEqual(searchResults('ตรวจนับ'), ['operate#สต็อกสินค้า']);
    assert.deepEqual(searchResults('สินค้า'), ['operate#สต็อกสินค้า']);
  });

  test('every word must match: in the title, the heading or the text', () => {
    assert.deepEqual(searchResults('glossary copy'), ['glossary#copy']);
    assert.deepEqual(searchResults('glossary litestream'), []);
  });

  test('pattern characters are matched literally', () => {
    assert.deepEqual(searchResults('100% (all)'), ['glossary#copy']);
    assert.deepEqual(searchResults('.*'), []);
  });

  test('an empty query finds nothing, a long one is truncated', () => {
    assert.deepEqual(searchResults('  '), []);
    assert.deepEqual(searchResults(`copy ${' '.repeat(200)}nonsense`), ['glossary#copy']);
  });

  test('the excerpt contains the text around the first match, with marked words', () => {
    const [first] = search('litestream');
    assert.deepEqual(
      first?.excerpt.filter(({ isMatch }) => isMatch).map(({ text }) => text),
      ['Litestream', 'litestream'],
    );
    const long = docsSearch([renderPage('x', `# X\n\n${'word '.repeat(100)} needle ${'more '.repeat(100)}\n`)]);
    const text =
      long('needle')[0]
        ?.excerpt.map((part) => part.text)
        .join('') ?? '';
    assert.match(text, /^… word .*needle.* more …$/);
    assert.ok(text.length < 300);
  });
});
