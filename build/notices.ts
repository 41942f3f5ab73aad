import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DOCS_FILES } from '../src/lib/assets.ts';
import type { Bill, Component } from './bill-of-materials.ts';
import { bundledPackageFolder } from './packages.ts';
import { ROOT } from './paths.ts';

const LICENSES = path.join(ROOT, 'build', 'licenses');
const RULE = '='.repeat(80);

/** The license notices of the packages in the executables. */
export async function notices({ components }: Bill): Promise<string> {
  const found = await Promise.all(components.map(noticesOf));
  const firstTitles = new Map<string, string>();
  const parts = found.map(({ title, texts }) =>
    [RULE, title, ...texts.map((text) => textOrReference(firstTitles, text, title))].join('\n\n'),
  );
  const names = (await readdir(LICENSES)).sort();
  const licenses = await Promise.all(
    names.map(async (name) => `${RULE}\n\n${path.parse(name).name}\n\n${await textOf(LICENSES, name)}`),
  );
  return [
    'raan contains these packages, whole or in part.',
    ...parts,
    RULE,
    'Licenses that are named above without their text:',
    ...licenses,
  ]
    .join('\n\n')
    .concat('\n');
}

/** Prints each text once. The packages of one library for several architectures have the same text. */
function textOrReference(firstTitles: Map<string, string>, text: string, title: string): string {
  const first = firstTitles.get(text);
  if (first !== undefined) return `The same text as for ${first}.`;
  firstTitles.set(text, title);
  return text;
}

const NOTICE = /^(licen[cs]e|copying|notice|third-party)/i;

/** Notices next to a file that bundles other packages. */
const BUNDLED = DOCS_FILES.map((file) => `${path.basename(file)}.LICENSE.txt`);

async function noticesOf({ name, version, licenses = [] }: Component): Promise<{ title: string; texts: string[] }> {
  const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(', ');
  const title = `${name} ${version}${names && `: ${names}`}`;
  const folder = await bundledPackageFolder(name, version);
  const files = (await readdir(folder)).filter((file) => NOTICE.test(file) || BUNDLED.includes(file)).sort();
  const texts = await Promise.all(files.map((file) => textOf(folder, file)));
  return { title, texts: texts.length > 0 ? texts : await fallbackNotice(folder) };
}

/**
 * The notice of a package without a license file. A package with `versions.json` bundles libraries, and its README
 * lists their licenses.
 */
async function fallbackNotice(folder: string): Promise<string[]> {
  const { author, repository, version } = JSON.parse(await textOf(folder, 'package.json'));
  const authorLine = `By ${author}. The text of its license is at the end.`;
  const files = await readdir(folder);
  if (!files.includes('versions.json')) return [authorLine];
  const sources = `Sources and build scripts of these libraries, in these versions: ${repository.url}, v${version}`;
  return [authorLine, await textOf(folder, 'README.md'), await textOf(folder, 'versions.json'), sources];
}

const textOf = async (folder: string, file: string): Promise<string> =>
  (await readFile(path.join(folder, file), 'utf8')).trim();
