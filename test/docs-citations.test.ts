import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { renderDocs } from '../src/docs-pages/render-docs.ts';
import { ROOT } from './documents.ts';

// Comments cite the documentation as docs/PAGE.md#heading.

const CITATION = /(?<![\w./-])(?:src\/)?docs\/([a-z-]+)\.md(?:#([\p{L}\p{M}\p{N}_-]+))?/gu;

const anchorsByPage = new Map(
  renderDocs().map(({ name, blocks }) => [
    name,
    new Set(blocks.flatMap((block) => (block.type === 'heading' ? [block.anchor] : []))),
  ]),
);

const isCited = (page: string, anchor: string | undefined): boolean => {
  const anchors = anchorsByPage.get(page);
  return anchors !== undefined && (anchor === undefined || anchors.has(anchor));
};

test('the check distinguishes citations of existing headings from missing ones', () => {
  assert.ok(isCited('operate', 'backups'));
  assert.ok(isCited('operate', undefined));
  assert.ok(!isCited('operate', 'nonsense'));
  assert.ok(!isCited('nonsense', undefined));
});

const texts = ['src', 'test', 'build']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  .filter((file) => /\.(tsx?|js|css|c|sh)$/.test(file) && file !== path.join('test', 'docs-citations.test.ts'))
  .concat('config.example.toml', '.ci/run')
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

test('every page and heading cited in a comment exists', () => {
  const broken = texts.flatMap(({ file, text }) =>
    [...text.matchAll(CITATION)]
      .filter(([, page = '', anchor]) => !isCited(page, anchor))
      .map(([citation]) => `${file}: ${citation}`),
  );
  assert.deepEqual(broken, []);
});

/** Names of documents that are not in the repository, as earlier comments cited them. */
const ELSEWHERE = /\bspecification\b|interface-specification|\bdecisions,? §/i;

test('no comment cites a document that the repository does not contain', () => {
  const found = texts.flatMap(({ file, text }) => {
    const [citation] = ELSEWHERE.exec(text) ?? [];
    return citation === undefined ? [] : [`${file}: ${citation}`];
  });
  assert.deepEqual(found, []);
});
