import { existsSync } from 'node:fs';
import type { OpenApi } from './cli/openapi.ts';
import type { LoadServer } from './cli/operate/serve.ts';
import { openFilesLimit } from './lib/open-files.ts';
import { startTimer } from './lib/runtime.ts';

// The texts of this file are not in the catalogue: they must not need a module that has not been loaded.

const MIN_NODE = 22; // better-sqlite3 crashes below it

if (Number(process.versions.node.split('.')[0]) < MIN_NODE) {
  console.error(
    `raan needs Node ${MIN_NODE} or newer, but this is ${process.version}. Run "npm ci" to install it and "npm start" to use it.`,
  );
  process.exit(1);
}

const MIN_OPEN_FILES = 256; // with fewer, a library or thread that cannot be loaded crashes the process

if (openFilesLimit() < MIN_OPEN_FILES) {
  console.error(
    `raan: This process may open only ${openFilesLimit()} files. Allow at least ${MIN_OPEN_FILES}, better 65536: "ulimit -n" in a shell, LimitNOFILE= in a systemd unit.`,
  );
  process.exit(1);
}

// DNS lookups may use half of this pool. With Node's default of 4 threads, a dead name server would block the others.
process.env.UV_THREADPOOL_SIZE ??= '16';

// If it is 0, Node does not check the certificates of couriers, webhook receivers and S3. Node reads it per connection.
delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;

// Files are usable by this user and not writable by others, whatever the umask.
process.umask((process.umask(0o022) & 0o077) | 0o022);

// A failed write (for example a full disk) must be reported. EPIPE only means that the reader has closed the pipe.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  process.exitCode = 1;
  if (code !== 'EPIPE') console.error(`raan: writing the output failed: ${message}`);
});

const EXIT_DELAY = 100; // milliseconds for abandoned work, such as a request to a courier that never answers

// Loaded after the version check, because the modules need the newer Node.
Promise.all([import('./cli/program.ts'), import('./lib/log.ts')]).then(async ([{ runProgram }, { logCrash }]) => {
  process.on('uncaughtException', (error) => {
    logCrash(error);
    process.exitCode = 1;
    exit();
  });
  process.exitCode = await runProgram(process.argv.slice(2), { loadServer, openApi });
  startTimer(exit, EXIT_DELAY).unref();
});

const SHELL = '/bin/sh';

/**
 * Exits although DNS lookups are pending. `process.exit` waits for their threads, which takes 20 s if the name server
 * does not answer; systemd kills the service after 15 s. A process that is replaced by a shell does not wait.
 */
function exit(): void {
  process.once('exit', (status) => {
    if (existsSync(SHELL)) process.execve?.(SHELL, ['sh', '-c', `exit ${status}`]);
  });
  process.exit();
}

// Loaded only by the commands that need them.

const loadServer: LoadServer = async () => (await import('./serve.ts')).serve;

const openApi: OpenApi = async (added, base) => {
  const { openApiDocument } = await import('./api/openapi/document.ts');
  return openApiDocument(added, base);
};
