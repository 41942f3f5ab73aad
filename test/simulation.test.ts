import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { MUTANTS } from './mutants.ts';
import { simulate } from './simulate-command.ts';
import { toolTest } from './tools.ts';

// The simulation of a store (test/simulate), in short: `npm run simulate` runs it for longer.

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

test('each deliberate bug fits one place of its file', () => {
  for (const [name, { file, from }] of Object.entries(MUTANTS)) {
    const source = readFileSync(path.join(import.meta.dirname, '../src', file), 'utf8');
    assert.equal(source.split(from).length, 2, name);
  }
});
