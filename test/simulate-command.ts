import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const MAIN = path.join(import.meta.dirname, 'simulate/main.ts');

/** Runs `npm run simulate` with these arguments, by default without the search for the shortest plan. */
export async function simulate(...args: string[]): Promise<{ status: number; output: string }> {
  const child = spawn(process.execPath, [...process.execArgv, MAIN, '--shrink', '0', ...args], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { status, output };
}
