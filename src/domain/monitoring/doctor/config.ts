import { statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Config } from '../../../config.ts';
import { certificateEnd, readCertificate, SOON } from '../../../lib/certificate.ts';
import { OperatorError } from '../../../lib/errors.ts';
import { message } from '../../../lib/messages/message.ts';
import { networks } from '../../../lib/networks.ts';
import { type Finding, findingsOf } from './finding.ts';

const OTHERS_READ = 0o044;
const OTHERS_WRITE = 0o022;

/** Checks that other users cannot change the config file or read secrets in it. */
export async function configFileFindings(file: string, config: Config): Promise<Finding[]> {
  const mode = await stat(file).then(
    (found) => found.mode,
    () => 0, // without a file the defaults apply
  );
  return findingsOf(
    (mode & OTHERS_WRITE) !== 0 && {
      check: 'permissions',
      problem: message('others_change_config', { file }),
      fix: message('run_command', { command: `chmod go-w ${file}` }),
    },
    (mode & OTHERS_READ) !== 0 && (await secretsFinding(file, config)),
  );
}

async function secretsFinding(file: string, { backup, metrics }: Config): Promise<Finding | false> {
  const text = await readFile(file, 'utf8');
  const secrets = [
    { key: 'backup.s3.secret_key', variable: 'RAAN_S3_SECRET_KEY', secret: backup.s3.secret_key },
    { key: 'metrics.token', variable: 'RAAN_METRICS_TOKEN', secret: metrics.token },
  ];
  const found = secrets.filter(({ secret }) => secret !== '' && text.includes(secret));
  return (
    found.length > 0 && {
      check: 'permissions',
      problem: message('others_read_secrets', { file, keys: found.map(({ key }) => key) }),
      fix: message('protect_secrets', { file, variables: found.map(({ variable }) => variable) }),
    }
  );
}

const isLoopback = networks(['127.0.0.0/8', '::1/128']);
const isPublic = (host: string): boolean => (isIP(host) === 0 ? host !== 'localhost' : !isLoopback(host));
const allAddresses = (list: readonly string[]): string | undefined => list.find((network) => network.endsWith('/0'));

/** Valid but unsafe settings. */
export const unsafeSettings = (config: Config): Finding[] => [...exposureFindings(config), ...networkFindings(config)];

/** What other machines can read or call. */
function exposureFindings({ listen, metrics, backup }: Config): Finding[] {
  const bucket = URL.parse(backup.s3.endpoint);
  return findingsOf(
    isPublic(listen.host) &&
      listen.tls_cert === '' &&
      !listen.base_url.startsWith('https:') && {
        check: 'config',
        problem: message('listen_without_https', { host: listen.host }),
        fix: message('use_https'),
      },
    bucket?.protocol === 'http:' &&
      isPublic(bucket.hostname.replace(/^\[|\]$/g, '')) && {
        check: 'config',
        problem: message('bucket_without_https', { endpoint: backup.s3.endpoint }),
        fix: message('use_https_endpoint'),
      },
    metrics.host !== '' &&
      isPublic(metrics.host) && {
        check: 'config',
        problem: message('metrics_public', { host: metrics.host }),
        fix: message('protect_metrics'),
      },
  );
}

/** Lists of networks that have every address. */
function networkFindings({ listen, webhooks, couriers, alerts }: Config): Finding[] {
  const trusted = allAddresses(listen.trusted_proxies);
  const allowed = allAddresses(webhooks.allow_networks);
  const courierNetwork = allAddresses(couriers.allow_networks);
  const alertNetwork = allAddresses(alerts.allow_networks);
  return findingsOf(
    trusted !== undefined && {
      check: 'config',
      problem: message('all_proxies_trusted', { network: trusted }),
      fix: message('list_proxy_network'),
    },
    allowed !== undefined && {
      check: 'config',
      problem: message('all_networks_allowed', { network: allowed }),
      fix: message('list_receiver_networks'),
    },
    courierNetwork !== undefined && {
      check: 'config',
      problem: message('all_courier_networks_allowed', { network: courierNetwork }),
      fix: message('list_courier_networks'),
    },
    alertNetwork !== undefined && {
      check: 'config',
      problem: message('all_alert_networks_allowed', { network: alertNetwork }),
      fix: message('list_alert_networks'),
    },
  );
}

/** Checks the certificate of raan, if one is configured, and its key. */
export function certificateFindings({ listen }: Config, now: number): Finding[] {
  return listen.tls_cert === '' ? [] : [...useFindings(listen, now), ...keyFindings(listen.tls_key)];
}

function useFindings(listen: Config['listen'], now: number): Finding[] {
  try {
    const left = certificateEnd(readCertificate(listen)) - now;
    const file = listen.tls_cert;
    const problem =
      left < 0 ? message('certificate_expired', { file }) : message('certificate_expires_soon', { file, left });
    return findingsOf(left < SOON && { check: 'certificate', problem, fix: message('renew_certificate') });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const fix = message('check_certificate_files');
    return error.problems.map((problem) => ({ check: 'certificate', problem, fix }));
  }
}

const OPEN = 0o026; // reading by the group is allowed, because some setups use a group for keys

function keyFindings(file: string): Finding[] {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return findingsOf(
    (mode & OPEN) !== 0 && {
      check: 'permissions',
      problem: message('others_open_certificate_key', { file }),
      fix: message('run_command', { command: `chmod g-w,o-rwx ${file}` }),
    },
  );
}
