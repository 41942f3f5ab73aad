import { readFile, stat } from 'node:fs/promises';
import type { Config } from '../../../config.ts';
import { type Trouble, troublesIn } from './trouble.ts';

const OTHERS_READ = 0o044;

/** The config file, where it holds secrets that others may read. */
export async function configFileTroubles(file: string, { backup, metrics }: Config): Promise<Trouble[]> {
  const mode = await stat(file).then(
    (found) => found.mode,
    () => 0, // without a file the defaults serve
  );
  if ((mode & OTHERS_READ) === 0) return [];
  const text = await readFile(file, 'utf8');
  const secrets = [
    { key: 'backup.s3.secret_key', variable: 'RAAN_S3_SECRET_KEY', secret: backup.s3.secret_key },
    { key: 'metrics.token', variable: 'RAAN_METRICS_TOKEN', secret: metrics.token },
  ];
  const held = secrets.filter(({ secret }) => secret !== '' && text.includes(secret));
  const all = (name: 'key' | 'variable') => held.map((one) => one[name]).join(' and ');
  return troublesIn(
    held.length > 0 && {
      check: 'permissions',
      trouble: `other users may read ${file}, which holds ${all('key')}`,
      cure: `run: chmod 600 ${file}, where the service’s account owns it; else give the service ${all('variable')} in its environment instead`,
    },
  );
}
