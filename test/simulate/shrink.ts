import type { Planned } from './plan.ts';
import type { Result } from './run.ts';

/** Runs a plan in a process of its own until some milliseconds of simulated time have passed. */
export type RunPlan = (plan: readonly Planned[], until: number) => Result;

/** Finds a short plan with the same finding, by leaving out half of the events, a quarter, and so on. */
export function shrink(found: Result, plan: readonly Planned[], run: RunPlan, maxMillis: number): readonly Planned[] {
  const end = performance.now() + maxMillis;
  const until = (found.finding?.at ?? 0) + 1;
  const isSame = (candidate: readonly Planned[]): boolean =>
    kindOf(run(candidate, until).finding?.what) === kindOf(found.finding?.what);
  let kept = plan.filter(({ at }) => at <= until);
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < kept.length && performance.now() < end; ) {
      const candidate = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (isSame(candidate)) kept = candidate;
      else from += size;
    }
  return kept;
}

/** Without the details, which differ. */
const kindOf = (what = ''): string => what.split(':')[0] ?? '';
