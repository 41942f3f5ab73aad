import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { billOfMaterials, notices } from '../build/contents.ts';
import { makeExecutable } from '../build/executable.ts';
import type { Arch } from '../build/packages.ts';
import { ROOT } from '../build/places.ts';
import { EXECUTABLE } from './cli.ts';
import { temporaryFolder } from './support.ts';

// What is published. `npm test` has built the executable of these sources.

const [FILE = ''] = EXECUTABLE;
const OLDEST_GLIBC = [2, 34]; // Debian 12, Ubuntu 22.04, RHEL 9
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

  test(`runs with glibc from ${OLDEST_GLIBC.join('.')} up`, () => {
    const wanted = [...bytes.toString('latin1').matchAll(/GLIBC_(\d+)\.(\d+)/g)].map(([, ...parts]) =>
      parts.map(Number),
    );
    const newest = wanted.sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d).at(-1);
    assert.deepEqual(newest, OLDEST_GLIBC);
  });
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
