import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DIST } from './paths.ts';

const BUILD = 'build-';
const HOUR = 3_600_000; // milliseconds; a build takes minutes

/**
 * Runs `work` with a folder of its own, for concurrent builds, and removes the folder, also after a failure. Folders of
 * builds that were killed go first.
 */
export async function withBuildFolder<Result>(
  work: (folder: string) => Promise<Result>,
  parent = DIST,
): Promise<Result> {
  await mkdir(parent, { recursive: true });
  await removeOld(parent, (name) => name.startsWith(BUILD));
  const folder = await mkdtemp(path.join(parent, BUILD));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }); // after a failure, other steps may still write
  }
}

/** Removes entries of a folder, except new ones: a concurrent build may use these. */
export async function removeOld(folder: string, isUnused: (name: string) => boolean): Promise<void> {
  for (const name of (await readdir(folder)).filter(isUnused)) {
    const entry = path.join(folder, name);
    const found = await stat(entry).catch(() => undefined); // a concurrent build may have removed it
    if (found && Date.now() - found.mtimeMs > HOUR) await rm(entry, { recursive: true, force: true });
  }
}

/** Sets variables of the environment while `work` runs: later steps of the build must not get them. */
export async function withVariables<Result>(
  variables: Record<string, string>,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    return await work();
  } finally {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}
