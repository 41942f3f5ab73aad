import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from './places.ts';

/** Runs a program; what it says is shown only where it fails. */
export async function run(program: string, args: string[], cwd = ROOT): Promise<void> {
  const { NODE_OPTIONS: _, ...env } = process.env; // the executable shall not depend on who builds it
  try {
    await promisify(execFile)(program, args, { cwd, env });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stderr || message}`);
  }
}
