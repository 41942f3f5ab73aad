import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
// pkg's command prepares a file system inside the executable, which costs every start; this is its plain form.
import pkg, { type SeaConfig } from '@yao-pkg/pkg/lib-es5/sea.js';
import { ADDON, ASSETS } from '../src/lib/assets.ts';
import { writeBundle } from './bundle.ts';
import { type Arch, nodeBinary, nodeVersion } from './node.ts';
import { DIST, MODULES, ROOT } from './places.ts';

/** Makes dist/raan: the pinned Node with the bundle and the assets in it. */
export async function makeExecutable(arch: Arch): Promise<string> {
  await mkdir(DIST, { recursive: true });
  const nodePath = await nodeBinary(arch);
  const workshop = await mkdtemp(path.join(DIST, 'build-')); // so that two builds at once do not meet
  try {
    const script = path.join(workshop, 'raan.cjs');
    const unfinished = path.join(workshop, 'raan');
    await writeBundle(script);
    await pkg.default(script, {
      targets: [{ nodeRange: `node${await nodeVersion(arch)}`, platform: 'linux', arch, output: unfinished }],
      nodePath, // nothing is downloaded
      seaConfig: seaConfig(arch),
    });
    const executable = path.join(DIST, 'raan');
    await rename(unfinished, executable); // a running one goes on with its old file
    return executable;
  } finally {
    await rm(workshop, { recursive: true });
  }
}

/** Node's own settings of a single executable application; pkg hands them on. */
function seaConfig(arch: Arch): SeaConfig & { execArgvExtension: 'none' } {
  const assets = Object.fromEntries(ASSETS.map((name) => [name, path.join(ROOT, name)]));
  return {
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    useCodeCache: arch === process.arch, // Node may crash on the cache of another architecture
    execArgvExtension: 'none', // NODE_OPTIONS is meant for other programs
    assets: { ...assets, [ADDON]: path.join(MODULES, 'better-sqlite3', 'prebuilds', `linux-${arch}.node`) },
  };
}
