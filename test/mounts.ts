import { spawnSync } from 'node:child_process';

/** Runs a line for sh that may mount what it likes: nobody but it and what it starts sees that. */
export const MOUNTS = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c'] as const;

/** Why this machine does not permit such mounts, made in a folder; undefined where it does. */
export function whyNoMounts(mounts: string, folder: string): string | undefined {
  const [name, ...args] = [...MOUNTS, mounts];
  const { status, stderr } = spawnSync(name, args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? undefined : `this machine permits no such mounts: ${stderr}`;
}
