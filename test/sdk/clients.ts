import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
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

/** A test of one fact for the client of each language. */
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

/** A program in the language that makes calls with its client, until the end of the test file. */
export async function openClient(language: Language, options: ClientOptions): Promise<DrivenClient> {
  const given = { retryDelay: RETRY_DELAY[language], ...options };
  return startDriver(await commandOf(language), given);
}

/** Starts a driver of this folder by its command line. */
export function startDriver([program = '', ...args]: readonly string[], options: ClientOptions): DrivenClient {
  return new DrivenClient(spawn(program, [...args, JSON.stringify(options)], { stdio: 'pipe' }));
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

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
    this.#stderr = text(child.stderr as NodeJS.ReadableStream);
    child.stdin?.on('error', () => {}); // the program has ended; its stderr says why
    after(() => child.kill('SIGKILL'));
  }

  /** The result of a call that must succeed; lists of an iterator's values. */
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
    this.#child.stdin?.write(`${JSON.stringify({ name, args })}\n`);
    const { value, done } = await this.#lines.next();
    return done ? assert.fail(`the client ended: ${await this.#stderr}`) : JSON.parse(value);
  }
}
