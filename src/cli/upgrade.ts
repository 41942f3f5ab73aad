import type { Shell } from './shell.ts';

export function upgradeCommand(shell: Shell): void {
  shell.program
    .command('upgrade')
    .description(
      'bring a database of an older raan to what this one works with, keeping a copy of it as it was; serve does so by itself',
    )
    .action(() =>
      shell.withDatabase(
        ({ db, upgraded, schemaVersion }) =>
          shell.answer(
            {
              database: db.file,
              schema_version: schemaVersion,
              upgraded_from: upgraded?.from ?? null,
              copy: upgraded?.copy ?? null,
            },
            `${db.file} has schema version ${schemaVersion}, which this raan works with`,
          ),
        { upgrade: true },
      ),
    );
}
