import type { Database } from './database.ts';
import type { Value } from './values.ts';

/**
 * Inserts rows whose last values are mostly null. Those are left out, so that the columns need a default of null: to hand
 * a null to SQLite takes longer than a value, since it is asked for every other kind first.
 *
 * @param insert `INSERT INTO notes (id, text, author)`
 */
export function insertion(insert: string) {
  const [, into, columns] = /^(INSERT INTO \w+) \((.+)\)$/s.exec(insert) ?? [];
  if (into === undefined || columns === undefined) throw new Error(`not an INSERT of named columns: ${insert}`);
  const names = columns.split(/,\s+/);
  const statements = names.map((_, last) => {
    const given = names.slice(0, last + 1);
    return `${into} (${given.join(', ')}) VALUES (${given.map(() => '?').join(', ')})`;
  });
  /** The new row's id. The first value is never null. */
  return <Id extends number>(db: Database, values: readonly Value[]): Id => {
    let given = values.length;
    while (values[given - 1] === null) given -= 1;
    return db.insert<Id>(statements[given - 1] as string, ...values.slice(0, given));
  };
}
