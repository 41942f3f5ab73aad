import path from 'node:path';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { type Newest, newestBackup } from '../../backups/newest.ts';
import { isBehind, type Schedule, scheduleOf } from '../../backups/schedule.ts';
import { backupFolderTrouble, openFolderTrouble } from './backup-folder.ts';
import { spanText, type Trouble, troublesIn } from './trouble.ts';

const HOUR = 3_600_000; // a server retries at least once an hour

/** What the backup checks need. It exists even if the database cannot be opened. */
export type BackupContext = Pick<Context, 'config' | 'copying' | 'now' | 'isServed'>;

export const withoutDatabase = (config: Config): BackupContext => ({
  config,
  copying: { failed: undefined, storedAway: { name: undefined, failed: undefined }, isBehind: false },
  now: Date.now,
  isServed: () => false,
});

/** Checks the backups in the folder, and whether new ones can be created. */
export async function backupTroubles(ctx: BackupContext): Promise<Trouble[]> {
  const schedule = await scheduleOf(ctx);
  if (!schedule) return [];
  const { backup } = ctx.config;
  const found = await newestBackup(ctx.config, ctx.now()).catch((): Newest => ({ backup: undefined, faulty: [] }));
  const cause = await backupFolderTrouble(ctx.config);
  return troublesIn(
    cause,
    await openFolderTrouble(ctx.config),
    faultyTrouble(backup.folder, found),
    ageTrouble(ctx, schedule, cause !== undefined),
  );
}

function faultyTrouble(folder: string, { faulty: [first, ...others] }: Newest): Trouble | undefined {
  if (!first) return undefined;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return {
    check: 'backup',
    trouble: `${path.join(folder, first.name)} cannot be restored (${describe(first.problem)})${more}`,
    cure: 'Remove it; only raan should write there',
  };
}

function ageTrouble(ctx: BackupContext, schedule: Schedule, isCauseKnown: boolean): Trouble | undefined {
  const { newest, every } = schedule;
  const isLate = newest !== undefined && ctx.now() - newest > every + Math.min(every, HOUR);
  if (newest !== undefined && !isBehind(schedule, ctx.now()) && !(isLate && ctx.isServed())) return undefined;
  return {
    check: 'backup',
    trouble:
      newest === undefined
        ? `There is no backup in ${ctx.config.backup.folder}`
        : `The newest backup is ${spanText(ctx.now() - newest)} old; one is due every ${spanText(every)}`,
    cure: isCauseKnown
      ? 'Fix that; a running service then creates one'
      : 'Check that the service is running, and its log',
  };
}
