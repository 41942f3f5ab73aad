import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { type Context, openContext, openCopy } from '../context.ts';
import { findStore, type Store } from '../domain/stores.ts';
import { Fault, Refusal } from '../lib/errors.ts';
import { type Id, NO_ID, parseId } from '../lib/ids.ts';

/** The command was not used as its help says. Exit status 2. */
export class WrongUsage extends Error {}

/** Takes lines, without the end of the last one: `out` the answer, `err` what went wrong. */
export interface Terminal {
  readonly out: (lines: string) => void;
  readonly err: (lines: string) => void;
}

type Use<T> = (ctx: Context) => T | Promise<T>;

/** What every command works with: the options that all share, the database, and the answer. */
export class Shell {
  readonly program: Command;
  readonly #terminal: Terminal;
  readonly #warnings: string[] = [];

  constructor(program: Command, terminal: Terminal) {
    this.program = program;
    this.#terminal = terminal;
  }

  /** `--config`, where it was given. */
  get configFile(): string | undefined {
    return this.program.opts<{ config?: string }>().config;
  }

  config(): Config {
    return readConfig(this.configFile);
  }

  /**
   * Runs `use` on the configured database and closes it.
   *
   * @param create makes the database where there is none
   * @param dryRun works on a copy that is thrown away, so that nothing is changed and nobody has to wait
   * @param upgrade brings the database of an older raan to this one's schema, and says so on stderr; else it is refused
   */
  async withDatabase<T>(use: Use<T>, { create = false, dryRun = false, upgrade = false } = {}): Promise<T> {
    const config = this.config();
    if (!dryRun) {
      const ctx = openContext(config, { create, upgrade });
      if (ctx.upgraded) this.#terminal.err(`raan: ${upgradeLine(ctx.upgraded)}`);
      return closing(ctx, use);
    }
    return inScratchFolder(path.dirname(config.database), (folder) =>
      closing(openCopy(config, path.join(folder, 'raan.db'), { create }), use),
    );
  }

  /** Answers on stdout: lines for people, or with `--json` the document. */
  answer(document: object, people: string | readonly string[]): void {
    if (this.program.opts<{ json?: boolean }>().json) this.answerJson(this.#withWarnings(document));
    else this.#terminal.out(typeof people === 'string' ? people : people.join('\n'));
  }

  /** One answer of many: lines for people, or with `--json` the document in one line. */
  answerLine(document: object, people: readonly string[]): void {
    this.#terminal.out(this.program.opts<{ json?: boolean }>().json ? JSON.stringify(document) : people.join('\n'));
  }

  /** Says on stderr, and in the `warnings` of a JSON answer that comes later, what was done although it looks wrong. */
  warn(text: string): void {
    this.#warnings.push(text);
    this.#terminal.err(`raan: warning: ${text}`);
  }

  #withWarnings(document: object): object {
    return this.#warnings.length === 0 ? document : { ...document, warnings: this.#warnings };
  }

  answerJson(document: unknown): void {
    this.#terminal.out(JSON.stringify(document, null, 2));
  }
}

const upgradeLine = ({ file, from, to, copy, milliseconds }: NonNullable<Context['upgraded']>): string =>
  `${file} was brought from schema version ${from} to ${to} in ${(milliseconds / 1000).toFixed(1)} s; ${copy} is what it was before`;

async function closing<T>(ctx: Context, use: Use<T>): Promise<T> {
  try {
    return await use(ctx);
  } finally {
    ctx.close();
  }
}

/** Runs `use` with a new folder of this user's own, and removes it. Where there is no temporary one it is `beside`. */
export async function inScratchFolder<T>(beside: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeScratchFolder([tmpdir(), beside]);
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function makeScratchFolder(parents: readonly string[]): string {
  const reasons: string[] = [];
  for (const parent of parents) {
    try {
      return mkdtempSync(path.join(parent, 'raan-'));
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  throw new Fault(
    `there is no temporary folder: ${reasons.join('; ')}; name one in TMPDIR that this user may write in`,
  );
}

/** For commands that work on one store. */
export const STORE_OPTION = ['--store <store>', 'its key or id; not needed where there is one store'] as const;

/** The store that `--store` names, by key or id; without it the only one there is. */
export const storeOption = (ctx: Context, options: { store?: string }): Store => findStore(ctx.db, options.store);

/** An argument that is an id. @throws Refusal not_found where it is one that nothing can have */
export function idArgument(text: string, what: string): Id {
  const id = parseId(text);
  if (id === undefined) throw new WrongUsage(`${what} must be an id: digits; not ${text}`);
  if (id === NO_ID) throw new Refusal('not_found', `nothing has the id ${text}`);
  return id;
}

/** The one of a store's `list` with this id or key. */
export function named<Thing extends { id: Id; key: string }>(
  list: readonly Thing[],
  name: string,
  what: string,
): Thing {
  const found = list.find(({ id }) => String(id) === name) ?? list.find(({ key }) => key === name);
  if (!found) throw new Refusal('not_found', `the store has no ${what} ${name}`);
  return found;
}

/** An argument that is a whole number; `name` is what the help calls it. */
export function wholeArgument(
  text: string,
  { name, least = 0, most = 1_000_000_000 }: { name: string; least?: number; most?: number },
): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new WrongUsage(`${name} must be a whole number from ${least} to ${most}; not ${text}`);
  return value;
}

/** What a setting's text means; every text it does not know is wrong usage. */
type Read<T> = (text: string, key: string) => T;

export const readFlag: Read<boolean> = (text, key) => {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new WrongUsage(`${key} must be true or false; not ${text}`);
};

export const readText: Read<string> = (text, key) => {
  if (text.trim() === '') throw new WrongUsage(`${key} must not be empty`);
  return text;
};

export const readCount: Read<number> = (text, key) => wholeArgument(text, { name: key });

/** Reads `KEY=VALUE` arguments; each key has a reader that says which field it sets. */
export function readSettings<Fields extends object>(
  settings: readonly string[],
  readers: Readonly<Record<string, (text: string, key: string) => Partial<Fields>>>,
): Partial<Fields> {
  const fields: Partial<Fields> = {};
  for (const setting of settings) {
    const [, key = '', value = ''] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (!read) throw new WrongUsage(`${setting}: give KEY=VALUE with KEY one of ${Object.keys(readers).join(', ')}`);
    Object.assign(fields, read(value, key));
  }
  return fields;
}
