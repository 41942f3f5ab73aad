import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { type Arch, nodeBinary } from '../../build/packages.ts';
import { DIST } from '../../build/paths.ts';
import type { Command } from './server.ts';
import type { Shop } from './shop.ts';

const PROGRAMS = path.join(import.meta.dirname, 'programs');

export const EXECUTABLE = path.join(DIST, 'raan');

/** The Node binary of the executable. */
export const node = (): Promise<string> => nodeBinary(process.arch as Arch);

export const raan = ({ config }: Shop): Command => [EXECUTABLE, '--config', config, 'serve'];

/** A bare server, bundled like raan. */
export async function bareServer(name: 'bare-hono' | 'bare-http', folder: string, answers: string): Promise<Command> {
  const script = path.join(folder, `${name}.cjs`);
  await build({
    entryPoints: [path.join(PROGRAMS, `${name}.ts`)],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    logLevel: 'warning',
  });
  return [await node(), script, answers];
}

/** The output of a program. */
export async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 2 ** 30 });
  return stdout;
}

/** Orders per second that better-sqlite3 writes into the shop's database without any other work. */
export async function rawOrders({ database }: Shop, seconds: number): Promise<number> {
  const script = path.join(PROGRAMS, 'raw-orders.ts');
  return Number(await run(await node(), script, database, String(seconds)));
}
