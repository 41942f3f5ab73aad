import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import './older-release.ts'; // before the others
import { Disk, makeDisk } from './disk.ts';
import { MUTANTS } from './mutants.ts';
import { FAULTS, planOf } from './plan.ts';
import { type Result, simulate } from './run.ts';
import { shrink } from './shrink.ts';

// Simulates a store (docs/contributing.md#simulation):
//
//   npm run simulate -- --seed 7 --days 30      one run
//   npm run simulate -- --seeds 20              the seeds from --seed on
//   npm run simulate -- --forever --results F   until it is stopped, or finds something; F has the seeds that are done
//   npm run simulate -- --mutant NAME           with a deliberate bug of mutants.ts
//   npm run simulate -- --mutants               with each of them, until it is found

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '18' },
    forever: { type: 'boolean', default: false },
    results: { type: 'string' },
    mutant: { type: 'string', default: '' },
    mutants: { type: 'boolean', default: false },
    shrink: { type: 'string', default: '300' },
  },
});

const MUTANT_HOOK = path.join(import.meta.dirname, 'mutants.ts');

/** The disk is preloaded into a process of its own, and so is a mutant. */
function startInner(): never {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : '/tmp'; // in memory, because the simulated disk has its own fsync
  const env = { ...process.env, ...makeDisk(parent), RAAN_MUTANT: values.mutant };
  const hooks = values.mutant === '' ? [] : ['--import', MUTANT_HOOK];
  const args = ['--expose-gc', ...process.execArgv, ...hooks, ...process.argv.slice(1)];
  const { status, signal } = spawnSync(process.execPath, args, { env, stdio: 'inherit' });
  if (signal) console.error(`the simulation was ended by ${signal}`);
  new Disk(env).remove();
  process.exit(status ?? 1);
}

if (values.mutants) tryMutants();
if (process.env.RAAN_DISK_WATCHED === undefined) startInner();

/** Each deliberate bug has to be found within ten minutes. */
function tryMutants(): never {
  const missed = Object.keys(MUTANTS).filter((name) => {
    const started = performance.now();
    const args = ['--mutant', name, '--seeds', '1000', '--days', '4', '--shrink', '0'];
    const program = [...process.execArgv, process.argv[1] as string, ...args];
    const { status, stdout } = spawnSync(process.execPath, program, { timeout: 600_000, encoding: 'utf8' });
    const found = /found after \d+ s: (.*)/.exec(stdout)?.[1];
    const seconds = Math.round((performance.now() - started) / 1_000);
    console.log(`${name}: ${status === 1 && found ? `found in ${seconds} s: ${found.slice(0, 150)}` : 'NOT FOUND'}`);
    return found === undefined;
  });
  process.exit(missed.length === 0 ? 0 : 1);
}

const disk = new Disk(process.env);
const days = Number(values.days);
const first = Number(values.seed) + seedsDone(values.results);
const count = values.forever ? Number.POSITIVE_INFINITY : Number(values.seeds);
const happened: Record<string, number> = {};
const asked: Record<string, number> = {};

for (let seed = first; seed < first + count; seed += 1) {
  const started = performance.now();
  const result = await simulate(seed, days, disk);
  report(result, performance.now() - started);
  if (values.results !== undefined) appendFileSync(values.results, `${JSON.stringify(result)}\n`);
  add(happened, result.faults);
  add(asked, result.checks);
  if (result.finding) {
    await printShortest(result);
    process.exit(1);
  }
}
printTable();
process.exit(allHappened() ? 0 : 1);

function seedsDone(file: string | undefined): number {
  return file === undefined || !existsSync(file) ? 0 : readFileSync(file, 'utf8').split('\n').filter(Boolean).length;
}

function add(sums: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [name, times] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + times;
}

function report({ seed, simulated, finding, events, orders, deliveries, log }: Result, millis: number): void {
  const speed = Math.round(simulated / millis);
  console.log(
    `seed ${seed}: ${days} days at ${speed} times real time, ${events} events, ${orders} orders, ${deliveries} webhooks`,
  );
  if (finding) console.log(`found after ${Math.round(finding.at / 1_000)} s: ${finding.stack}`);
  console.log(`log: ${log}`);
}

async function printShortest(result: Result): Promise<void> {
  if (Number(values.shrink) === 0) return;
  const plan = await shrink(result, planOf(result.seed, days), disk, Number(values.shrink) * 1_000);
  console.log(`the shortest plan found, ${plan.length} events:`);
  for (const { at, kind, seed } of plan.slice(0, 60))
    console.log(`  ${Math.round(at / 1_000)} s  ${kind}  (seed ${seed})`);
}

/** How often each fault happened, and how often each oracle was asked after it. */
function printTable(): void {
  const oracles = [...new Set(Object.keys(asked).map((pair) => pair.split(' / ')[1] ?? ''))];
  oracles.forEach((name, i) => {
    console.log(`${columnName(i)} = ${name}`);
  });
  console.log(['happened'.padStart(9), ...oracles.map((_, i) => columnName(i).padStart(6))].join(''));
  for (const fault of ['', ...Object.keys(happened).sort()]) {
    const times = fault === '' ? '' : String(happened[fault]);
    const cells = oracles.map((name) => String(asked[`${fault} / ${name}`] ?? 0).padStart(6));
    console.log([times.padStart(9), ...cells, `  ${fault || 'in all'}`].join(''));
  }
}

function columnName(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

/** In a long run each fault happens; otherwise it tests less than it says. */
function allHappened(): boolean {
  const isLong = days * Math.min(count, Number.MAX_SAFE_INTEGER) >= 60;
  const missing = Object.keys(FAULTS).filter((name) => happened[name] === undefined);
  if (isLong && missing.length > 0) console.log(`never happened: ${missing.join(', ')}`);
  return !isLong || missing.length === 0;
}
