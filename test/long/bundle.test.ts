import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { writeBundle } from '../../build/bundle.ts';

// 1,536 names are the limit of V8; the program itself needs some of them.
const MOST_NAMES = 500;

test('the bundle leaves V8 names for objects with one property', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'raan-bundle-'));
  try {
    const file = path.join(folder, 'raan.cjs');
    const modules = await writeBundle('main.ts', file, ['node:sea']);
    const script = await readFile(file, 'latin1');
    assert.ok(modules.length > MOST_NAMES);
    const names = new Set(Array.from(script.matchAll(/\(\s*\{\s*"([^"]+)"\s*\(/g), ([, name]) => name));
    assert.ok(names.size > 0 && names.size < MOST_NAMES, `${names.size} names, such as ${[...names].slice(0, 3)}`);
  } finally {
    await rm(folder, { recursive: true });
  }
});
