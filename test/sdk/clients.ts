import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import type { Json } from '../support.ts';
import { toolTest } from '../tools.ts';
import { installedPackage } from './installed-package.ts';

const SDK = path.join(import.meta.dirname, '..', '..', 'src', 'sdk');
const DRIVERS = import.meta.dirname;

export const LANGUAGES = ['TypeScript', 'PHP', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

const PROGRAMS: Record<Language, string[]> = { TypeScript: [], PHP: ['php'], Python: ['python3'] };

/** Runs a test for the client of each language. */
export function clientTest(title: string, run: (language: Language) => Promise<void>): void {
  for (const language of LANGUAGES) toolTest(PROGRAMS[language], `${language}: ${title}`, () => run(language));
}

export interface ClientOptions {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  attempts?: number;
  maxRetryAfter?: number;
  /** In the unit of the language. */
  retryDelay?: number;
  /** PHP only. */
  tokenFile?: string;
}

/** Short enough for tests. */
const RETRY_DELAY: Record<Language, number> = { TypeScript: 10, PHP: 0.01, Python: 0.01 };

/** Programs that no test uses. A start takes up to 0.2 s, so the next test reuses a program with a new client. */
const idle = new Map<Language, DrivenClient[]>();

/** A program that makes calls with the client of the language, for the duration of the test. */
export async function openClient(language: Language, options: ClientOptions): Promise<DrivenClient> {
  const given = { retryDelay: RETRY_DELAY[language], ...options };
  const pool = idle.get(language) ?? [];
  idle.set(language, pool);
  const reused = pool.pop();
  const client = reused ?? startProgram(await commandOf(language), given);
  after(() => {
    if (client.release()) pool.push(client);
  });
  await reused?.reopen(given);
  return client;
}

/** Starts a driver of this folder by its command line, until the end of the test. */
export function startDriver(command: readonly string[], options: ClientOptions): DrivenClient {
  const client = startProgram(command, options);
  after(() => client.kill());
  return client;
}

function startProgram([program = '', ...args]: readonly string[], options: ClientOptions): DrivenClient {
  const client = new DrivenClient(spawn(program, [...args, JSON.stringify(options)], { stdio: 'pipe' }));
  process.once('exit', () => client.kill());
  return client;
}

async function commandOf(language: Language): Promise<string[]> {
  if (language === 'PHP') return ['php', path.join(DRIVERS, 'driver.php'), path.join(SDK, 'php', 'Raan.php')];
  if (language === 'Python') return ['python3', '-B', path.join(DRIVERS, 'driver.py'), path.join(SDK, 'python')];
  return [process.execPath, path.join(await installedPackage(), 'driver.mjs')];
}

export interface FailedCall {
  code: string;
  status?: number;
  field?: string;
  requestId?: string;
  retryAfter?: number;
}

export class DrivenClient {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #stderr: Promise<string>;
  #isBusy = false;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
    this.#stderr = text(child.stderr as NodeJS.ReadableStream);
    child.stdin?.on('error', () => {}); // the program has ended; its stderr says why
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Lets the test process end although the program runs. @returns whether another test may use the program */
  release(): boolean {
    if (this.#isBusy) this.kill();
    else this.#changeHandles((handle) => handle.unref());
    return !this.#isBusy;
  }

  /** Gives the program a new client. */
  async reopen(options: ClientOptions): Promise<void> {
    this.#changeHandles((handle) => handle.ref());
    await this.call('open', options);
  }

  #changeHandles(change: (handle: { ref(): void; unref(): void }) => void): void {
    const { stdin, stdout, stderr } = this.#child;
    for (const handle of [this.#child, stdin, stdout, stderr]) change(handle as unknown as Socket);
  }

  /** The result of a call that must succeed; all values if it is an iterator. */
  async call(name: string, args: object = {}): Promise<Json> {
    const { result, error } = await this.#run(name, args);
    assert.equal(error, undefined, `${name}: ${JSON.stringify(error)}`);
    return result;
  }

  /** The error of a call that must fail. */
  async fail(name: string, args: object = {}): Promise<FailedCall> {
    const { result, error } = await this.#run(name, args);
    return error ?? assert.fail(`${name} succeeded: ${JSON.stringify(result)}`);
  }

  async #run(name: string, args: object): Promise<{ result?: Json; error?: FailedCall }> {
    this.#isBusy = true; // stays true if the program ends
    this.#child.stdin?.write(`${JSON.stringify({ name, args })}\n`);
    const { value, done } = await this.#lines.next();
    if (done) assert.fail(`the client ended: ${await this.#stderr}`);
    this.#isBusy = false;
    return JSON.parse(value);
  }
}
