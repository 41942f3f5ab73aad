import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';

const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin'];

/** The path of the program, if it is installed. */
export const toolPath = (name: string): string | undefined =>
  FOLDERS.map((folder) => path.join(folder, name)).find((file) => existsSync(file));

/** A test that needs installed programs. Without them it is skipped, or fails in CI. */
export function toolTest(tools: readonly string[], title: string, run: (t: TestContext) => Promise<void> | void): void {
  const missing = tools.filter((name) => toolPath(name) === undefined);
  const reason = `requires ${missing.join(', ')}`;
  test(title, { skip: missing.length > 0 && process.env.CI !== 'true' ? reason : false }, (t) => {
    assert.deepEqual(missing, [], reason);
    return run(t);
  });
}

/** Runs the program, asserts success and returns its output. */
export function runTool(name: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(toolPath(name) ?? name, args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout + stderr;
}
