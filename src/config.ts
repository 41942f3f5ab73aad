import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, TomlError } from 'smol-toml';
import * as v from 'valibot';
import { Fault } from './lib/errors.ts';
import { LOG_LEVELS } from './lib/log.ts';
import { isNetwork } from './lib/networks.ts';
import { faults, shape } from './lib/shape.ts';

const networkList = v.optional(
  v.array(v.pipe(v.string(), v.check(isNetwork, 'must be a network such as "127.0.0.0/8" or an address'))),
  [],
);
const code = v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,64}$/, 'must be 1 to 64 of a-z, 0-9 and _'));

const whole = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return v.pipe(v.number(), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
};

const section = <Entries extends v.ObjectEntries>(entries: Entries) => v.optional(shape(entries), {} as never);

const configSchema = shape({
  database: v.optional(v.pipe(v.string(), v.nonEmpty('must name a file')), 'raan.db'),
  listen: section({
    host: v.optional(v.pipe(v.string(), v.nonEmpty('must be an address or a host name')), '127.0.0.1'),
    port: v.optional(whole(0, 65_535), 8080),
    base_url: v.optional(
      v.pipe(v.string(), v.regex(/^(https?:\/\/[^\s/?#]+[^\s?#]*)?$/, 'must be an http or https address')),
      '',
    ),
    trusted_proxies: networkList,
  }),
  values: section({ shipping_types: v.optional(v.array(code), []), channels: v.optional(v.array(code), []) }),
  webhooks: section({ allow_networks: networkList }),
  backup: section({
    folder: v.optional(v.string(), ''),
    every: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d*[mhd]$/, 'must be a number and m, h or d')), '24h'),
    keep: v.optional(whole(1, 10_000), 7),
  }),
  log: section({ level: v.optional(v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info') }),
});

/** The config file's keys as `config.example.toml` explains them; `database` and a backup's `folder` are absolute paths. */
export type Config = v.InferOutput<typeof configSchema>;

/** Where others reach this service, e.g. `https://shop.example`; undefined where the config does not say. */
export const baseUrl = ({ listen }: Config): string | undefined => listen.base_url.replace(/\/+$/, '') || undefined;

export const DEFAULT_CONFIG_FILE = 'raan.toml';

/**
 * Reads the config file, or takes the defaults where `raan.toml` is absent.
 *
 * @param file as `--config` named it; it must then exist
 * @throws Fault with every fault of the file at once, each with its key
 */
export function readConfig(file?: string): Config {
  const place = path.resolve(file ?? DEFAULT_CONFIG_FILE);
  if (file === undefined && !existsSync(place)) return parseConfig('', place);
  let text: string;
  try {
    text = readFileSync(place, 'utf8');
  } catch (error) {
    throw new Fault(`the config file ${place} cannot be read: ${(error as Error).message}`);
  }
  return parseConfig(text, place);
}

function parseConfig(text: string, place: string): Config {
  const parsed = v.safeParse(configSchema, parseToml(text, place));
  if (!parsed.success) throw new Fault(faults(parsed.issues).map((line) => `${place}: ${line}`));
  const { database, backup } = parsed.output;
  const beside = (file: string) => path.resolve(path.dirname(place), file);
  return {
    ...parsed.output,
    database: beside(database),
    backup: { ...backup, folder: backup.folder && beside(backup.folder) },
  };
}

function parseToml(text: string, place: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new Fault(`${place}:${error.line}:${error.column}: ${error.message.split('\n')[0]}`);
  }
}
