import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';
import { ROOT } from '../../build/paths.ts';
import { BUNDLED_THREADS, bundleFile } from './bundles.ts';
import './load-sources.ts';

// `npm test` loads this into each process: the suite starts hundreds of threads that print, encrypt and send, and bundles
// start five times faster than the sources. A test file that runs alone uses the sources.

function bundleOf(script: string | URL): string | undefined {
  if (!(script instanceof URL)) return undefined;
  const source = path.relative(path.join(ROOT, 'src'), fileURLToPath(script));
  return BUNDLED_THREADS.includes(source) ? bundleFile(source) : undefined;
}

class BundledWorker extends workerThreads.Worker {
  constructor(script: string | URL, options?: WorkerOptions) {
    const bundle = bundleOf(script);
    super(bundle ?? script, bundle === undefined ? options : { ...options, execArgv: [] });
  }
}

workerThreads.Worker = BundledWorker;
syncBuiltinESMExports();
