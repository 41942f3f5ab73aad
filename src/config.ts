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

const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(v.number(), v.integer(message), v.minValue(min, message), v.maxValue(max, message));
};

const metricsToken = v.pipe(v.string(), v.regex(/^([\x21-\x7e]{16,512})?$/, 'must be 16 or more visible characters'));

const section = <Entries extends v.ObjectEntries>(entries: Entries) => v.optional(shape(entries), {} as never);

export const configSchema = shape({
  database: v.optional(v.pipe(v.string(), v.nonEmpty('must name a file')), 'raan.db'),
  listen: section({
    host: v.optional(v.pipe(v.string(), v.nonEmpty('must be an address or a host name')), '127.0.0.1'),
    port: v.optional(wholeNumber(0, 65_535), 8080),
    base_url: v.optional(
      v.pipe(v.string(), v.regex(/^(https?:\/\/[^\s/?#]+[^\s?#]*)?$/, 'must be an http or https address')),
      '',
    ),
    trusted_proxies: networkList,
    tls_cert: v.optional(v.string(), ''),
    tls_key: v.optional(v.string(), ''),
  }),
  values: section({ shipping_types: v.optional(v.array(code), []), channels: v.optional(v.array(code), []) }),
  webhooks: section({ allow_networks: networkList }),
  backup: section({
    folder: v.optional(v.string(), ''),
    every: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d*[mhd]$/, 'must be a number and m, h or d')), '24h'),
    keep: v.optional(wholeNumber(1, 10_000), 7),
    s3: section({
      endpoint: v.optional(
        v.pipe(v.string(), v.regex(/^(https?:\/\/[^\s/?#]+\/?)?$/, 'must be an http or https address')),
        '',
      ),
      bucket: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]*$/, 'must be the name of a bucket')), ''),
      region: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), 'us-east-1'),
      prefix: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9._/-]*$/, 'must be of A-Z, a-z, 0-9 and . _ / -')), ''),
      access_key: v.optional(v.string(), ''),
      secret_key: v.optional(v.string(), ''),
      path_style: v.optional(v.boolean(), true),
    }),
  }),
  metrics: section({
    host: v.optional(v.string(), ''),
    port: v.optional(wholeNumber(0, 65_535), 9464),
    token: v.optional(metricsToken, ''),
  }),
  log: section({
    level: v.optional(v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
    requests: v.optional(v.boolean(), true),
  }),
});

/** The keys of the config file, which `config.example.toml` explains. Files and folders are absolute paths. */
export type Config = v.InferOutput<typeof configSchema>;

/** The public URL of this service, such as `https://shop.example`, if it is configured. */
export const baseUrl = ({ listen }: Config): string | undefined => listen.base_url.replace(/\/+$/, '') || undefined;

export const DEFAULT_CONFIG_FILE = 'raan.toml';

/**
 * Reads the config file. A missing `raan.toml` means the defaults.
 *
 * @param file the value of `--config`, which must exist
 * @throws Fault with every error of the file and its key
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
  const { database, backup, listen, metrics } = parsed.output;
  if ((listen.tls_cert === '') !== (listen.tls_key === ''))
    throw new Fault(`${place}: listen.tls_cert and listen.tls_key are of use together only; set both or none`);
  const s3 = withKeys(backup.s3);
  if (s3.endpoint !== '') requireBucket(s3, backup.folder, place);
  const resolve = (file: string) => path.resolve(path.dirname(place), file);
  return {
    ...parsed.output,
    metrics: withToken(metrics),
    database: resolve(database),
    listen: {
      ...listen,
      tls_cert: listen.tls_cert && resolve(listen.tls_cert),
      tls_key: listen.tls_key && resolve(listen.tls_key),
    },
    backup: { ...backup, s3, folder: backup.folder && resolve(backup.folder) },
  };
}

type S3 = Config['backup']['s3'];

/** Takes keys that are not in the file from the environment. */
const withKeys = (s3: S3): S3 => ({
  ...s3,
  access_key: s3.access_key || (process.env.RAAN_S3_ACCESS_KEY ?? ''),
  secret_key: s3.secret_key || (process.env.RAAN_S3_SECRET_KEY ?? ''),
});

function withToken(metrics: Config['metrics']): Config['metrics'] {
  const { output, issues } = v.safeParse(metricsToken, metrics.token || (process.env.RAAN_METRICS_TOKEN ?? ''));
  if (issues) throw new Fault(`RAAN_METRICS_TOKEN ${issues[0].message}`);
  return { ...metrics, token: output };
}

function requireBucket(s3: S3, folder: string, place: string): void {
  const missing = [...(s3.bucket === '' ? ['backup.s3.bucket'] : []), ...(folder === '' ? ['backup.folder'] : [])];
  if (missing.length > 0)
    throw new Fault(missing.map((key) => `${place}: ${key} must be set where backup.s3.endpoint is`));
}

function parseToml(text: string, place: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new Fault(`${place}:${error.line}:${error.column}: ${error.message.split('\n')[0]}`);
  }
}
