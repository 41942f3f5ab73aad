import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from './paths.ts';

/** Runs a program and returns its stdout. Its stderr is only shown if it fails. */
export async function run(program: string, args: string[], cwd = ROOT): Promise<string> {
  const { NODE_OPTIONS: _, ...env } = process.env; // the build must not depend on the environment
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 26 });
    return stdout;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stderr || message}`);
  }
}
