import { parseArgs } from 'node:util';

/** Number and length of all measurements. */
export interface Plan {
  /** Each round measures every server once; the median of the rounds counts. */
  rounds: number;
  seconds: number;
  warmUp: number;
  starts: number;
  /** Number of orders before memory is read. */
  orders: number;
}

const FULL: Plan = { rounds: 10, seconds: 1, warmUp: 2, starts: 15, orders: 100_000 };
const QUICK: Plan = { rounds: 3, seconds: 1, warmUp: 1, starts: 5, orders: 10_000 };

/** `--quick` is a short run with less precise figures and fewer orders. */
export function planFromArguments(): Plan {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
  return values.quick ? QUICK : FULL;
}
