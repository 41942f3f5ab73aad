import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, TomlError } from 'smol-toml';
import * as v from 'valibot';
import { isRecipient } from './lib/age/key-text.ts';
import { OperatorError } from './lib/errors.ts';
import { LOG_LEVELS } from './lib/log.ts';
import { below, inFile, message } from './lib/messages/message.ts';
import { isNetwork } from './lib/networks.ts';
import { strictObject } from './lib/schema-builders.ts';
import { invalid, problem, problems } from './lib/validation.ts';

const networkList = v.optional(v.array(v.pipe(v.string(), v.check(isNetwork, invalid('config_not_a_network')))), []);
const code = v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,64}$/, invalid('config_not_a_code')));

const wholeNumber = (min: number, max: number) => {
  const wrong = invalid('not_a_whole_number_between', { least: min, most: max });
  return v.pipe(v.number(), v.integer(wrong), v.minValue(min, wrong), v.maxValue(max, wrong));
};

const metricsToken = v.pipe(v.string(), v.regex(/^([\x21-\x7e]{16,512})?$/, invalid('config_not_a_token')));

const days = v.pipe(v.string(), v.regex(/^([1-9]\d{0,4}d)?$/, invalid('config_not_days')));
const keptFor = v.optional(days, '');

const section = <Entries extends v.ObjectEntries>(entries: Entries) => v.optional(strictObject(entries), {} as never);

export const configSchema = strictObject({
  database: v.optional(v.pipe(v.string(), v.nonEmpty(invalid('config_not_a_file_name'))), 'raan.db'),
  listen: section({
    host: v.optional(v.pipe(v.string(), v.nonEmpty(invalid('config_not_a_host'))), '127.0.0.1'),
    port: v.optional(wholeNumber(0, 65_535), 8080),
    base_url: v.optional(
      v.pipe(v.string(), v.regex(/^(https?:\/\/[^\s/?#]+[^\s?#]*)?$/, invalid('not_a_web_address'))),
      '',
    ),
    trusted_proxies: networkList,
    tls_cert: v.optional(v.string(), ''),
    tls_key: v.optional(v.string(), ''),
  }),
  values: section({ shipping_types: v.optional(v.array(code), []), channels: v.optional(v.array(code), []) }),
  webhooks: section({
    allow_networks: networkList,
    require_https: v.optional(v.boolean(), false),
    keep_changes_for: v.optional(days, '30d'),
  }),
  couriers: section({ allow_networks: networkList }),
  alerts: section({
    allow_networks: networkList,
    line_api: v.optional(
      v.pipe(v.string(), v.regex(/^https?:\/\/[^\s/?#]+$/, invalid('not_a_web_address'))),
      'https://api.line.me',
    ),
  }),
  backup: section({
    folder: v.optional(v.string(), ''),
    every: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d*[mhd]$/, invalid('config_not_an_interval'))), '24h'),
    keep: v.optional(wholeNumber(1, 10_000), 7),
    age_recipients: v.optional(
      v.array(v.pipe(v.string(), v.check(isRecipient, invalid('config_not_an_age_recipient')))),
      [],
    ),
    s3: section({
      endpoint: v.optional(
        v.pipe(v.string(), v.regex(/^(https?:\/\/[^\s/?#]+\/?)?$/, invalid('not_a_web_address'))),
        '',
      ),
      bucket: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]*$/, invalid('config_not_a_bucket'))), ''),
      region: v.optional(v.pipe(v.string(), v.nonEmpty(invalid('empty_text'))), 'us-east-1'),
      prefix: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9._/-]*$/, invalid('config_not_a_prefix'))), ''),
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
  privacy: section({ keep_addresses_for: keptFor, keep_slips_for: keptFor }),
  log: section({
    level: v.optional(v.picklist(LOG_LEVELS, invalid('not_one_of', { codes: LOG_LEVELS })), 'info'),
    requests: v.optional(v.boolean(), true),
    failed_sign_ins: v.optional(v.boolean(), false),
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
 * @throws OperatorError with every error of the file and its key
 */
export function readConfig(file?: string): Config {
  const configFile = path.resolve(file ?? DEFAULT_CONFIG_FILE);
  if (file === undefined && !existsSync(configFile)) return parseConfig('', configFile);
  let text: string;
  try {
    text = readFileSync(configFile, 'utf8');
  } catch (error) {
    throw new OperatorError('config_unreadable', { file: configFile, why: (error as Error).message });
  }
  return parseConfig(text, configFile);
}

function parseConfig(text: string, configFile: string): Config {
  const parsed = v.safeParse(configSchema, parseToml(text, configFile));
  if (!parsed.success) throw new OperatorError(problems(parsed.issues).map((problem) => inFile(configFile, problem)));
  const { database, backup, listen, metrics } = parsed.output;
  if ((listen.tls_cert === '') !== (listen.tls_key === ''))
    throw new OperatorError('config_certificate_incomplete', { path: configFile });
  const s3 = withKeys(backup.s3);
  if (s3.endpoint !== '') requireBucket(s3, backup.folder, configFile);
  const resolve = (file: string) => path.resolve(path.dirname(configFile), file);
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
  if (issues) throw new OperatorError([below('RAAN_METRICS_TOKEN', problem(issues[0]))]);
  return { ...metrics, token: output };
}

function requireBucket(s3: S3, folder: string, configFile: string): void {
  const missing = [...(s3.bucket === '' ? ['backup.s3.bucket'] : []), ...(folder === '' ? ['backup.folder'] : [])];
  if (missing.length > 0)
    throw new OperatorError(missing.map((key) => inFile(configFile, message('config_required_for_s3', { path: key }))));
}

function parseToml(text: string, configFile: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new OperatorError('config_not_toml', {
      path: `${configFile}:${error.line}:${error.column}`,
      why: error.message.split('\n')[0] ?? '',
    });
  }
}
