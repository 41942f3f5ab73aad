import path from 'node:path';
import type { Context } from '../../context.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { audit } from '../audit/audit-log.ts';

// The only writer of backup_settings: the office's settings of scheduled backups, which override the config file.

export interface BackupSettings {
  /** Hours between backups. */
  everyHours: number;
  /** How many backups are kept. */
  keep: number;
}

const read = query<BackupSettings>(
  { reads: ['backup_settings'] },
  'SELECT every_hours AS everyHours, keep FROM backup_settings',
);

/** Undefined if only the config file applies. */
export const officeBackupSettings = ({ db }: Pick<Context, 'db'>): BackupSettings | undefined => db.get(read);

/** The context with these settings in its config. Without a folder in the config file, backups are next to the database. */
export function withBackupSettings<Some extends Pick<Context, 'db' | 'config'>>(ctx: Some): Some {
  const set = officeBackupSettings(ctx);
  if (!set) return ctx;
  const { database, backup } = ctx.config;
  const folder = backup.folder || path.join(path.dirname(path.resolve(database)), 'backups');
  return {
    ...ctx,
    config: { ...ctx.config, backup: { ...backup, folder, every: `${set.everyHours}h`, keep: set.keep } },
  };
}

const insert = command(
  { writes: ['backup_settings'] },
  'INSERT OR REPLACE INTO backup_settings (id, every_hours, keep) VALUES (1, ?, ?)',
);
const remove = command({ writes: ['backup_settings'] }, 'DELETE FROM backup_settings');

/** @param settings undefined: the config file applies again */
export function changeBackupSettings(tx: WriteTx, settings: BackupSettings | undefined): void {
  const before = tx.get(read);
  if (settings) tx.run(insert, settings.everyHours, settings.keep);
  else tx.run(remove);
  if (before?.everyHours === settings?.everyHours && before?.keep === settings?.keep) return;
  audit(tx, 'backup_settings_changed', {
    storeId: null,
    detail: {
      every_hours: [before?.everyHours ?? null, settings?.everyHours ?? null],
      keep: [before?.keep ?? null, settings?.keep ?? null],
    },
  });
}
