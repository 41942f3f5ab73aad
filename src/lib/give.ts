import { chownSync, statSync } from 'node:fs';
import path from 'node:path';

/** What root has made, whose folder it is goes on with: a service that is not root finds its files its own. */
export function giveToFolder(file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(path.dirname(file));
  chownSync(file, uid, gid);
}
