import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { billOfMaterials, nativePackages } from '../../build/bill-of-materials.ts';
import { alignCodeCache, CODE_CACHE } from '../../build/code-cache.ts';
import { makeContents } from '../../build/executable.ts';
import { notices } from '../../build/notices.ts';
import { type Arch, nodeBinary } from '../../build/packages.ts';
import { ROOT } from '../../build/paths.ts';
import { isNewer, MIN_VERSIONS, requiredVersions, versionsIn } from '../../build/system-libraries.ts';
import { EXECUTABLE } from '../cli.ts';
import { temporaryFolder } from '../support.ts';

// The release. `npm test` has built the executable.

const [FILE = ''] = EXECUTABLE;
const PROGRAMS = [2, 3]; // ELF types of programs and shared objects

/** The bundle and the assets as Node packs them, made in another folder. The build puts these bytes into Node. */
async function packAgain(): Promise<{ packed: Buffer; cache: string }> {
  const folder = temporaryFolder();
  const arch = process.arch as Arch;
  const { seaConfig } = await makeContents(arch, folder);
  const cwd = path.join(folder, 'packed');
  mkdirSync(cwd);
  writeFileSync(path.join(cwd, 'config.json'), JSON.stringify({ ...seaConfig, output: 'packed' }));
  execFileSync(await nodeBinary(arch), ['--experimental-sea-config', 'config.json'], { cwd });
  return { packed: readFileSync(path.join(cwd, 'packed')), cache: seaConfig.assets?.[CODE_CACHE] ?? '' };
}

suite('the executable', () => {
  const bytes = readFileSync(FILE);

  test('contains the same bytes wherever and whenever they are made', async () => {
    const { packed, cache } = await packAgain();
    const start = bytes.indexOf(packed.subarray(0, 1_000));
    assert.ok(start > 0, 'the start of the packed bytes is in it');
    const again = path.join(temporaryFolder(), 'raan');
    writeFileSync(again, Buffer.concat([bytes.subarray(0, start), packed]));
    await alignCodeCache(again, cache);
    assert.equal(hash('sha256', bytes.subarray(0, start + packed.length)), hash('sha256', readFileSync(again)));
  });

  test('contains neither comments of the sources nor paths of the build machine', () => {
    const comment = /\/\*\* (.*)\n?/.exec(readFileSync(path.join(ROOT, 'src', 'serve.ts'), 'utf8'))?.[1] ?? '';
    for (const absent of [comment, `${ROOT}/`, 'sourceMappingURL=raan'])
      assert.equal(bytes.includes(absent), false, `${absent} is in it`);
  });

  test('contains one SQLite addon, for its own architecture', () => {
    const elf = Buffer.from('7f454c460201', 'hex');
    const machines: number[] = [];
    for (let at = bytes.indexOf(elf); at >= 0; at = bytes.indexOf(elf, at + 1))
      if (PROGRAMS.includes(bytes.readUInt16LE(at + 16))) machines.push(bytes.readUInt16LE(at + 18));
    const machine = bytes.readUInt16LE(18);
    assert.deepEqual(machines, [machine, machine]);
  });
});

test('a feature of glibc without a version number is newer than the supported systems', () => {
  const required = versionsIn('\0GLIBC_2.17\0GLIBCXX_3.4.29\0GLIBC_PRIVATE\0GLIBC_ABI_DT_RELR\0'); // since 2.36
  assert.deepEqual(required, [
    ['GLIBC', '2.17'],
    ['GLIBCXX', '3.4.29'],
    ['GLIBC', 'ABI_DT_RELR'],
  ]);
  assert.deepEqual(
    required.map(([library, version]) => isNewer(version, MIN_VERSIONS[library])),
    [false, false, true],
  );
});

test(`the executable requires at most glibc ${MIN_VERSIONS.GLIBC} and libstdc++ ${MIN_VERSIONS.GLIBCXX}`, async () => {
  assert.deepEqual(await requiredVersions(process.arch as Arch), MIN_VERSIONS);
});

test('the bill of materials lists the packages; the notices contain version and license text', async () => {
  const bill = await billOfMaterials(['hono', 'better-sqlite3', 'htmx.org']);
  assert.deepEqual(
    bill.components.map(({ name }) => name),
    ['better-sqlite3', 'hono', 'htmx.org'],
  );
  assert.equal(bill.serialNumber, undefined);
  const text = await notices(bill);
  assert.match(text, /better-sqlite3 \d+\.\d+\.\d+: MIT[\s\S]*Permission is hereby granted/);
});

test('bill and notices list the libraries in Node, libvips and the SQLite addon', async () => {
  const native = nativePackages(process.arch as Arch);
  const bill = await billOfMaterials([...native, 'better-sqlite3', 'brotli']);
  const parts = bill.components.flatMap(({ components = [] }) => components.map(({ name }) => name));
  for (const name of ['openssl', 'v8', 'uv', 'vips', 'glib', 'webp', 'sqlite']) assert.ok(parts.includes(name), name);
  const text = await notices(bill);
  for (const expected of [
    /OpenSSL/, // in the license of Node
    /\| glib +\| LGPLv3 /,
    /sharp-libvips\.git, v\d/,
    /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3/,
    /GNU GENERAL PUBLIC LICENSE\s+Version 3/,
    /MOZILLA PUBLIC LICENSE\s+Version 1\.1/,
    /brotli \d+\.\d+\.\d+: MIT\s+By Devon Govett/,
  ])
    assert.match(text, expected);
});
