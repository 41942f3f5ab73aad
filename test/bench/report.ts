import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { type Figure, type RunName, saveRun } from '../../build/docs/figures.ts';
import { writePerformancePage } from '../../build/docs/performance.ts';

/** A result of a benchmark. */
export interface Ratio {
  name: string;
  value: number;
  /** Unit of a value that is not a ratio. */
  unit?: 'ms' | 'MB';
  /** The limit: minimum or maximum. */
  floor?: number;
  ceiling?: number;
  /** The measured figures behind the value, with their units. */
  absolute?: string;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle) - 1] as number)) / 2;
}

export const print = (name: string, value: string): void => console.log(`${name}: ${value}`);

export const formatInteger = (value: number): string => Math.round(value).toLocaleString('en');

export function printMachine(generator: string, connections: number, node: string): void {
  const cores = cpus();
  print(
    'machine',
    `${cores[0]?.model}, ${cores.length} cores, load ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`,
  );
  print('node', node);
  print('load generator', `${generator}, ${connections} connections`);
}

/**
 * Prints each result. A full run also saves them and updates the performance page of the documentation.
 * @returns whether all limits are met
 */
export function finishRun(name: RunName, ratios: readonly Ratio[]): boolean {
  for (const ratio of ratios) {
    const { limit, measured } = figureOf(ratio);
    print(ratio.name, limit === '' ? measured : `${measured} (${limit}) ${isMet(ratio) ? 'ok' : 'MISSED'}`);
  }
  if (!process.argv.includes('--quick')) {
    saveRun(name, ratios.map(figureOf));
    writePerformancePage();
  }
  return ratios.every(isMet);
}

/** A row of the performance page. */
function figureOf(ratio: Ratio): Figure {
  const { name, value, unit, floor, ceiling, absolute = '' } = ratio;
  const withUnit = (text: string | number) => (unit ? `${text} ${unit}` : `${text}`);
  const limit = floor === undefined ? ceiling !== undefined && `≤ ${withUnit(ceiling)}` : `≥ ${withUnit(floor)}`;
  const measured = withUnit(value.toFixed(digitsOf(ratio)));
  return { measure: name, limit: limit || '', measured: isMet(ratio) ? measured : `${measured}: missed`, absolute };
}

/** Two digits, or as many as show that a limit is met or missed. */
function digitsOf(ratio: Ratio): number {
  let digits = 2;
  while (isMet({ ...ratio, value: Number(ratio.value.toFixed(digits)) }) !== isMet(ratio)) digits += 1;
  return digits;
}

const isMet = ({ value, floor = 0, ceiling = Number.POSITIVE_INFINITY }: Ratio): boolean =>
  value >= floor && value <= ceiling;
