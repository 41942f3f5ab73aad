import { statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Config } from '../../../config.ts';
import { certificateEnd, readCertificate, SOON } from '../../../lib/certificate.ts';
import { OperatorError } from '../../../lib/errors.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { networks } from '../../../lib/networks.ts';
import { type Finding, findingsOf, spanText } from './finding.ts';

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
      trouble: `Other users can change ${file} and so control the service`,
      cure: `Run: chmod go-w ${file}`,
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
  const all = (name: 'key' | 'variable') => found.map((one) => one[name]).join(' and ');
  return (
    found.length > 0 && {
      check: 'permissions',
      trouble: `Other users can read ${file}, which contains ${all('key')}`,
      cure: `Run: chmod 600 ${file} if the account of the service owns it; otherwise use ${all('variable')} in the environment of the service`,
    }
  );
}

const isLoopback = networks(['127.0.0.0/8', '::1/128']);
const isPublic = (host: string): boolean => (isIP(host) === 0 ? host !== 'localhost' : !isLoopback(host));
const allAddresses = (list: readonly string[]): string | undefined => list.find((network) => network.endsWith('/0'));

/** Valid but unsafe settings. */
export function unsafeSettings({ listen, metrics, webhooks }: Config): Finding[] {
  const trusted = allAddresses(listen.trusted_proxies);
  const allowed = allAddresses(webhooks.allow_networks);
  return findingsOf(
    isPublic(listen.host) &&
      listen.tls_cert === '' &&
      !listen.base_url.startsWith('https:') && {
        check: 'config',
        trouble: `listen.host is ${listen.host} without HTTPS, so passwords and tokens can be intercepted`,
        cure: 'Use an HTTPS proxy with listen.host = "127.0.0.1" and listen.base_url, or set listen.tls_cert and listen.tls_key',
      },
    trusted !== undefined && {
      check: 'config',
      trouble: `listen.trusted_proxies contains ${trusted}, so any client can fake its address in limits and logs`,
      cure: 'List only the network of your proxy',
    },
    allowed !== undefined && {
      check: 'config',
      trouble: `webhooks.allow_networks contains ${allowed}, so webhooks can reach any service on this machine`,
      cure: 'List only the networks of webhook receivers',
    },
    metrics.host !== '' &&
      isPublic(metrics.host) && {
        check: 'config',
        trouble: `metrics.host is ${metrics.host}, which serves metrics without a token`,
        cure: 'Set metrics.host = "127.0.0.1", or metrics.token instead',
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
    const trouble = `The certificate ${listen.tls_cert} ${left < 0 ? 'has expired' : `expires in ${spanText(left)}`}`;
    const cure = 'Renew it; the service reloads it automatically';
    return findingsOf(left < SOON && { check: 'certificate', trouble, cure });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const cure = 'Check that both files exist, are readable and match';
    return error.problems.map((problem) => ({ check: 'certificate', trouble: describe(problem), cure }));
  }
}

const OPEN = 0o026; // reading by the group is allowed, because some setups use a group for keys

function keyFindings(file: string): Finding[] {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return findingsOf(
    (mode & OPEN) !== 0 && {
      check: 'permissions',
      trouble: `Other users can read or change the key ${file} of the certificate`,
      cure: `Run: chmod g-w,o-rwx ${file}`,
    },
  );
}
