import { spawnSync } from 'node:child_process';

/** Runs a shell line that may mount file systems, visible only to itself and its children. */
export const MOUNT_COMMAND = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c'] as const;

/** Why this machine does not permit the mounts in the folder; undefined if it does. */
export function mountProblem(mounts: string, folder: string): string | undefined {
  const [name, ...args] = [...MOUNT_COMMAND, mounts];
  const { status, stderr } = spawnSync(name, args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? undefined : `this machine does not permit these mounts: ${stderr}`;
}
