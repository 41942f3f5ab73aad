import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** A runtime of JavaScript. It is taken from the PATH, or with npx from its npm package. */
export interface Runtime {
  name: string;
  program: string;
  /** The npm package with the program. */
  package: string;
  /** What `--version` prints. */
  version: RegExp;
  /** Arguments that print the path of the program. */
  printPath: readonly string[];
  /** Arguments before a script. */
  run: readonly string[];
}

const node = (major: number): Runtime => ({
  name: `Node ${major}`,
  program: 'node',
  package: `node-linux-${process.arch}@${major}`,
  version: new RegExp(`^v${major}\\.`),
  printPath: ['--print', 'process.execPath'],
  run: [],
});

export const RUNTIMES: readonly Runtime[] = [
  node(20),
  node(22),
  node(24),
  { name: 'Bun', program: 'bun', package: 'bun', version: /^1\./, printPath: ['--print', 'process.execPath'], run: [] },
  {
    name: 'Deno',
    program: 'deno',
    package: 'deno',
    version: /^deno 2\./,
    printPath: ['eval', '--print', 'Deno.execPath()'],
    run: ['run', '--allow-all'],
  },
];

/** test/cli.ts removes variables that npx may need. */
const ENVIRONMENT = { ...process.env };

function output(program: string, args: readonly string[]): string {
  const { stdout } = spawnSync(program, args, { encoding: 'utf8', cwd: '/', env: ENVIRONMENT, timeout: 120_000 });
  return (stdout ?? '').split('\n')[0] ?? '';
}

export interface FoundRuntime {
  file: string;
  version: string;
}

/** The program of the runtime; undefined if it is missing. */
export function findRuntime({ program, package: name, version, printPath }: Runtime): FoundRuntime | undefined {
  const folders = (ENVIRONMENT.PATH ?? '').split(path.delimiter);
  const installed = folders.map((folder) => path.join(folder, program));
  const isWanted = (file: string) => file !== '' && version.test(output(file, ['--version']));
  const file =
    installed.find(isWanted) ?? [output('npx', ['--yes', '--package', name, program, ...printPath])].find(isWanted);
  return file === undefined ? undefined : { file, version: output(file, ['--version']) };
}
