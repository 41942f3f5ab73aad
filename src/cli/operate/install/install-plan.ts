import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, readConfig } from '../../../config.ts';
import { asset } from '../../../lib/assets.ts';
import { OperatorError } from '../../../lib/errors.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { stateDirectory, unitText } from './systemd-unit.ts';

/** Paths are absolute and relative to `root`. */
export interface Installation {
  domain: string | undefined;
  user: string | undefined;
  folder: string;
  executable: string;
  config: string;
  root: string;
}

export interface PlannedFile {
  file: string;
  text: string;
}

export interface Plan {
  files: PlannedFile[];
  /** Folders the service writes to. The unit does not start without them. */
  folders: string[];
  /** Settings of an existing config that do not fit, as warnings. */
  differs: Message[];
}

export const UNIT = '/etc/systemd/system/raan.service';
export const SITE = '/etc/caddy/raan.caddyfile';

/** Plans the files. An existing config is read and never changed. @throws OperatorError */
export function planInstallation(wanted: Installation): Plan {
  requirePlainPaths(wanted);
  if (wanted.user === undefined && stateDirectory(wanted.folder) === undefined)
    throw new OperatorError('install_needs_user', { folder: wanted.folder });
  const configFile = path.join(wanted.root, wanted.config);
  const hasConfig = existsSync(configFile);
  const files: PlannedFile[] = hasConfig ? [] : [{ file: wanted.config, text: configText(wanted) }];
  const { listen, database, backup } = hasConfig ? readConfig(configFile) : newConfig(wanted);
  const folder = path.dirname(database);
  if (folder !== wanted.folder)
    throw new OperatorError('install_config_has_other_folder', { config: wanted.config, folder });
  const extraFolders = backup.folder === '' || isBelow(backup.folder, folder) ? [] : [backup.folder];
  if (wanted.user === undefined && extraFolders.length > 0)
    throw new OperatorError('install_backup_folder_needs_user', { folder, backupFolder: backup.folder });
  files.push({
    file: UNIT,
    text: unitText({ ...wanted, extraFolders, lowPort: listen.port > 0 && listen.port < 1024 }),
  });
  if (wanted.domain !== undefined) {
    const site = caddyfileText(wanted.domain, upstreamOf(listen));
    files.push({ file: SITE, text: `${site}\n${plainHttpText(wanted.domain)}` });
  }
  return { files, folders: [folder, ...extraFolders], differs: hasConfig ? differences(wanted, listen) : [] };
}

const isBelow = (inner: string, outer: string): boolean => `${inner}/`.startsWith(`${outer}/`);

type Listen = Pick<Config['listen'], 'host' | 'port' | 'base_url' | 'trusted_proxies'>;

const PROXIES = ['127.0.0.1/32', '::1/128'];

const baseUrlOf = ({ domain }: Installation): string => (domain === undefined ? '' : `https://${domain}`);

/** The settings of the new config that the other files depend on. */
const newConfig = ({ folder }: Installation) => ({
  listen: { host: '127.0.0.1', port: 8080, base_url: '', trusted_proxies: [] },
  database: path.join(folder, 'raan.db'),
  backup: { folder: path.join(folder, 'backups') },
});

/** The example config with the settings of this installation. */
function configText(wanted: Installation): string {
  const { database, backup } = newConfig(wanted);
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

function differences(wanted: Installation, listen: Listen): Message[] {
  if (wanted.domain === undefined) return [];
  const warnings: Message[] = [];
  const file = wanted.config;
  const base = baseUrlOf(wanted);
  if (listen.base_url.replace(/\/+$/, '') !== base)
    warnings.push(message('install_base_url_differs', { file, found: listen.base_url, wanted: base }));
  if (listen.trusted_proxies.length === 0)
    warnings.push(message('install_proxies_missing', { file, wanted: JSON.stringify(PROXIES) }));
  return warnings;
}

const upstreamOf = ({ host, port }: Listen): string => {
  if (host === '0.0.0.0') return `127.0.0.1:${port}`;
  if (host === '::') return `[::1]:${port}`;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/** Paths go into the unit unescaped. @throws OperatorError for characters with a meaning there */
function requirePlainPaths({ folder, executable, config }: Installation): void {
  for (const file of [folder, executable, config])
    if (!/^\/[\w./@+-]+$/.test(file)) throw new OperatorError('install_path_not_plain', { file });
}

/** A site to import into the main Caddyfile: HTTPS for the domain, proxied to raan. @param upstream `127.0.0.1:8080` */
export const caddyfileText = (domain: string, upstream: string): string => `${domain} {
	encode gzip
	# Browsers use HTTPS only, for a year, also for subdomains.
	header Strict-Transport-Security "max-age=31536000; includeSubDomains"
	request_body {
		# Above the limits of the office, so that raan answers requests that are too large.
		max_size 64MB
	}
	reverse_proxy ${upstream} {
		# Requests wait while raan restarts. Before Caddy 2.7, requests with a body get a 502; clients retry them.
		lb_try_duration 10s
		lb_try_interval 100ms
		transport http {
			dial_timeout 3s
			# Shorter than the idle timeout of raan, so that Caddy closes first.
			keepalive 60s
		}
	}
}
`;

/**
 * The site of plain http for Caddyfile. Only browsers are redirected: a client that sends its secret without https
 * would otherwise work unnoticed.
 */
export const plainHttpText = (domain: string): string => `http://${domain} {
	@programs path /v1/* /oauth/* /couriers/*
	route {
		respond @programs "Use https." 403
		redir https://{host}{uri} permanent
	}
}
`;
