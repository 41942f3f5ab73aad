import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from './places.ts';

/** Runs a program and answers what it prints; what it says besides is shown only where it fails. */
export async function run(program: string, args: string[], cwd = ROOT): Promise<string> {
  const { NODE_OPTIONS: _, ...env } = process.env; // the executable shall not depend on who builds it
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 26 });
    return stdout;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stderr || message}`);
  }
}
