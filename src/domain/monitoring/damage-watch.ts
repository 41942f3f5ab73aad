import type { Context } from '../../context.ts';
import { type DamageCheck, startDamageCheck } from '../../db/damage/damage-thread.ts';
import { damageProblem } from '../../db/damage/sqlite-damage.ts';
import { describe } from '../../lib/messages/messages.ts';

const FIRST_DELAY = 60_000; // milliseconds; a start keeps the disk busy, and so do the jobs that are due after it
const INTERVAL = 3_600_000; // milliseconds; only while the database is damaged

/** Checks the database once after each start, and every hour while it is damaged. */
export function damageWatch(ctx: Context, firstDelay = FIRST_DELAY) {
  let due = ctx.monotonic() + firstDelay;
  let running: DamageCheck | undefined;
  return {
    checkDue: async (): Promise<void> => {
      if (ctx.monotonic() < due) return;
      due = Number.POSITIVE_INFINITY;
      running = startDamageCheck(ctx.config.database);
      const found = await running.found;
      running = undefined;
      if (!found) return;
      ctx.damage.problems = found.map(damageProblem);
      if (found.length === 0) return;
      due = ctx.monotonic() + INTERVAL;
      const problems = ctx.damage.problems.map((problem) => describe(problem));
      ctx.log.error({ problems }, 'the database is damaged; run "raan check"');
    },
    end: (): void => running?.end(),
  };
}
