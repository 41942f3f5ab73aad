import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { writeBundle } from '../../build/bundle.ts';
import { BUNDLED_THREADS, bundleFile } from './bundles.ts';

// `npm test` runs this before the tests.

/** They look for their addons in their own folder. */
const LIBRARIES_WITH_ADDONS = ['better-sqlite3', 'sharp'];

for (const source of BUNDLED_THREADS) {
  await mkdir(path.dirname(bundleFile(source)), { recursive: true });
  await writeBundle(source, bundleFile(source), LIBRARIES_WITH_ADDONS);
}
