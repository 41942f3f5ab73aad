import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Disk, makeDisk } from './disk.ts';
import { type Result, simulate } from './run.ts';

// npm run simulate -- --seed N --days D

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '7' },
  },
});

if (process.env.RAAN_DISK_WATCHED === undefined) {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : '/tmp'; // no real fsync
  const env = { ...process.env, ...makeDisk(parent) };
  const { status } = spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env,
    stdio: 'inherit',
  });
  new Disk(env).remove();
  process.exit(status ?? 1);
}

const disk = new Disk(process.env);
let failed = 0;
for (let i = 0; i < Number(values.seeds); i += 1) {
  const started = performance.now();
  const result = await simulate(Number(values.seed) + i, Number(values.days), disk);
  print(result, performance.now() - started);
  if (result.finding) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);

function print({ seed, days, finding, events, orders, deliveries, faults, checks, log }: Result, millis: number): void {
  const speed = Math.round((days * 86_400_000) / millis);
  console.log(
    `seed ${seed}: ${days} days in ${Math.round(millis)} ms (${speed} × real time), ${events} events, ${orders} orders, ${deliveries} deliveries`,
  );
  console.log(JSON.stringify({ faults, checks }));
  if (finding) console.log(`FOUND after ${finding.at} ms: ${finding.stack}`);
  console.log(`log: ${log}`);
}
