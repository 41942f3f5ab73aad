import { accessSync, constants } from 'node:fs';
import type { OpenApi } from './cli/openapi.ts';

const OLDEST_NODE = 22; // better-sqlite3 crashes below it

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  console.error(
    `raan needs Node ${OLDEST_NODE} or newer, this is ${process.version}; "npm ci" brings one, and "npm start" uses it`,
  );
  process.exit(1);
}

// Name lookups wait in half of this pool, by default in two threads; a dead name server must not hold up the others.
process.env.UV_THREADPOOL_SIZE ??= '16';

// Node looks it up at each connection: 0 would let anyone pass for a courier, a receiver or a storage.
delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;

// Whatever the umask, this user can use what is made, and other users cannot write it.
process.umask((process.umask(0o022) & 0o077) | 0o022);

// A full disk, say: whoever asked has to learn that the answer is not there. A reader that has gone has seen enough.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  process.exitCode = 1;
  if (code !== 'EPIPE') console.error(`raan: the answer cannot be written: ${message}`);
});

const LEFT_OVER = 100; // milliseconds for what nobody waits for any more, such as a courier that never answers

// Loaded only now, since what it loads needs the newer Node.
Promise.all([import('./cli/program.ts'), import('./serve.ts')]).then(async ([{ runProgram }, { serve }]) => {
  process.exitCode = await runProgram(process.argv.slice(2), { serve, openApi });
  setTimeout(leave, LEFT_OVER).unref();
});

const SHELL = '/bin/sh';

/** Node waits for the threads of look-ups that are under way, as long as a dead name server likes: another program does not. */
function leave(): void {
  process.once('exit', (status) => {
    if (isExecutable(SHELL)) process.execve?.(SHELL, ['sh', '-c', `exit ${status}`]);
  });
  process.exit();
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // it ends when the look-ups do
  }
}

/** Loaded by the one command that needs it. */
const openApi: OpenApi = async (added, base) => {
  const { openApiDocument } = await import('./api/openapi/document.ts');
  return openApiDocument(added, base);
};
