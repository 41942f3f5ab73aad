import { chmodSync, mkdirSync } from 'node:fs';
import { type Folder, openFolder } from './cli.ts';
import { partialMessage } from './errors.ts';
import { findingPattern } from './findings.ts';
import { MALEE } from './owner-account.ts';
import { cafe } from './support.ts';

export const SOUND = 'listen.port = 0\nbackup.folder = "copies"\n';

/** Ignores the clock check, which depends on the machine. */
export const withoutClockCheck = (faults: string[]): string[] =>
  faults.filter((line) => !findingPattern(partialMessage('clock_not_synchronized')).test(line));

export const problemsOf = async (folder: Folder): Promise<string[]> =>
  withoutClockCheck((await folder.runCommand('doctor')).errorLines);

/** A folder with a valid database, an owner account and a backup. */
export async function openValid(config = SOUND): Promise<Folder> {
  const folder = openFolder({ config });
  chmodSync(folder.root, 0o700);
  await folder.load({ stores: [cafe()] });
  folder.change(MALEE);
  mkdirSync(folder.path('copies'));
  await folder.runCommand('backup', folder.path('copies', backupName(Date.now() - 60_000)));
  return folder;
}

/** The name of a scheduled backup, in Bangkok time. */
export const backupName = (time: number): string =>
  `raan-${new Date(time + 7 * 3_600_000)
    .toISOString()
    .replaceAll(/[-:]|\..*$/g, '')
    .replace('T', '-')}.db`;
