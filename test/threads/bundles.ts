import path from 'node:path';
import { DIST } from '../../build/paths.ts';

/** The sources of bundled threads, below src. */
export const BUNDLED_THREADS = [
  'api/large-calls/worker.ts',
  'db/checkpoints/worker.ts',
  'db/damage/worker.ts',
  'domain/accounts/passkey-worker.ts',
  'domain/pictures/qr-worker.ts',
  'domain/print/print-worker.ts',
  'domain/storefile/imports/check-worker.ts',
  'domain/webhooks/sending-worker.ts',
  'lib/age/worker.ts',
  'office/large-requests/worker.ts',
];

/** The bundle of a thread. */
export const bundleFile = (source: string): string =>
  path.join(DIST, 'threads', source.replaceAll('/', '-').replace(/\.ts$/, '.cjs'));
