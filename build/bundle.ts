import path from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './places.ts';

/** Writes src/main.ts with all its libraries as one script for the executable. */
export async function writeBundle(file: string): Promise<void> {
  await build({
    entryPoints: [path.join(ROOT, 'src', 'main.ts')],
    outfile: file,
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    // The executable's own require knows Node's modules only, and its import() is not there beside a code cache.
    supported: { 'dynamic-import': false },
    banner: {
      js: [
        "const requireFile = require('node:module').createRequire(__filename);",
        "const fileUrl = require('node:url').pathToFileURL(__filename).href;",
      ].join('\n'),
    },
    define: {
      'import.meta.dirname': '__dirname',
      'import.meta.filename': '__filename',
      'import.meta.url': 'fileUrl',
      __non_webpack_require__: 'requireFile', // what better-sqlite3 loads `nativeBinding` with
    },
    logLevel: 'warning',
  });
}
