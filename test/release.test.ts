import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { billOfMaterials, nativePackages } from '../build/bill-of-materials.ts';
import { makeExecutable } from '../build/executable.ts';
import { notices } from '../build/notices.ts';
import type { Arch } from '../build/packages.ts';
import { ROOT } from '../build/paths.ts';
import { MIN_VERSIONS, requiredVersions } from '../build/system-libraries.ts';
import { EXECUTABLE } from './cli.ts';
import { temporaryFolder } from './support.ts';

// What is published. `npm test` has built the executable of these sources.

const [FILE = ''] = EXECUTABLE;
const PROGRAMS = [2, 3]; // ELF's numbers of programs and shared objects

suite('the executable', () => {
  const bytes = readFileSync(FILE);

  test('is the same byte by byte wherever and whenever it is built', async () => {
    const again = path.join(temporaryFolder(), 'raan');
    await makeExecutable(process.arch as Arch, again);
    assert.equal(hash('sha256', readFileSync(again)), hash('sha256', bytes));
  });

  test('has neither a comment of its sources nor a path of who built it', () => {
    const comment = /\/\*\* (.*)\n?/.exec(readFileSync(path.join(ROOT, 'src', 'serve.ts'), 'utf8'))?.[1] ?? '';
    for (const absent of [comment, `${ROOT}/`, 'sourceMappingURL=raan'])
      assert.equal(bytes.includes(absent), false, `${absent} is in it`);
  });

  test('has one addon of SQLite, and none of another machine', () => {
    const elf = Buffer.from('7f454c460201', 'hex');
    const machines: number[] = [];
    for (let at = bytes.indexOf(elf); at >= 0; at = bytes.indexOf(elf, at + 1))
      if (PROGRAMS.includes(bytes.readUInt16LE(at + 16))) machines.push(bytes.readUInt16LE(at + 18));
    const machine = bytes.readUInt16LE(18);
    assert.deepEqual(machines, [machine, machine]);
  });
});

test(`nothing in it needs a newer glibc than ${MIN_VERSIONS.GLIBC}, nor a newer libstdc++ than it says`, async () => {
  assert.deepEqual(await requiredVersions(process.arch as Arch), MIN_VERSIONS);
});

test('the bill of materials names what is packed with its version and licence, and what that asks for', async () => {
  const bill = await billOfMaterials(['hono', 'better-sqlite3', 'htmx.org']);
  assert.deepEqual(
    bill.components.map(({ name }) => name),
    ['better-sqlite3', 'hono', 'htmx.org'],
  );
  assert.equal(bill.serialNumber, undefined);
  const text = await notices(bill);
  assert.match(text, /better-sqlite3 \d+\.\d+\.\d+: MIT[\s\S]*Permission is hereby granted/);
});

test('the bill and the notices name what Node, libvips and SQLite’s addon have in them', async () => {
  const native = nativePackages(process.arch as Arch);
  const bill = await billOfMaterials([...native, 'better-sqlite3', 'brotli']);
  const parts = bill.components.flatMap(({ components = [] }) => components.map(({ name }) => name));
  for (const name of ['openssl', 'v8', 'uv', 'vips', 'glib', 'webp', 'sqlite']) assert.ok(parts.includes(name), name);
  const text = await notices(bill);
  for (const said of [
    /OpenSSL/, // of Node's own licence
    /\| glib +\| LGPLv3 /,
    /sharp-libvips\.git, v\d/,
    /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3/,
    /GNU GENERAL PUBLIC LICENSE\s+Version 3/,
    /MOZILLA PUBLIC LICENSE\s+Version 1\.1/,
    /brotli \d+\.\d+\.\d+: MIT\s+By Devon Govett/,
  ])
    assert.match(text, said);
});
