import { FINAL_ORACLES, LIVENESS } from './final-oracles.ts';
import { ORACLES } from './oracles.ts';
import { EFFECTS, WORK_DONE } from './plan.ts';
import type { Result } from './run.ts';

type Counts = Record<string, number>;

/** How often each fault happened, and how often each oracle was asked after it. */
export class Table {
  readonly #happened: Counts = {};
  readonly #asked: Counts = {};
  readonly #done: Counts = {};
  days = 0;

  add({ faults, work, checks, days }: Result): void {
    addTo(this.#happened, faults);
    addTo(this.#done, work);
    addTo(this.#asked, checks);
    this.days += days;
  }

  /** Faults that never happened, and work that was never acknowledged. */
  missing(): string[] {
    return [
      ...EFFECTS.filter((name) => this.#happened[name] === undefined),
      ...WORK_DONE.filter((name) => this.#done[name] === undefined),
      ...[...ORACLES, LIVENESS, ...FINAL_ORACLES].map(({ name }) => name).filter((name) => !this.#asked[` / ${name}`]),
    ];
  }

  print(): void {
    const done = Object.entries(this.#done).map(([what, times]) => `${times} × ${what}`);
    console.log(`acknowledged: ${done.sort().join(', ')}`);
    const oracles = [...new Set(Object.keys(this.#asked).map((pair) => pair.split(' / ')[1] ?? ''))];
    console.log(oracles.map((name, i) => `${columnName(i)} = ${name}`).join('\n'));
    console.log(['happened'.padStart(9), ...oracles.map((_, i) => columnName(i).padStart(6))].join(''));
    for (const fault of ['', ...Object.keys(this.#happened).sort()]) {
      const times = fault === '' ? '' : String(this.#happened[fault]);
      const cells = oracles.map((name) => String(this.#asked[`${fault} / ${name}`] ?? 0).padStart(6));
      console.log([times.padStart(9), ...cells, `  ${fault || 'in all'}`].join(''));
    }
  }
}

function addTo(sums: Counts, more: Readonly<Counts>): void {
  for (const [name, times] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + times;
}

const columnName = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index);
