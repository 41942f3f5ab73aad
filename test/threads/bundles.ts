import path from 'node:path';
import { DIST } from '../../build/paths.ts';

/** The sources of bundled threads, below src. Those that open the database need SQLite's addon beside its library. */
export const BUNDLED_THREADS = [
  'domain/accounts/passkey-worker.ts',
  'domain/print/print-worker.ts',
  'domain/webhooks/sending-worker.ts',
  'lib/age/worker.ts',
];

/** The bundle of a thread. */
export const bundleFile = (source: string): string =>
  path.join(DIST, 'threads', source.replaceAll('/', '-').replace(/\.ts$/, '.cjs'));
