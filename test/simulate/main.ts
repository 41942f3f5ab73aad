import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import './older-release.ts'; // before the others
import { Disk, makeDisk } from '../faults/crash-disk.ts';
import { MUTANTS } from '../mutants.ts';
import { type Planned, planOf } from './plan.ts';
import { type Result, simulate } from './run.ts';
import { DAY } from './scheduler.ts';
import { shrink } from './shrink.ts';
import { Table } from './table.ts';
import { World } from './world.ts';

// Simulates a store (docs/contributing.md#simulation):
//
// --seeds N: the seeds from --seed on. --mutant NAME: with a deliberate bug of mutants.ts. --mutants: with each of them,
// until it is found. A failing plan is shrunk to a short one, for --shrink seconds. The processes of seeds get --plan
// and --until.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '18' },
    forever: { type: 'boolean', default: false },
    results: { type: 'string' },
    mutant: { type: 'string', default: '' },
    mutants: { type: 'boolean', default: false },
    shrink: { type: 'string', default: '300' }, // seconds
    plan: { type: 'string' },
    until: { type: 'string' },
  },
});

const days = Number(values.days);

/** Days after which everything must have happened. */
const LONG_RUN = 60;

const V8 = ['--expose-gc', '--max-semi-space-size=64']; // `gc` for the oracle of memory, and fewer collections

const resultFile = (disk: NodeJS.ProcessEnv): string => `${disk.RAAN_DISK_FAULTS}-result`;

if (values.mutants) tryMutants();
if (process.env.RAAN_DISK_WATCHED === undefined) runSeeds();
else await runSeed();

/**
 * Runs each seed in a process of its own: it takes the same course alone and after others. The disk, and a mutant, are
 * loaded into that process before everything else.
 */
function runSeeds(): never {
  const commit = values.results === undefined ? '' : commitOfSources();
  const done = earlierResults(commit);
  const first = Number(values.seed);
  const count = values.forever ? Number.POSITIVE_INFINITY : Number(values.seeds);
  const parent = existsSync('/dev/shm') ? '/dev/shm' : '/tmp'; // in memory: the simulated disk has its own fsync
  const disk = makeDisk(parent);
  const table = new Table();
  const logs = createHash('sha256');
  let last: Result | undefined;
  let missing: string[] = [];
  for (let seed = first; seed < first + count && !last?.finding && missing.length === 0; seed += 1) {
    last = done.get(seed) ?? resultOf(seed, disk);
    if (!done.has(seed)) report(last);
    if (values.results !== undefined && !done.has(seed) && !last.finding)
      appendFileSync(values.results, `${JSON.stringify({ ...last, commit })}\n`);
    table.add(last);
    logs.update(last.log);
    missing = last.finding || table.days < LONG_RUN ? [] : table.missing();
  }
  if (last?.finding && values.shrink !== '0') printShortest(last, disk);
  new Disk(disk).remove();
  table.print();
  if (missing.length > 0) console.log(`never happened: ${missing.join(', ')}`);
  console.log(`log: ${count === 1 ? last?.log : logs.digest('hex')}`);
  process.exit(last?.finding || missing.length > 0 ? 1 : 0);
}

/** @throws Error if the sources are not those of a commit */
function commitOfSources(): string {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  if (commit.endsWith('-dirty')) throw new Error('commit the changes first: results name their commit');
  return commit;
}

/** @param more arguments that replace earlier ones */
function resultOf(seed: number, disk: Record<string, string>, more: readonly string[] = []): Result {
  const hooks = values.mutant === '' ? [] : ['--import', path.join(import.meta.dirname, '../mutants.ts')];
  const args = [...process.execArgv, ...hooks, ...process.argv.slice(1), '--seed', String(seed), ...more];
  const env = { ...process.env, ...disk, RAAN_MUTANT: values.mutant };
  const { status, signal } = spawnSync(process.execPath, [...V8, ...args], { env, stdio: 'inherit' });
  const file = resultFile(disk);
  if (!existsSync(file)) {
    console.error(`the simulation of seed ${seed} ended with ${signal ?? `status ${status}`}`);
    new Disk(disk).remove();
    process.exit(1);
  }
  const result = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return result;
}

/** In the process of a seed. */
async function runSeed(): Promise<never> {
  const seed = Number(values.seed);
  const plan = values.plan === undefined ? planOf(seed, days) : JSON.parse(readFileSync(values.plan, 'utf8'));
  const started = performance.now();
  const until = Number(values.until ?? Number.POSITIVE_INFINITY);
  const result = await simulate(new World(seed, new Disk(process.env)), { seed, days, plan, until });
  writeFileSync(resultFile(process.env), JSON.stringify({ ...result, millis: performance.now() - started }));
  process.exit(0);
}

/** Each deliberate bug has to be found within ten minutes. */
function tryMutants(): never {
  const missed = Object.keys(MUTANTS).filter((name) => {
    const started = performance.now();
    const args = ['--mutant', name, '--seeds', '1000', '--days', '4', '--shrink', '0'];
    const program = [...process.execArgv, process.argv[1] as string, ...args];
    const { status, stdout } = spawnSync('timeout', ['600', process.execPath, ...program], { encoding: 'utf8' });
    const found = /found after \d+ s: (.*)/.exec(stdout)?.[1];
    const seconds = Math.round((performance.now() - started) / 1_000);
    console.log(`${name}: ${status === 1 && found ? `found in ${seconds} s: ${found.slice(0, 150)}` : 'NOT FOUND'}`);
    return found === undefined;
  });
  process.exit(missed.length === 0 ? 0 : 1);
}

/** Earlier results of this commit by seed. */
function earlierResults(commit: string): Map<number, Result> {
  if (values.results === undefined || !existsSync(values.results)) return new Map();
  const lines = readFileSync(values.results, 'utf8').split('\n').filter(Boolean);
  const results = lines.map((line) => JSON.parse(line) as Result & { commit: string });
  return new Map(
    results.filter((of) => of.commit === commit && of.days === days).map((result) => [result.seed, result]),
  );
}

function report({ seed, finding, events, orders, deliveries, log, millis }: Result): void {
  const speed = Math.round((days * DAY) / millis);
  const happened = `${events} events, ${orders} orders, ${deliveries} webhooks`;
  console.log(`seed ${seed}: ${days} days at ${speed} times real time, ${happened}, log ${log}`);
  if (finding) console.log(`found after ${Math.round(finding.at / 1_000)} s: ${finding.stack}`);
}

function printShortest(found: Result, disk: Record<string, string>): void {
  const file = `${disk.RAAN_DISK_FAULTS}-plan`;
  const run = (plan: readonly Planned[], until: number): Result => {
    writeFileSync(file, JSON.stringify(plan));
    return resultOf(found.seed, disk, ['--plan', file, '--until', String(until)]);
  };
  const plan = shrink(found, planOf(found.seed, days), run, Number(values.shrink) * 1_000);
  console.log(`the shortest plan found, ${plan.length} events:`);
  for (const { at, kind, seed } of plan.slice(0, 60))
    console.log(`  ${Math.round(at / 1_000)} s  ${kind}  (seed ${seed})`);
}
