import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { ROOT } from './paths.ts';

/**
 * Bundles an entry point of src with its dependencies into one script for the executable.
 *
 * @param external libraries that stay outside of the script
 * @returns the bundled files, relative to the repository
 */
export async function writeBundle(entry: string, file: string, external: string[] = []): Promise<string[]> {
  const { outputFiles, metafile } = await build({
    write: false,
    metafile: true,
    entryPoints: [path.join(ROOT, 'src', entry)],
    outfile: file,
    absWorkingDir: ROOT,
    bundle: true,
    external,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    minifyWhitespace: true, // makes the executable about 2% smaller
    lineLimit: 160, // keeps positions in stack traces useful
    // In the executable, require() finds only Node's modules, and import() does not work with a code cache.
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
      __non_webpack_require__: 'requireFile', // better-sqlite3 loads `nativeBinding` with it
    },
    plugins: [pictureLibrary, renderedDocs, noLogTransports],
    logLevel: 'warning',
  });
  await writeFile(file, withoutModuleNames(toAscii(outputFiles[0]?.text ?? '')));
  return Object.keys(metafile.inputs);
}

/** sharp would look for its addon in node_modules. In the executable, raan loads it. */
const pictureLibrary: Plugin = {
  name: 'picture library',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/sharp\/dist\/sharp\.mjs$/ }, () => ({
      contents: `import { pictureAddon } from '${path.join(ROOT, 'src', 'domain', 'pictures', 'addon.ts')}';
        export default pictureAddon();`,
    })),
};

/** The executable contains rendered documentation pages, so it needs no renderer. */
const renderedDocs: Plugin = {
  name: 'rendered docs',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/render-docs\.ts$/ }, () => ({ path: './render-docs.ts', external: true })),
};

/** pino finds its callers for log transports, which raan does not use. For that, V8 would count the lines of the bundle. */
const noLogTransports: Plugin = {
  name: 'no log transports',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/pino\/lib\/caller\.js$/ }, () => ({ contents: 'module.exports = () => [];' })),
};

/** Escapes the non-ASCII characters that esbuild leaves. A single one would double the script's size in memory. */
const toAscii = (script: string): string =>
  script.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Gives the function of each module the same name, so that V8 keeps sharing hidden classes: see docs/architecture.md#executable.
 * esbuild writes `__esm({"src/lib/ids.ts"() {…}})`, an object with a name of its own for each of 1,500 modules.
 */
const withoutModuleNames = (script: string): string =>
  script.replace(/(__(?:esm|commonJS)\(\s*\{\s*)"[^"]+"(\s*\()/g, '$1"module"$2');
