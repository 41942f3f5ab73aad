import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, writeFile } from 'node:fs/promises';
import Module from 'node:module';
import path from 'node:path';
import { type Arch, nodeBinary } from './packages.ts';
import { ROOT } from './paths.ts';
import { run } from './run.ts';

/** Options of Node in the executable. V8 rejects a code cache that was made with other options. */
export const NODE_OPTIONS = [
  '--max-semi-space-size=8', // MB; halves the memory for short-lived objects
  '--v8-pool-size=2', // threads that compile and collect garbage; each of them keeps 4 MB
];

/** Assets of the executable that load-script.cjs reads: the bundle and its code cache. */
export const SCRIPT = 'raan.cjs';
export const CODE_CACHE = 'raan.cache';

const REPRODUCIBLE = '--random-seed=1';

/** Wraps the bundle like a CommonJS module. */
export const wrapScript = async (script: string): Promise<void> =>
  writeFile(script, Module.wrap(await readFile(script, 'latin1')), 'latin1');

const CHECK = `
  const [script, cache] = process.argv.slice(1).map((file) => fs.readFileSync(file));
  const { cachedDataRejected } = new vm.Script(script.latin1Slice(), { filename: '${SCRIPT}', cachedData: cache });
  if (cachedDataRejected) throw new Error('V8 rejects the code cache');
`;

/**
 * Makes a code cache with the functions that the server calls until it listens. Node's own code cache of an executable
 * would have only those that V8 compiles before the script runs.
 *
 * @param assets of the executable: path by name
 * @returns the path of the cache
 */
export async function makeCodeCache(script: string, arch: Arch, assets: Record<string, string>): Promise<string> {
  const assetsFile = `${script}.assets.json`;
  await writeFile(assetsFile, JSON.stringify(assets));
  const cache = path.join(path.dirname(script), CODE_CACHE);
  const maker = path.join(ROOT, 'build', 'make-code-cache.cjs');
  const node = await nodeBinary(arch);
  const options = [...NODE_OPTIONS, REPRODUCIBLE];
  const env = {}; // what runs, and with it the cache, must not depend on the environment
  await once(spawn(node, [...options, maker, script, cache, assetsFile], { stdio: 'ignore', env }), 'close');
  await run(node, [...NODE_OPTIONS, '-e', CHECK, script, cache]);
  await writeFile(cache, shifted(await readFile(cache), 0));
  return cache;
}

const ALIGNMENT = 8; // bytes

/** Moves the code cache of an executable to an aligned address inside of its asset: V8 would first copy another one. */
export async function alignCodeCache(executable: string, cache: string): Promise<void> {
  const asset = await readFile(cache);
  const start = (await readFile(executable)).indexOf(asset);
  if (start < 0) throw new Error(`${executable} does not contain ${cache}`);
  const file = await open(executable, 'r+');
  try {
    const code = asset.subarray(0, -ALIGNMENT);
    await file.write(shifted(code, (ALIGNMENT - (start % ALIGNMENT)) % ALIGNMENT), 0, asset.length, start);
  } finally {
    await file.close();
  }
}

/** The asset of a code cache that begins after `shift` bytes. The last byte is the shift. */
const shifted = (code: Buffer, shift: number): Buffer =>
  Buffer.concat([Buffer.alloc(shift), code, Buffer.alloc(ALIGNMENT - shift, shift)]);
