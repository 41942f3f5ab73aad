import { copyFile, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
// pkg's command prepares a file system inside the executable, which costs every start; this is its plain form.
import pkg, { type SeaConfig } from '@yao-pkg/pkg/lib-es5/sea.js';
import { ADDON, ASSETS, CHECKPOINTER, PRINTER, SENDER } from '../src/lib/assets.ts';
import { writeBundle } from './bundle.ts';
import { packDocsFiles } from './docs-files.ts';
import { packPictureLibrary } from './libraries.ts';
import { nodeBinary, nodeVersion } from './node.ts';
import type { Arch } from './packages.ts';
import { DIST, MODULES, ROOT } from './places.ts';

const SCRIPT = 'raan.cjs';

/** The scripts of threads, and where each begins. */
const THREADS = {
  [PRINTER]: 'domain/print/worker.ts',
  [SENDER]: 'domain/webhooks/worker.ts',
  [CHECKPOINTER]: 'db/checkpoints/worker.ts',
};

/**
 * Makes an executable: the pinned Node with the bundle and the assets in it.
 *
 * @returns the files that the bundle is made of
 */
export async function makeExecutable(arch: Arch, executable: string): Promise<string[]> {
  await mkdir(DIST, { recursive: true });
  const workshop = await mkdtemp(path.join(DIST, 'build-')); // so that two builds at once do not meet
  try {
    const script = path.join(workshop, SCRIPT);
    const unfinished = path.join(workshop, 'raan');
    const files = await writeBundle('main.ts', script);
    const threads: Record<string, string> = {};
    for (const [name, entry] of Object.entries(THREADS)) {
      threads[name] = path.join(workshop, name);
      files.push(...(await writeBundle(entry, threads[name])));
    }
    const libraries = await packPictureLibrary(arch, workshop);
    const docs = await packDocsFiles(workshop);
    const version = await nodeVersion(arch);
    await offerNode(workshop, arch, version);
    await pkg.default(script, {
      targets: [{ nodeRange: `node${version}`, platform: 'linux', arch, output: unfinished }],
      seaConfig: seaConfig(arch, { ...libraries, ...docs, ...threads }),
    });
    // A file that was written at one go the system maps in larger pieces, which count for 17 MB more than a copy's.
    const finished = path.join(workshop, 'finished');
    await copyFile(unfinished, finished);
    await rename(finished, executable); // a running one goes on with its old file
    return files;
  } finally {
    await rm(workshop, { recursive: true });
  }
}

/** Lays the pinned Node where pkg keeps what it has downloaded, under a home of its own, so that it downloads nothing. */
async function offerNode(workshop: string, arch: Arch, version: string): Promise<void> {
  const name = `node-v${version}-linux-${arch}`;
  const folder = path.join(workshop, '.pkg-cache', 'sea');
  await mkdir(path.join(folder, name, 'bin'), { recursive: true });
  const offered = path.join(folder, name, 'bin', 'node');
  if (arch === process.arch) await offerRepeatable(await nodeBinary(arch), offered);
  else await symlink(await nodeBinary(arch), offered);
  const complete = [`${name}.tar.gz`, `${name}.tar.gz.ok`, path.join(name, 'bin', 'node.ok')];
  for (const mark of complete) await writeFile(path.join(folder, mark), '');
  process.env.HOME = workshop;
  process.env.TMPDIR = workshop; // a folder in it is where pkg works
}

/**
 * pkg has the offered Node pack script and assets, with V8's cache of the script's code, and then copies it. No two such
 * caches have the same bytes unless V8 is told where to begin its randomness: the first call does that, and puts Node
 * itself into its place.
 */
async function offerRepeatable(node: string, place: string): Promise<void> {
  const packOnce = `#!/bin/sh\nln -sf '${node}' "$0" && exec '${node}' --random-seed=1 "$@"\n`;
  await writeFile(place, packOnce, { mode: 0o755 });
}

/** Node's own settings of a single executable application; pkg hands them on. */
function seaConfig(
  arch: Arch,
  made: Record<string, string>,
): SeaConfig & { main: string; execArgv: string[]; execArgvExtension: 'none' } {
  const assets = Object.fromEntries(ASSETS.map((name) => [name, path.join(ROOT, name)]));
  return {
    main: `../${SCRIPT}`, // is written into the executable: not where it was made
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    useCodeCache: arch === process.arch, // Node may crash on the cache of another architecture
    execArgv: ['--max-semi-space-size=8'], // megabytes; short-lived objects would otherwise take twice the memory
    execArgvExtension: 'none', // NODE_OPTIONS is meant for other programs
    assets: { ...assets, ...made, [ADDON]: addonFile(arch) },
  };
}

/** SQLite's addon for it. */
export const addonFile = (arch: Arch): string =>
  path.join(MODULES, 'better-sqlite3', 'prebuilds', `linux-${arch}.node`);
