import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** The last measures of a run, each against the limit it must keep. */
export interface Ratio {
  name: string;
  value: number;
  /** Exactly one of the two. */
  floor?: number;
  ceiling?: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle) - 1] as number)) / 2;
}

export const print = (name: string, value: string): void => console.log(`${name}: ${value}`);

export const whole = (value: number): string => Math.round(value).toLocaleString('en');

export function printMachine(generator: string, connections: number, node: string): void {
  const cores = cpus();
  print(
    'machine',
    `${cores[0]?.model}, ${cores.length} cores, load ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`,
  );
  print('node', node);
  print('load generator', `${generator}, ${connections} connections`);
}

/** For what has no limit. */
export function printUnlimited(ratios: readonly Ratio[]): void {
  for (const { name, value } of ratios) print(name, value.toFixed(2));
}

/** Prints each ratio; whether all limits were kept. */
export function printRatios(ratios: readonly Ratio[]): boolean {
  for (const { name, value, floor, ceiling } of ratios) {
    const limit = floor === undefined ? `at most ${ceiling}` : `at least ${floor}`;
    print(name, `${value.toFixed(2)} (${limit}) ${kept({ name, value, floor, ceiling }) ? 'ok' : 'MISSED'}`);
  }
  return ratios.every(kept);
}

const kept = ({ value, floor = 0, ceiling = Number.POSITIVE_INFINITY }: Partial<Ratio>): boolean =>
  value !== undefined && value >= floor && value <= ceiling;
