import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import Sqlite from 'better-sqlite3';
import type { OpenApi } from '../src/cli/openapi.ts';
import { runProgram } from '../src/cli/program.ts';
import { readConfig } from '../src/config.ts';
import { type Context, openContext } from '../src/context.ts';
import { type Loaded, loadStoreFile } from '../src/domain/storefile/load.ts';
import { unsafeVariables } from '../src/lib/environment.ts';
import { serve } from '../src/serve.ts';
import { checkAuditedWrites } from './audited-writes.ts';
import { ensureDatabase } from './empty-database.ts';
import { checkLogs, checkStderrOf } from './personal-data.ts';
import { Running } from './running-command.ts';
import type { Json, Shop } from './support.ts';

checkAuditedWrites();
checkLogs();

const ROOT = path.join(import.meta.dirname, '..');

/** The built program. Run `npm run build` after a change of src. */
export const EXECUTABLE = [path.join(ROOT, 'dist', 'raan')];
export const MAIN = path.join(ROOT, 'src', 'main.ts');

/** An unprivileged user id, if the tests run as root: root ignores file permissions. */
export const UNPRIVILEGED = process.getuid?.() === 0 ? 65_534 : undefined;

/** Removes variables that raan would warn about. */
for (const { name } of unsafeVariables(process.env, false)) delete process.env[name];
const OWN_ENVIRONMENT = { ...process.env, NODE_COMPILE_CACHE: undefined };

/** Tests in these files mostly wait for child processes. */
export const CONCURRENT = { concurrency: 3 };

export interface FolderOptions {
  program?: readonly string[];
  /** Content of the config file; undefined for no file. */
  config?: string;
  /** Environment variables to set, or to unset if undefined. */
  env?: Record<string, string | undefined>;
  /** User id that runs the program and owns the folder; requires root. */
  uid?: number | undefined;
}

export interface CommandResult {
  status: number | null;
  stdout: string;
  stderr: string;
  /** Lines of stderr. */
  errorLines: string[];
  /** stdout as JSON. */
  readonly json: Json;
}

const openApi: OpenApi = async (added, base) => {
  const { openApiDocument } = await import('../src/api/openapi/document.ts');
  return openApiDocument(added, base);
};

const resultOf = (status: number | null, stdout: string, stderr: string): CommandResult => ({
  status,
  stdout,
  stderr,
  errorLines: stderr.split('\n').filter(Boolean),
  get json() {
    return JSON.parse(stdout);
  },
});

/** The JSON of a successful command. stderr must contain its warnings only. */
function jsonOf(result: CommandResult): Json {
  assert.equal(result.status, 0, result.stderr);
  const warnings = (result.json.warnings ?? []).map((warning: string) => `raan: warning: ${warning}`);
  assert.deepEqual(result.errorLines, warnings);
  return result.json;
}

/** A temporary folder to run commands in. After the test its processes are killed and it is deleted. */
export const openFolder = (options: FolderOptions = {}): Folder => new Folder(options);

/** A folder whose config names the database of a running shop. */
export const openFolderOf = (shop: Shop): Folder =>
  openFolder({
    config: `database = '${shop.config.database}'
webhooks.allow_networks = ["127.0.0.0/8"]
couriers.allow_networks = ["127.0.0.0/8"]
`,
  });

export class Folder {
  readonly root = mkdtempSync(path.join(tmpdir(), 'raan-cli-'));
  readonly #options: FolderOptions;
  readonly #running = new Set<ChildProcess>();

  constructor(options: FolderOptions) {
    this.#options = options;
    chmodSync(this.root, 0o755);
    if (options.uid !== undefined) chownSync(this.root, options.uid, options.uid);
    if (options.config !== undefined) this.write('raan.toml', options.config);
    after(async () => {
      for (const child of this.#running) {
        child.kill('SIGKILL');
        await once(child, 'close');
      }
      chmodSync(this.root, 0o755); // files in a read-only folder cannot be deleted
      rmSync(this.root, { recursive: true, force: true });
    });
  }

  path = (...names: string[]): string => path.join(this.root, ...names);

  /** Writes a file, objects as JSON, and returns its path. */
  write(name: string, content: string | Uint8Array | object): string {
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(this.path(name), isRaw ? content : JSON.stringify(content));
    return this.path(name);
  }

  /** Root can still write. */
  makeReadOnly(): void {
    chmodSync(this.root, 0o555);
  }

  read = (name: string): string => readFileSync(this.path(name), 'utf8');

  bytes = (name: string): Buffer => readFileSync(this.path(name));

  has = (name: string): boolean => existsSync(this.path(name));

  remove = (name: string): void => rmSync(this.path(name));

  /** Loads a store file into `raan.db` in this process. */
  async load(file: object): Promise<Record<string, Loaded>> {
    const config = { ...readConfig('/dev/null'), database: this.path('raan.db') };
    ensureDatabase(config.database);
    const ctx = openContext(config, { create: false });
    const document = JSON.parse(JSON.stringify(file));
    const { stores } = await ctx.write((tx) => loadStoreFile(tx, document, config.values, ctx.now()));
    ctx.close();
    return stores;
  }

  /** Opens `raan.db` in this process. */
  async withContext<T>(use: (ctx: Context) => Promise<T>): Promise<T> {
    const ctx = openContext({ ...readConfig('/dev/null'), database: this.path('raan.db') }, { create: false });
    try {
      return await use(ctx);
    } finally {
      ctx.close();
    }
  }

  /** Rows of `raan.db`, which no other process has open. */
  rows<Row extends object>(sql: string): Row[] {
    return this.#sqlite((sqlite) => sqlite.prepare<[], Row>(sql).all());
  }

  /** Runs SQL on `raan.db`. */
  change(sql: string): void {
    this.#sqlite((sqlite) => sqlite.exec(sql));
  }

  #sqlite<T>(use: (sqlite: Sqlite.Database) => T): T {
    const sqlite = new Sqlite(this.path('raan.db'));
    try {
      return use(sqlite);
    } finally {
      sqlite.close();
    }
  }

  /** Runs a command in this process, with the folder's config file. Faster than `spawnCommand`. */
  async runCommand(...args: string[]): Promise<CommandResult> {
    if (!this.has('raan.toml')) this.write('raan.toml', '');
    return this.runCommandWithoutConfig(...args, '--config', this.path('raan.toml'));
  }

  /** `runCommand` without a config file. */
  async runCommandWithoutConfig(...args: string[]): Promise<CommandResult> {
    const output = { out: '', err: '' };
    const status = await runProgram(
      args,
      { loadServer: async () => serve, openApi },
      {
        out: (lines) => {
          output.out += `${lines}\n`;
        },
        err: (lines) => {
          output.err += `${lines}\n`;
        },
      },
    );
    return resultOf(status, output.out, output.err);
  }

  /** The JSON of a successful `runCommand`. */
  async runCommandJson(...args: string[]): Promise<Json> {
    return jsonOf(await this.runCommand(...args, '--json'));
  }

  /** Runs a command as a child process. */
  async spawnCommand(...args: string[]): Promise<CommandResult> {
    return this.spawnCommandWith({}, ...args);
  }

  /** `spawnCommand` with standard input or another working directory. */
  async spawnCommandWith(
    { input = '', cwd = this.root }: { input?: string; cwd?: string },
    ...args: string[]
  ): Promise<CommandResult> {
    const child = this.#spawn(args, cwd);
    child.stdin?.on('error', () => {}); // a command that ignores its input may have ended
    child.stdin?.end(input);
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
      once(child, 'close'),
    ]);
    return resultOf(status, stdout, stderr);
  }

  /** The JSON of a successful `spawnCommand`. */
  async spawnCommandJson(...args: string[]): Promise<Json> {
    return jsonOf(await this.spawnCommand(...args, '--json'));
  }

  /** Starts a long-running command and waits for its first output. */
  async start(...args: string[]): Promise<Running> {
    const child = this.#spawn(args, this.root);
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (part) => (stderr += part));
    const firstOutput = await new Promise<string>((resolve) => {
      let output = '';
      child.stdout?.setEncoding('utf8').on('data', (part) => {
        output += part;
        if (output.startsWith('{') ? output.endsWith('\n}\n') : output.endsWith('\n')) resolve(output);
      });
      child.once('close', () => resolve(''));
    });
    if (firstOutput === '') assert.fail(`${args.join(' ')} ended: ${stderr}`);
    return new Running(child, firstOutput, () => withoutRequestLog(stderr));
  }

  #spawn(args: readonly string[], cwd: string): ChildProcess {
    const { program = EXECUTABLE, env, uid } = this.#options;
    const [file = '', ...first] = program;
    if (program === EXECUTABLE) assert.ok(existsSync(file), `${file} is missing: run "npm run build"`);
    const child = spawn(file, [...first, ...args], {
      cwd,
      env: { ...OWN_ENVIRONMENT, ...env },
      ...(uid === undefined ? {} : { uid, gid: uid }),
      stdio: 'pipe',
    });
    checkStderrOf(child);
    this.#running.add(child);
    child.once('close', () => this.#running.delete(child));
    return child;
  }
}

/** stderr without the request log. */
const withoutRequestLog = (stderr: string): string => stderr.replaceAll(/^\{"level":30,[^\n]*"route":[^\n]*\n/gm, '');
