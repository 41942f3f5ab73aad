import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installedPackage } from './installed-package.ts';

const MODULES = path.join(import.meta.dirname, '..', '..', 'node_modules');

/** The compilers of partners: the current version and the last version of the previous major line. */
type Compiler = 'typescript' | 'typescript-5';

const options = (bundled: boolean) => ({
  target: 'ES2024',
  module: bundled ? 'ESNext' : 'NodeNext',
  moduleResolution: bundled ? 'Bundler' : 'NodeNext',
  types: ['node'],
  typeRoots: [path.join(MODULES, '@types')],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true, // the libraries of Node and TypeScript take four fifths of the time
  noEmit: true,
});

/** Copies the declarations of the package as sources, which the compiler checks. @returns their paths */
function declarationsIn(folder: string): string[] {
  mkdirSync(path.join(folder, 'declarations'));
  return globSync('*.d.ts', { cwd: path.join(folder, 'node_modules', 'raan-sdk') }).map((name) => {
    const source = path.join('declarations', name.replace('.d.ts', '.ts'));
    writeFileSync(path.join(folder, source), readFileSync(path.join(folder, 'node_modules', 'raan-sdk', name)));
    return source;
  });
}

/** The problems that a compiler with strict settings finds in programs that use the packed client. */
export async function problemsOf(
  programs: readonly string[],
  { compiler, bundled }: { compiler: Compiler; bundled: boolean },
): Promise<string> {
  const folder = await installedPackage();
  const files = programs.map((text, i) => {
    writeFileSync(path.join(folder, `program${i}.ts`), text);
    return `program${i}.ts`;
  });
  const settings = { compilerOptions: options(bundled), files: [...files, ...declarationsIn(folder)] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const tsc = path.join(MODULES, compiler, 'bin', 'tsc');
  return spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout;
}
