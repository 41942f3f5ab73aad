import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';

const THREADS = path.join(import.meta.dirname, '..', 'src', 'lib', 'threads.ts');

/**
 * Keeps one in fifty objects alive for a while, so that V8 wants a larger young generation; prints its size in
 * megabytes.
 */
const ALLOCATE = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { parentPort } from 'node:worker_threads';
  let kept = [];
  for (let i = 0; i < 5_000_000; i += 1) {
    const made = { numbers: [i, i, i] };
    if (i % 50 === 0) kept.push(made);
    if (kept.length > 40_000) kept = [];
  }
  const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  parentPort.postMessage(space_size / 1_000_000);`;

test('a thread keeps its heap limits, whatever the options of the process', () => {
  const begin = `
    import { SMALL_HEAP, startThread } from ${JSON.stringify(THREADS)};
    const source = new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(ALLOCATE)}`)});
    startThread({ packed: undefined, source, resourceLimits: SMALL_HEAP }).once('message', (size) => console.log(size));`;
  const script = ['--input-type=module-typescript', '--eval', begin];
  const size = Number(execFileSync(process.execPath, ['--max-semi-space-size=8', ...script], { encoding: 'utf8' }));
  assert.ok(size > 0 && size <= 6, `${size} MB`);
});
