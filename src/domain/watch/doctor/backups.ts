import path from 'node:path';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { type Newest, newestBackup } from '../../backups/newest.ts';
import { isBehind, type Schedule, scheduleOf } from '../../backups/schedule.ts';
import { hindrance, openness } from './backup-folder.ts';
import { spanText, type Trouble, troublesIn } from './trouble.ts';

const HOUR = 3_600_000; // by then a server has tried again

/** What looking at copies takes; of a database that cannot be opened there is no more. */
export type Looker = Pick<Context, 'config' | 'copying' | 'now' | 'isServed'>;

export const withoutDatabase = (config: Config): Looker => ({
  config,
  copying: { failed: undefined, storedAway: { name: undefined, failed: undefined }, isBehind: false },
  now: Date.now,
  isServed: () => false,
});

/** The copies in the folder, and whether others can be made there. */
export async function backupTroubles(ctx: Looker): Promise<Trouble[]> {
  const schedule = await scheduleOf(ctx);
  if (!schedule) return [];
  const { backup } = ctx.config;
  const found = await newestBackup(ctx.config, ctx.now()).catch((): Newest => ({ backup: undefined, faulty: [] }));
  const cause = await hindrance(ctx.config);
  return troublesIn(
    cause,
    await openness(ctx.config),
    faultyTrouble(backup.folder, found),
    ageTrouble(ctx, schedule, cause !== undefined),
  );
}

function faultyTrouble(folder: string, { faulty: [first, ...others] }: Newest): Trouble | undefined {
  if (!first) return undefined;
  const more = others.length === 0 ? '' : ` (and there are ${others.length} more like it)`;
  return {
    check: 'backup',
    trouble: `${path.join(folder, first.name)} can never be restored (${describe(first.problem)})${more}`,
    cure: 'remove it, and see that nothing but raan writes there',
  };
}

function ageTrouble(ctx: Looker, schedule: Schedule, isCauseKnown: boolean): Trouble | undefined {
  const { newest, every } = schedule;
  const isLate = newest !== undefined && ctx.now() - newest > every + Math.min(every, HOUR);
  if (newest !== undefined && !isBehind(schedule, ctx.now()) && !(isLate && ctx.isServed())) return undefined;
  return {
    check: 'backup',
    trouble:
      newest === undefined
        ? `there is no backup in ${ctx.config.backup.folder}`
        : `the newest backup is ${spanText(ctx.now() - newest)} old, and one is due every ${spanText(every)}`,
    cure: isCauseKnown
      ? 'mend that, and a service that runs makes one'
      : 'see that the service runs, and what its log says of backups',
  };
}
