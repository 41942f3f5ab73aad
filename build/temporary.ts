import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DIST } from './paths.ts';

const BUILD = 'build-';
const HOUR = 3_600_000; // milliseconds; a build takes minutes

/**
 * Runs `work` in a temporary folder, so that builds can run concurrently, and always removes the folder. Removes
 * folders that killed builds left behind.
 */
export async function withBuildFolder<Result>(
  work: (folder: string) => Promise<Result>,
  parent = DIST,
): Promise<Result> {
  await mkdir(parent, { recursive: true });
  await removeStale(parent, (name) => name.startsWith(BUILD));
  const folder = await mkdtemp(path.join(parent, BUILD));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }); // after a failure, other steps may still write
  }
}

/** Removes unused entries older than an hour. A concurrent build may use newer ones. */
export async function removeStale(folder: string, isUnused: (name: string) => boolean): Promise<void> {
  for (const name of (await readdir(folder)).filter(isUnused)) {
    const entry = path.join(folder, name);
    const found = await stat(entry).catch(() => undefined); // a concurrent build may have removed it
    if (found && Date.now() - found.mtimeMs > HOUR) await rm(entry, { recursive: true, force: true });
  }
}

/** Sets environment variables only while `work` runs, so that later build steps do not see them. */
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
