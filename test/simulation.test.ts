import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { MUTANTS } from './mutants.ts';
import { toolTest } from './tools.ts';

// The simulation of a store (test/simulate), in short: `npm run simulate` runs it for longer.

const MAIN = path.join(import.meta.dirname, 'simulate/main.ts');

async function simulate(...args: string[]): Promise<{ status: number; output: string }> {
  const child = spawn(process.execPath, [...process.execArgv, MAIN, '--shrink', '0', ...args], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { status, output };
}

/** The hash of the last seed. */
const logOf = (output: string): string | undefined =>
  [...output.matchAll(/^seed .* log ([0-9a-f]{64})$/gm)].at(-1)?.[1];

/** The kinds of faults in the table of the output. */
const faultsIn = (output: string): string[] =>
  [...output.matchAll(/^ *\d+(?: +\d+)+ {2}(?!network:|courier:|receiver:)(.+)$/gm)].map(([, name = '']) => name);

// The seeds up to 160,000 with the most kinds of faults in six hours. Choose others when plan.ts changes.
const [SEED, NEXT] = ['129735', '129736'];

toolTest(
  ['cc'],
  'a store with most kinds of faults keeps its promises, and a seed always takes the same course',
  async () => {
    const [both, again] = await Promise.all([
      simulate('--seed', SEED, '--seeds', '2', '--days', '0.25'),
      simulate('--seed', NEXT, '--days', '0.25'),
    ]);
    assert.equal(both.status, 0, both.output);
    assert.ok(faultsIn(both.output).length > 10, both.output);
    assert.equal(logOf(both.output)?.length, 64);
    assert.equal(logOf(again.output), logOf(both.output));
    assert.ok(again.output.endsWith(`log: ${logOf(again.output)}\n`), again.output);
  },
);

toolTest(['cc'], 'the simulation finds a deliberate bug, names its seed and shortens its plan', async () => {
  const mutant = ['--mutant', 'a canceled order keeps its stock'];
  const { status, output } = await simulate(...mutant, '--days', '2', '--seeds', '20', '--shrink', '25');
  assert.equal(status, 1, output);
  assert.match(output, /^seed \d+: [\s\S]*found after \d+ s: Error: available stock is wrong/m);
  const length = Number(/^the shortest plan found, (\d+) events:$/m.exec(output)?.[1]);
  assert.ok(length < 50, output);
});

test('each deliberate bug fits one place of its file', () => {
  for (const [name, { file, from }] of Object.entries(MUTANTS)) {
    const source = readFileSync(path.join(import.meta.dirname, '../src', file), 'utf8');
    assert.equal(source.split(from).length, 2, name);
  }
});
