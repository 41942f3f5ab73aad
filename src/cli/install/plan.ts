import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, readConfig } from '../../config.ts';
import { asset } from '../../lib/assets.ts';
import { Fault } from '../../lib/errors.ts';
import { caddyfileText } from './caddyfile.ts';
import { stateName, unitText } from './unit.ts';

/** What the operator asked for; paths are absolute, as they are once the files of `root` are those of `/`. */
export interface Wanted {
  domain: string | undefined;
  user: string | undefined;
  folder: string;
  executable: string;
  config: string;
  root: string;
}

/** A file to write. */
export interface Planned {
  file: string;
  text: string;
}

export interface Plan {
  files: Planned[];
  /** Those that the service's account writes to; without them the unit does not start. */
  folders: string[];
  /** What the config that is there already says otherwise. */
  differs: string[];
}

export const UNIT = '/etc/systemd/system/raan.service';
export const SITE = '/etc/caddy/raan.caddyfile';

/** What an installation consists of. A config that is there is read, never written. @throws Fault where it cannot be */
export function plan(wanted: Wanted): Plan {
  requirePlain(wanted);
  if (wanted.user === undefined && stateName(wanted.folder) === undefined)
    throw new Fault(
      `a folder outside of /var/lib needs an account of its own: name one with --user; not ${wanted.folder}`,
    );
  const place = path.join(wanted.root, wanted.config);
  const isThere = existsSync(place);
  const files: Planned[] = isThere ? [] : [{ file: wanted.config, text: configText(wanted) }];
  const { listen, database, backup } = isThere ? readConfig(place) : freshConfig(wanted);
  const folder = path.dirname(database);
  if (folder !== wanted.folder)
    throw new Fault(`${wanted.config} has its database in ${folder}: say --folder ${folder}, or move the config away`);
  const alsoWrites = backup.folder === '' || isBelow(backup.folder, folder) ? [] : [backup.folder];
  if (wanted.user === undefined && alsoWrites.length > 0)
    throw new Fault(
      `a backup.folder outside of ${folder} needs an account of its own: name one with --user; not ${alsoWrites}`,
    );
  files.push({ file: UNIT, text: unitText({ ...wanted, alsoWrites, lowPort: listen.port > 0 && listen.port < 1024 }) });
  if (wanted.domain !== undefined) files.push({ file: SITE, text: caddyfileText(wanted.domain, upstreamOf(listen)) });
  return { files, folders: [folder, ...alsoWrites], differs: isThere ? differences(wanted, listen) : [] };
}

const isBelow = (inner: string, outer: string): boolean => `${inner}/`.startsWith(`${outer}/`);

type Listen = Pick<Config['listen'], 'host' | 'port' | 'base_url' | 'trusted_proxies'>;

const PROXIES = ['127.0.0.1/32', '::1/128'];

const baseUrlOf = ({ domain }: Wanted): string => (domain === undefined ? '' : `https://${domain}`);

/** What the written config says, as far as the other files depend on it. */
const freshConfig = ({ folder }: Wanted) => ({
  listen: { host: '127.0.0.1', port: 8080, base_url: '', trusted_proxies: [] },
  database: path.join(folder, 'raan.db'),
  backup: { folder: path.join(folder, 'backups') },
});

/** The example with what this installation needs. */
function configText(wanted: Wanted): string {
  const { database, backup } = freshConfig(wanted);
  const proxies = wanted.domain === undefined ? [] : PROXIES;
  const set: [key: RegExp, value: string | string[]][] = [
    [/^database = .*/m, database],
    [/^base_url = .*/m, baseUrlOf(wanted)],
    [/^trusted_proxies = .*/m, proxies],
    [/(?<=^\[backup\]\n(?:[^[].*\n)*?)folder = .*/m, backup.folder],
  ];
  return set.reduce(
    (text, [line, value]) => text.replace(line, (old) => `${old.split(' ')[0]} = ${JSON.stringify(value)}`),
    asset('config.example.toml').toString(),
  );
}

function differences(wanted: Wanted, listen: Listen): string[] {
  if (wanted.domain === undefined) return [];
  const said: string[] = [];
  const base = baseUrlOf(wanted);
  if (listen.base_url.replace(/\/+$/, '') !== base)
    said.push(`${wanted.config}: listen.base_url is "${listen.base_url}"; browsers reach it at "${base}"`);
  if (listen.trusted_proxies.length === 0)
    said.push(`${wanted.config}: listen.trusted_proxies is empty; behind Caddy it is ${JSON.stringify(PROXIES)}`);
  return said;
}

const upstreamOf = ({ host, port }: Listen): string => {
  if (host === '0.0.0.0') return `127.0.0.1:${port}`;
  if (host === '::') return `[::1]:${port}`;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/** What stands in a unit as it is must mean nothing else there. @throws Fault */
function requirePlain({ folder, executable, config }: Wanted): void {
  for (const file of [folder, executable, config])
    if (!/^\/[\w./@+-]+$/.test(file))
      throw new Fault(`${file} cannot stand in a unit: letters, digits and ./_@+- only`);
}
