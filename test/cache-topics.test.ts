import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { sources } from './sources.ts';

// docs/architecture.md#cache-of-committed-reads and docs/architecture.md#row-cache-of-write-transactions list all topics.

const page = readFileSync(path.join(import.meta.dirname, '..', 'src', 'docs', 'architecture.md'), 'utf8');

/** The topics in the table of a section, with the file in their rows. */
function listedTopics(heading: string): string[] {
  const [, section = ''] = page.split(`\n### ${heading}\n`);
  const [own = ''] = section.split('\n### ');
  return [...own.matchAll(/^\| `([\w ]+)` \|[^|]*\| `(?:src\/(?:domain\/)?)?([\w/-]+\.ts)`/gm)]
    .map(([, topic, file]) => `${topic}: ${file?.replace(/^domain\//, '')}`)
    .sort();
}

/** The topics that calls of the method name, as text or by a constant of the same file. */
function usedTopics(method: 'cached' | 'cachedRow'): string[] {
  const call = new RegExp(`\\.${method}(?:<[^(]*>)?\\(\\s*(?:'([^']+)'|(\\w+)|([^\\s]+))`, 'g');
  const topics = sources.flatMap(({ file, text }) =>
    [...text.matchAll(call)].map(([found, literal, constant]) => {
      const [, value] = new RegExp(`const ${constant} = '([^']+)'`).exec(text) ?? [];
      const topic = literal ?? value;
      assert.ok(topic !== undefined, `${file}: the topic of ${found} is neither a text nor a constant of the file`);
      return `${topic}: ${file.replace(/^domain\//, '')}`;
    }),
  );
  return [...new Set(topics)].sort();
}

test('the page about the architecture lists each topic of the cache of committed reads with its file', () => {
  const used = usedTopics('cached');
  assert.ok(used.includes('bearer: channels/authenticate.ts'));
  assert.ok(used.includes('demo: demo-mark.ts'));
  assert.deepEqual(listedTopics('Cache of committed reads'), used);
});

test('the page about the architecture lists each topic of the row cache with its file', () => {
  const used = usedTopics('cachedRow');
  assert.ok(used.includes('stock: stock/ledger.ts'));
  assert.deepEqual(listedTopics('Row cache of write transactions'), used);
});
