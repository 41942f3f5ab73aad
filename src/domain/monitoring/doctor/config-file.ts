import { readFile, stat } from 'node:fs/promises';
import type { Config } from '../../../config.ts';
import { type Trouble, troublesIn } from './trouble.ts';

const OTHERS_READ = 0o044;
const OTHERS_WRITE = 0o022;

/** Checks that other users cannot change the config file or read secrets in it. */
export async function configFileTroubles(file: string, config: Config): Promise<Trouble[]> {
  const mode = await stat(file).then(
    (found) => found.mode,
    () => 0, // without a file the defaults apply
  );
  return troublesIn(
    (mode & OTHERS_WRITE) !== 0 && {
      check: 'permissions',
      trouble: `Other users can change ${file} and so control the service`,
      cure: `Run: chmod go-w ${file}`,
    },
    (mode & OTHERS_READ) !== 0 && (await secretsTrouble(file, config)),
  );
}

async function secretsTrouble(file: string, { backup, metrics }: Config): Promise<Trouble | false> {
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
