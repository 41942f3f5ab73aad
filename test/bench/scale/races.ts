import { createReadStream } from 'node:fs';
import { alternate, mediansOf, type Round } from '../alternate.ts';
import type { Call } from '../calls.ts';
import type { Generator } from '../generator.ts';
import { formatInteger, median, print, type Ratio } from '../report.ts';
import type { ScalePlan } from './plan.ts';

/** A large and an empty shop, each with its server and the measured call. */
export interface Sides {
  big: { address: string; call: Call };
  empty: { address: string; call: Call };
}

const MAX_RATIO = 1.3;

/** Loads the file into the page cache, since the disk is not measured. */
export async function readThrough(file: string): Promise<void> {
  for await (const _ of createReadStream(file, { highWaterMark: 2 ** 20 }));
}

/** The slowdown of a call with the full file: requests per second, and the 99th percentile. */
export async function race(
  generator: Generator,
  plan: ScalePlan,
  name: string,
  { file, ...sides }: Sides & { file: string },
): Promise<Ratio[]> {
  await readThrough(file);
  const rounds = await alternate(generator, plan, sides, () => readThrough(file));
  printSide(name, 'big', rounds);
  printSide(name, 'empty', rounds);
  const times = (of: (round: Round<keyof Sides>) => number) => median(rounds.map(of));
  const [large, small] = [mediansOf(rounds.map(({ big }) => big)), mediansOf(rounds.map(({ empty }) => empty))];
  return [
    {
      name: `${name}, p99, large ÷ small`,
      value: times(({ big, empty }) => big.p99 / empty.p99),
      ceiling: MAX_RATIO,
      absolute: `large ${large.p99.toFixed(2)} ms; small ${small.p99.toFixed(2)} ms`,
    },
    {
      name: `${name}, requests/s, small ÷ large`,
      value: times(({ big, empty }) => empty.rate / big.rate),
      ceiling: MAX_RATIO,
      absolute: `large ${formatInteger(large.rate)} requests/s; small ${formatInteger(small.rate)} requests/s`,
    },
  ];
}

function printSide(name: string, side: keyof Sides, rounds: readonly Round<keyof Sides>[]): void {
  const { rate, p99 } = mediansOf(rounds.map((round) => round[side]));
  print(`${name}, ${side} file, requests/s`, formatInteger(rate));
  print(`${name}, ${side} file, p99 ms`, p99.toFixed(2));
}
