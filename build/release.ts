import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import manifest from '../package.json' with { type: 'json' };
import { CLIENT_FILES, CLIENT_PACKAGE } from '../src/lib/assets.ts';
import { billOfMaterials, nativePackages, packagesOf } from './bill-of-materials.ts';
import { makeExecutable } from './executable.ts';
import { notices } from './notices.ts';
import { ARCHS } from './packages.ts';
import { DIST, ROOT } from './paths.ts';
import { packClient } from './sdk/package.ts';
import { publishedDocument } from './sdk/schema.ts';
import { checkSystemLibraries } from './system-libraries.ts';

const FOLDER = path.join(DIST, 'release');
const NAME = `raan-${manifest.version}`;

/**
 * Builds a release in dist/release: an executable per architecture, the clients for partners, the API document, the bill
 * of materials (CycloneDX), the license notices and the checksums of all files.
 */
export async function makeRelease(): Promise<string[]> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const executables = ARCHS.map((arch) => path.join(FOLDER, `${NAME}-linux-${arch}`));
  const files: string[] = [];
  for (const arch of ARCHS) await checkSystemLibraries(arch);
  for (const [i, arch] of ARCHS.entries()) files.push(...(await makeExecutable(arch, executables[i] as string)));
  const bill = await billOfMaterials([...packagesOf(files), ...ARCHS.flatMap(nativePackages)]);
  const made = [
    ...executables,
    await packClient(path.join(FOLDER, CLIENT_PACKAGE)),
    ...(await Promise.all(CLIENT_FILES.map(copy))),
    await write(`${NAME}-openapi.json`, `${JSON.stringify(publishedDocument(), null, 2)}\n`),
    await write(`${NAME}.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`),
    await write(`${NAME}-notices.txt`, await notices(bill)),
  ];
  const sums = await Promise.all(made.map(async (file) => `${await checksum(file)}  ${path.basename(file)}\n`));
  return [...made, await write('SHA256SUMS', sums.join(''))];
}

async function write(name: string, text: string): Promise<string> {
  const file = path.join(FOLDER, name);
  await writeFile(file, text);
  return file;
}

async function copy(source: string): Promise<string> {
  const file = path.join(FOLDER, path.basename(source));
  await copyFile(path.join(ROOT, source), file);
  return file;
}

async function checksum(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
