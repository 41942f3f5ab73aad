import type { Context } from '../../context.ts';
import { type DamageCheck, startDamageCheck } from '../../db/damage/damage-thread.ts';
import { damageProblem } from '../../db/damage/sqlite-damage.ts';
import { describe } from '../../lib/messages/messages.ts';

const FIRST = 10_000; // milliseconds after the start, which needs the disk itself
const AGAIN = 3_600_000; // milliseconds; only while the database is damaged

/** Checks the database once after each start, and every hour while it is damaged. */
export function damageWatch(ctx: Context, first = FIRST) {
  let due = ctx.monotonic() + first;
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
      due = ctx.monotonic() + AGAIN;
      const problems = ctx.damage.problems.map((problem) => describe(problem));
      ctx.log.error({ problems }, 'the database is damaged; run "raan check"');
    },
    end: (): void => running?.end(),
  };
}
