import path from 'node:path';
import { copyNow } from '../domain/backups/copy-now.ts';
import { type Restored, restoreBackup, restoreStored } from '../domain/backups/restore.ts';
import { contentsDocument, contentsLines } from './contents.ts';
import type { Shell } from './shell.ts';

const S3 = 's3:';

export function backupCommands(shell: Shell): void {
  shell.program
    .command('backup')
    .description('copy the database into a new file, while it is used or not, and read the copy back')
    .argument('<file>', 'the file to make; it is never overwritten')
    .action((file: string) =>
      shell.withDatabase(async (ctx) => {
        const start = ctx.monotonic();
        const { size, rows, schemaVersion, ...made } = await copyNow(ctx, path.resolve(file));
        const seconds = Number(((ctx.monotonic() - start) / 1_000).toFixed(2));
        const total = Object.values(rows).reduce((sum, n) => sum + n, 0);
        shell.answer(
          { file: made.file, bytes: size, rows: total, tables: rows, schema_version: schemaVersion, seconds },
          `${made.file}: ${size} bytes, ${total} rows, schema version ${schemaVersion}, made and read back in ${seconds} s`,
        );
      }),
    );
  shell.program
    .command('restore')
    .description('put a backup in the place of the database, which is kept beside it; the server must be stopped')
    .argument('<file>', 'the backup; s3:NAME takes it from the bucket of the config, s3: alone the newest one there')
    .action(async (file: string) => {
      const config = shell.config();
      const restored = file.startsWith(S3)
        ? await restoreStored(config, file.slice(S3.length), Date.now())
        : await restoreBackup(config, path.resolve(file), Date.now());
      shell.answer(documentOf(restored), linesOf(restored));
    });
}

const documentOf = ({ from, database, kept, ...contents }: Restored) => ({
  from,
  database,
  kept,
  ...contentsDocument(contents),
});

const linesOf = ({ from, database, kept, ...contents }: Restored) => [
  `${database} is now what ${from} holds`,
  ...contentsLines(contents),
  `before           ${kept === null ? 'there was no database' : `kept as ${kept}`}`,
];
