import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DOCS_FILES } from '../src/lib/assets.ts';
import type { Bill, Component } from './contents.ts';
import { folderOf } from './packages.ts';
import { ROOT } from './places.ts';

const LICENCES = path.join(ROOT, 'build', 'licences');
const RULE = '='.repeat(80);

/** What the authors of what is in the executables want to be said with them. */
export async function notices({ components }: Bill): Promise<string> {
  const found = await Promise.all(components.map(noticesOf));
  const firsts = new Map<string, string>();
  const parts = found.map(({ title, texts }) =>
    [RULE, title, ...texts.map((text) => sayOnce(firsts, text, title))].join('\n\n'),
  );
  const names = (await readdir(LICENCES)).sort();
  const licences = await Promise.all(
    names.map(async (name) => `${RULE}\n\n${path.parse(name).name}\n\n${await textOf(LICENCES, name)}`),
  );
  return [
    'raan has these packages in it, whole or in part.',
    ...parts,
    RULE,
    'Licences that are named above and not given there:',
    ...licences,
  ]
    .join('\n\n')
    .concat('\n');
}

/** Packages for several machines bring the same. */
function sayOnce(firsts: Map<string, string>, text: string, title: string): string {
  const first = firsts.get(text);
  if (first !== undefined) return `The same text as of ${first}.`;
  firsts.set(text, title);
  return text;
}

const NOTICE = /^(licen[cs]e|copying|notice|third-party)/i;

/** Beside a file that has others' work in it. */
const BUNDLED = DOCS_FILES.map((file) => `${path.basename(file)}.LICENSE.txt`);

async function noticesOf({ name, version, licenses = [] }: Component): Promise<{ title: string; texts: string[] }> {
  const says = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(', ');
  const title = `${name} ${version}${says && `: ${says}`}`;
  const folder = await folderOf(name, version);
  const files = (await readdir(folder)).filter((file) => NOTICE.test(file) || BUNDLED.includes(file)).sort();
  const texts = await Promise.all(files.map((file) => textOf(folder, file)));
  return { title, texts: texts.length > 0 ? texts : await insteadOfText(folder) };
}

/** It has no licence in a file. If it is a collection of libraries, its README says what each is under. */
async function insteadOfText(folder: string): Promise<string[]> {
  const { author, repository, version } = JSON.parse(await textOf(folder, 'package.json'));
  const by = `By ${author}. The text of its licence is at the end.`;
  const files = await readdir(folder);
  if (!files.includes('versions.json')) return [by];
  const sources = `The sources of these libraries, in these versions, and how they are built: ${repository.url}, v${version}`;
  return [by, await textOf(folder, 'README.md'), await textOf(folder, 'versions.json'), sources];
}

const textOf = async (folder: string, file: string): Promise<string> =>
  (await readFile(path.join(folder, file), 'utf8')).trim();
