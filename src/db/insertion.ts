import { type Command, command, type Value } from './statement.ts';
import type { Table } from './tables.ts';
import type { WriteTx } from './write-tx.ts';

/**
 * Inserts rows whose last values are mostly null. Trailing nulls are left out, so those columns must default to null:
 * binding the nulls of an order and its address would add 3 % to the CPU time of order create.
 */
export function insertion({ table, columns }: { table: Table; columns: string }) {
  const names = columns.split(',');
  const statements = names.map((_, last) => {
    const given = names.slice(0, last + 1);
    const sql = `INSERT INTO ${table} (${given.join(',')}) VALUES (${given.map(() => '?').join(', ')})`;
    return command({ writes: [table] }, sql);
  });
  /** The new row's id. The first value is never null. */
  return <Id extends number>(tx: WriteTx, values: readonly Value[]): Id => {
    let given = values.length;
    while (values[given - 1] === null) given -= 1;
    return tx.insert<Id>(statements[given - 1] as Command, ...values.slice(0, given));
  };
}
