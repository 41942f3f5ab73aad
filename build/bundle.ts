import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { ROOT } from './places.ts';

/**
 * Writes a file of src with all its libraries as one script for the executable.
 *
 * @returns the files that it is made of, from the checkout's top on
 */
export async function writeBundle(entry: string, file: string): Promise<string[]> {
  const { outputFiles, metafile } = await build({
    write: false,
    metafile: true,
    entryPoints: [path.join(ROOT, 'src', entry)],
    outfile: file,
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    minifyWhitespace: true, // a sixtieth of the executable
    lineLimit: 160, // so that an error still says where
    // The executable's own require knows Node's modules only, and its import() is not there beside a code cache.
    supported: { 'dynamic-import': false },
    banner: {
      js: [
        "const requireFile = require('node:module').createRequire(process.execPath);",
        "const fileUrl = require('node:url').pathToFileURL(process.execPath).href;",
      ].join('\n'),
    },
    define: {
      'import.meta.dirname': '__dirname',
      'import.meta.filename': '__filename',
      'import.meta.url': 'fileUrl',
      __non_webpack_require__: 'requireFile', // what better-sqlite3 loads `nativeBinding` with
    },
    plugins: [pictureLibrary, renderedDocs],
    logLevel: 'warning',
  });
  await writeFile(file, inAscii(outputFiles[0]?.text ?? ''));
  return Object.keys(metafile.inputs);
}

/** sharp looks for its addon in node_modules; in the executable the program itself has loaded it. */
const pictureLibrary: Plugin = {
  name: 'picture library',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/sharp\/dist\/sharp\.mjs$/ }, () => ({
      contents: `import { pictureAddon } from '${path.join(ROOT, 'src', 'domain', 'pictures', 'addon.ts')}';
        export default pictureAddon();`,
    })),
};

/** The executable contains the documentation's pages rendered, and neither their renderer nor its library. */
const renderedDocs: Plugin = {
  name: 'rendered docs',
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/render\.ts$/ }, () => ({ path: './render.ts', external: true })),
};

/** What esbuild leaves as it is are comments and regular expressions; one such character doubles the script in memory. */
const inAscii = (script: string): string =>
  script.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
