import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { nodeBinary } from './node.ts';
import { type Arch, folderOf } from './packages.ts';
import { run } from './run.ts';

/** What a package has in it of others, as a component of CycloneDX. */
export interface Part {
  'bom-ref': string;
  type: 'library';
  name: string;
  version: string;
}

/** What npm does not know: the libraries in Node, in libvips and in SQLite's addon, by their own names for them. */
export async function partsOf({ name, version }: { name: string; version: string }): Promise<Part[]> {
  const [, versions] = COLLECTIONS.find(([of]) => name.startsWith(of)) ?? [];
  return Object.entries((await versions?.(name, version)) ?? {}).map(([part, its]) => ({
    'bom-ref': `${name}@${version}/${part}@${its}`,
    type: 'library',
    name: part,
    version: its,
  }));
}

type Versions = (name: string, version: string) => Promise<Record<string, string>>;

const NUMBERS = ['node', 'modules', 'napi']; // its own version, and those of its interfaces

/** One version of Node is made of the same on every machine. */
const inNode: Versions = async () => {
  const versions = await run(await nodeBinary(process.arch as Arch), ['-p', 'JSON.stringify(process.versions)']);
  return Object.fromEntries(Object.entries<string>(JSON.parse(versions)).filter(([name]) => !NUMBERS.includes(name)));
};

const inVips: Versions = async (name, version) =>
  JSON.parse(await readFile(path.join(await folderOf(name, version), 'versions.json'), 'utf8'));

const inAddon: Versions = async () => {
  const sqlite = new Sqlite(':memory:');
  const version = sqlite.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '';
  sqlite.close();
  return { sqlite: version };
};

const COLLECTIONS: readonly [name: string, versions: Versions][] = [
  ['node-linux-', inNode],
  ['@img/sharp-libvips-', inVips],
  ['better-sqlite3', inAddon],
];
