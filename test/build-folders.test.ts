import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { removeStale, withBuildFolder, withVariables } from '../build/temporary.ts';
import { temporaryFolder } from './support.ts';

const TWO_HOURS_AGO = new Date(Date.now() - 7_200_000);

/** Makes entries in a folder; the first is two hours old. */
function fill(folder: string, names: readonly string[]): void {
  for (const name of names) mkdirSync(path.join(folder, name));
  utimesSync(path.join(folder, names[0] as string), TWO_HOURS_AGO, TWO_HOURS_AGO);
}

test('the folder of a build is removed, also after a failure, and folders of killed builds with it', async () => {
  const dist = path.join(temporaryFolder(), 'dist');
  const write = async (folder: string) => writeFileSync(path.join(folder, 'raan'), 'half');
  await withBuildFolder(write, dist);
  assert.deepEqual(readdirSync(dist), []);
  fill(dist, ['build-killed', 'build-running', 'release']);
  const failed = withBuildFolder(async (folder) => {
    await write(folder);
    assert.equal(existsSync(path.join(dist, 'build-killed')), false);
    throw new Error('no disk');
  }, dist);
  await assert.rejects(failed, /no disk/);
  assert.deepEqual(readdirSync(dist).sort(), ['build-running', 'release']);
});

test('only old, unused entries are removed', async () => {
  const kept = temporaryFolder();
  fill(kept, ['unused', 'unused-new']);
  fill(kept, ['used']);
  await removeStale(kept, (name) => name !== 'used');
  assert.deepEqual(readdirSync(kept).sort(), ['unused-new', 'used']);
});

test('variables of one step of the build are not passed to the next one, also after a failure', async () => {
  const values = () => [process.env.RAAN_TEST_HOME, process.env.RAAN_TEST_TMPDIR];
  process.env.RAAN_TEST_HOME = 'before';
  const step = withVariables({ RAAN_TEST_HOME: 'a', RAAN_TEST_TMPDIR: 'b' }, async () => {
    assert.deepEqual(values(), ['a', 'b']);
    throw new Error('failed');
  });
  await assert.rejects(step, /failed/);
  assert.deepEqual(values(), ['before', undefined]);
  delete process.env.RAAN_TEST_HOME;
});
