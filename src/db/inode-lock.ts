import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';

/**
 * Locks a file by its inode: binds an abstract Unix socket with a name derived from it. No file can be deleted to break
 * the lock, and it also finds a server that uses another path of the file. The kernel releases it with the process.
 * Linux only, and only between processes of one network namespace: elsewhere it never fails, and the lock file remains.
 *
 * @returns a function that releases the lock; undefined if another process holds it
 */
export function lockInode(file: string): (() => void) | undefined {
  const name = socketName(file);
  if (name === undefined) return () => {};
  const server = createServer((socket) => socket.destroy()).unref();
  server.on('error', () => {}); // reported by `listening`, which is already set when `listen` returns
  server.listen(`\0${name}`);
  if (!server.listening && isBound(name)) return undefined;
  return () => server.close();
}

/** Whether a process has locked the file with `lockInode`. */
export function isInodeLocked(file: string): boolean {
  const name = socketName(file);
  return name !== undefined && isBound(name);
}

/** The creation time makes the name hard to guess: users without access to the folder cannot occupy it. */
function socketName(file: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `raan-${found.dev}-${found.ino}-${found.birthtimeNs}`;
}

function isBound(name: string): boolean {
  try {
    return readFileSync('/proc/self/net/unix', 'latin1').includes(`@${name}\n`);
  } catch {
    return false; // no /proc
  }
}
