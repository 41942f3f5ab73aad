import type { Disk } from './disk.ts';
import type { Planned } from './plan.ts';
import { type Result, simulate } from './run.ts';

/** Finds a short plan with the same finding, by leaving out half of the events, a quarter, and so on. */
export async function shrink(
  { seed, days, finding }: Result,
  plan: readonly Planned[],
  disk: Disk,
  maxMillis: number,
): Promise<readonly Planned[]> {
  const end = performance.now() + maxMillis;
  let kept = plan.filter(({ at }) => at <= (finding?.at ?? 0));
  const isSame = async (candidate: readonly Planned[]): Promise<boolean> => {
    const found = (await simulate(seed, days, disk, candidate)).finding;
    return found !== undefined && kindOf(found.what) === kindOf(finding?.what ?? '');
  };
  if (!(await isSame(kept))) return plan;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < kept.length && performance.now() < end; ) {
      const candidate = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (candidate.length > 0 && (await isSame(candidate))) kept = candidate;
      else from += size;
    }
  return kept;
}

/** Without the details, which differ. */
const kindOf = (what: string): string => what.split(':')[0] ?? '';
