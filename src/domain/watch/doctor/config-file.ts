import { readFile, stat } from 'node:fs/promises';
import type { Config } from '../../../config.ts';
import { type Trouble, troublesIn } from './trouble.ts';

const OTHERS_READ = 0o044;
const OTHERS_WRITE = 0o022;

/** The config file, where others may write it, or it holds secrets that they may read. */
export async function configFileTroubles(file: string, config: Config): Promise<Trouble[]> {
  const mode = await stat(file).then(
    (found) => found.mode,
    () => 0, // without a file the defaults serve
  );
  return troublesIn(
    (mode & OTHERS_WRITE) !== 0 && {
      check: 'permissions',
      trouble: `other users may write in ${file}, and have the service do what they want`,
      cure: `run: chmod go-w ${file}`,
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
  const held = secrets.filter(({ secret }) => secret !== '' && text.includes(secret));
  const all = (name: 'key' | 'variable') => held.map((one) => one[name]).join(' and ');
  return (
    held.length > 0 && {
      check: 'permissions',
      trouble: `other users may read ${file}, which holds ${all('key')}`,
      cure: `run: chmod 600 ${file}, where the service’s account owns it; else give the service ${all('variable')} in its environment instead`,
    }
  );
}
