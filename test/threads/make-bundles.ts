import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { writeBundle } from '../../build/bundle.ts';
import { BUNDLED_THREADS, bundleFile } from './bundles.ts';

// `npm test` runs this before the tests.

for (const source of BUNDLED_THREADS) {
  await mkdir(path.dirname(bundleFile(source)), { recursive: true });
  await writeBundle(source, bundleFile(source));
}
