import type { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { type Context, openContext } from '../context.ts';
import { findStore, type Store } from '../domain/stores.ts';
import { Refusal } from '../lib/errors.ts';
import { type Id, parseId } from '../lib/ids.ts';

/** The command was not used as its help says. Exit status 2. */
export class WrongUsage extends Error {}

/** What every command works with: the options that all share, the database, and the answer. */
export class Shell {
  readonly program: Command;

  constructor(program: Command) {
    this.program = program;
  }

  /** `--config`, where it was given. */
  get configFile(): string | undefined {
    return this.program.opts<{ config?: string }>().config;
  }

  config(): Config {
    return readConfig(this.configFile);
  }

  /** Runs `use` on the configured database and closes it. `create` makes the database where there is none. */
  async withDatabase<T>(use: (ctx: Context) => T | Promise<T>, { create = false } = {}): Promise<T> {
    const ctx = openContext(this.config(), { create });
    try {
      return await use(ctx);
    } finally {
      ctx.close();
    }
  }

  /** Answers on stdout: lines for people, or with `--json` the document. */
  answer(document: unknown, people: string | readonly string[]): void {
    if (this.program.opts<{ json?: boolean }>().json) this.answerJson(document);
    else console.log(typeof people === 'string' ? people : people.join('\n'));
  }

  answerJson(document: unknown): void {
    console.log(JSON.stringify(document, null, 2));
  }
}

/** The store that `--store` names, by key or id; without it the only one there is. */
export const storeOption = (ctx: Context, options: { store?: string }): Store => findStore(ctx.db, options.store);

/** An argument that is an id. */
export function idArgument(text: string, what: string): Id {
  const id = parseId(text);
  if (id === undefined) throw new WrongUsage(`${what} must be an id: digits; not ${text}`);
  return id;
}

/** The one of `list` with this id or key. */
export function named<Thing extends { id: Id; key: string }>(
  list: readonly Thing[],
  name: string,
  what: string,
): Thing {
  const found = list.find(({ id }) => String(id) === name) ?? list.find(({ key }) => key === name);
  if (!found) throw new Refusal('not_found', `there is no ${what} ${name}`);
  return found;
}

export function quantityArgument(text: string, least: number): number {
  const qty = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(qty >= least && qty <= 1_000_000_000))
    throw new WrongUsage(`the quantity must be a whole number from ${least} to 1000000000; not ${text}`);
  return qty;
}

/** What a setting's text means; every text it does not know is wrong usage. */
type Read<T> = (text: string, key: string) => T;

export const readFlag: Read<boolean> = (text, key) => {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new WrongUsage(`${key} must be true or false; not ${text}`);
};

export const readText: Read<string> = (text) => text;

export const readCount: Read<number> = (text) => quantityArgument(text, 0);

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
