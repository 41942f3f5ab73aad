import path from 'node:path';
import { DIST } from '../../build/paths.ts';

/** The sources of bundled threads, below src. */
export const BUNDLED_THREADS = [
  'api/large-calls/call-worker.ts',
  'db/checkpoints/checkpoint-worker.ts',
  'db/damage/damage-worker.ts',
  'domain/accounts/passkey-worker.ts',
  'domain/pictures/qr-worker.ts',
  'domain/print/print-worker.ts',
  'domain/storefile/imports/check-worker.ts',
  'domain/webhooks/sending-worker.ts',
  'lib/age/age-worker.ts',
  'office/large-requests/request-worker.ts',
];

/** The bundle of a thread. */
export const bundleFile = (source: string): string =>
  path.join(DIST, 'threads', source.replaceAll('/', '-').replace(/\.ts$/, '.cjs'));
