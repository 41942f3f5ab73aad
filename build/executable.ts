import { copyFile, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
// The plain form of pkg. Its CLI adds a virtual file system, which slows every start.
import pkg, { type SeaConfig } from '@yao-pkg/pkg/lib-es5/sea.js';
import {
  ADDON,
  AGE_WORKER,
  ASSETS,
  CHECKPOINTER,
  DAMAGE_FINDER,
  LARGE_CALLS,
  LARGE_REQUESTS,
  PASSKEY_VERIFIER,
  PRINTER,
  PRODUCT_FILE_CHECKER,
  QR_READER,
  SENDER,
} from '../src/lib/assets.ts';
import { writeBundle } from './bundle.ts';
import { alignCodeCache, CODE_CACHE, makeCodeCache, NODE_OPTIONS, SCRIPT, wrapScript } from './code-cache.ts';
import { packDocsFiles } from './docs-files.ts';
import { type Arch, nodeBinary, nodeVersion } from './packages.ts';
import { MODULES, ROOT } from './paths.ts';
import { packPictureLibrary } from './picture-library.ts';
import { withBuildFolder, withVariables } from './temporary.ts';

const LOADER = 'load-script.cjs';

/** Scripts of worker threads and their entry points. They are compressed: a third of their size. */
const THREADS = {
  [PRINTER]: 'domain/print/print-worker.ts',
  [SENDER]: 'domain/webhooks/sending-worker.ts',
  [CHECKPOINTER]: 'db/checkpoints/checkpoint-worker.ts',
  [DAMAGE_FINDER]: 'db/damage/damage-worker.ts',
  [PASSKEY_VERIFIER]: 'domain/accounts/passkey-worker.ts',
  [AGE_WORKER]: 'lib/age/age-worker.ts',
  [LARGE_CALLS]: 'api/large-calls/call-worker.ts',
  [LARGE_REQUESTS]: 'office/large-requests/request-worker.ts',
  [PRODUCT_FILE_CHECKER]: 'domain/storefile/imports/check-worker.ts',
  [QR_READER]: 'domain/pictures/qr-worker.ts',
};

/** The contents of an executable besides Node. */
interface Contents {
  /** The bundled files. */
  files: string[];
  seaConfig: PackedConfig;
}

type PackedConfig = SeaConfig & { main: string; execArgv: string[]; execArgvExtension: 'none' };

/**
 * Builds an executable: the pinned Node with the bundle and the assets.
 *
 * @returns the bundled files
 */
export const makeExecutable = (arch: Arch, executable: string): Promise<string[]> =>
  withBuildFolder(async (folder) => {
    const packed = path.join(folder, 'raan');
    const { files, seaConfig } = await makeContents(arch, folder);
    const version = await nodeVersion(arch);
    await fillNodeCache(folder, arch, version);
    // pkg looks for Node in the home folder
    await withVariables({ HOME: folder, TMPDIR: folder }, () =>
      pkg.default(path.join(folder, LOADER), {
        targets: [{ nodeRange: `node${version}`, platform: 'linux', arch, output: packed }],
        seaConfig,
      }),
    );
    if (seaConfig.assets?.[CODE_CACHE]) await alignCodeCache(packed, seaConfig.assets[CODE_CACHE]);
    // A copy uses 17 MB less memory: the kernel maps a file that was written in one piece with larger pages.
    const finished = path.join(folder, 'finished');
    await copyFile(packed, finished);
    await rename(finished, executable); // a running process keeps its old file
    return files;
  });

/** Makes the bundle and the assets in a folder. Node packs them from a folder inside it. */
export async function makeContents(arch: Arch, folder: string): Promise<Contents> {
  const script = path.join(folder, SCRIPT);
  const files = await writeBundle('main.ts', script);
  const threads: Record<string, string> = {};
  for (const [name, entry] of Object.entries(THREADS)) {
    const bundle = path.join(folder, name);
    files.push(...(await writeBundle(entry, bundle)));
    threads[name] = `${bundle}.gz`;
    await writeFile(threads[name], gzipSync(await readFile(bundle), { level: 9 }));
  }
  await wrapScript(script);
  const libraries = await packPictureLibrary(arch, folder);
  const docs = await packDocsFiles(folder);
  await copyFile(path.join(ROOT, 'build', LOADER), path.join(folder, LOADER));
  const assets = assetFiles(arch, { [SCRIPT]: script, ...libraries, ...docs, ...threads });
  if (arch === process.arch) assets[CODE_CACHE] = await makeCodeCache(script, arch, assets); // of another one Node may crash
  return { files, seaConfig: seaConfig(assets) };
}

/** Puts the pinned Node into pkg's download cache in the home folder, so that pkg downloads nothing. */
async function fillNodeCache(home: string, arch: Arch, version: string): Promise<void> {
  const name = `node-v${version}-linux-${arch}`;
  const cache = path.join(home, '.pkg-cache', 'sea');
  await mkdir(path.join(cache, name, 'bin'), { recursive: true });
  const cached = path.join(cache, name, 'bin', 'node');
  await symlink(await nodeBinary(arch), cached);
  const complete = [`${name}.tar.gz`, `${name}.tar.gz.ok`, path.join(name, 'bin', 'node.ok')];
  for (const mark of complete) await writeFile(path.join(cache, mark), '');
}

/** The paths of all assets by name. @param made those that the build has made */
const assetFiles = (arch: Arch, made: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(ASSETS.map((name) => [name, path.join(ROOT, name)])),
  ...made,
  [ADDON]: addonFile(arch),
});

/** Node's configuration of a single executable application, which pkg passes on. */
function seaConfig(assets: Record<string, string>): PackedConfig {
  return {
    main: `../${LOADER}`, // stored in the executable, so it must not depend on the build folder
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    useCodeCache: false, // the loader has its own
    execArgv: NODE_OPTIONS,
    execArgvExtension: 'none', // ignore NODE_OPTIONS
    assets,
  };
}

/** The SQLite addon for `arch`. */
export const addonFile = (arch: Arch): string =>
  path.join(MODULES, 'better-sqlite3', 'prebuilds', `linux-${arch}.node`);
