import path from 'node:path';
import { openContext } from '../../context.ts';
import { type SalvagedTable, salvageDatabase } from '../../domain/backups/salvage.ts';
import { checkDatabase } from '../../domain/check-database.ts';
import { OperatorError } from '../../lib/errors.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import type { Cli } from '../cli.ts';

export function salvageCommand(cli: Cli): void {
  cli.program
    .command('salvage')
    .summary('Save what can be read from a damaged database')
    .description(
      'Copy every readable row of a damaged database or backup into a new database, check it, and list what is lost. The damaged file is not changed. Exits with 0 if nothing is lost.',
    )
    .argument('<file>', 'Damaged database')
    .argument('<new>', 'File to create; an existing file is never overwritten')
    .action(async (file: string, target: string) => {
      const [from, to] = [path.resolve(file), path.resolve(target)];
      const tables = await salvageDatabase(from, to);
      const problems = problemsOf(cli, to, from);
      printSalvaged(cli, to, tables);
      const losses = lossesOf(tables);
      if (losses.length + problems.length > 0) throw new OperatorError([...losses, ...problems]);
    });
}

function problemsOf(cli: Cli, database: string, copyOf: string): Message[] {
  const ctx = openContext({ ...cli.config(), database }, { create: false, copyOf });
  try {
    return checkDatabase(ctx.db).problems;
  } finally {
    ctx.close();
  }
}

function printSalvaged(cli: Cli, file: string, tables: readonly SalvagedTable[]): void {
  const rows = tables.reduce((sum, { saved }) => sum + saved, 0);
  cli.print({ file, rows, tables }, `${file}: ${rows} rows of ${tables.length} tables saved`);
}

const lossesOf = (tables: readonly SalvagedTable[]) =>
  tables.flatMap(({ table, saved, refused, lost }) => [
    ...lost.map((range) => lossOf(table, saved, range)),
    ...(refused > 0 ? [message('salvage_refused_rows', { table, refused })] : []),
  ]);

/** A range without `after` or `before` is open at that end. */
function lossOf(table: string, saved: number, { after, before }: SalvagedTable['lost'][number]): Message {
  if (after !== undefined && before !== undefined) return message('salvage_lost_rows', { table, saved, after, before });
  if (after !== undefined) return message('salvage_lost_rows_after', { table, saved, after });
  if (before !== undefined) return message('salvage_lost_rows_before', { table, saved, before });
  return message('salvage_lost_table', { table });
}
