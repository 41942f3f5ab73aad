import { SUMMED_AT_ONCE, sumUpSales } from '../../src/domain/figures/sales.ts';
import { indexedUpTo, indexOrders, mergeParts } from '../../src/domain/orders/list/index-rows.ts';
import { movesOf } from './order-moves.ts';
import { ends, livesOf, rowsOf } from './order-rows.ts';
import { writePeople } from './people.ts';
import { writeMuch } from './write-much.ts';

/**
 * Writes so many orders of two lines into a database that has a store with a catalogue and none yet, with all that
 * becomes of them: a year or two of a busy one, a minute apart, nearly all of them completed. Rows are written in the
 * order in which they come about, and what an order becomes later is written over it, so that the file is filled as a
 * server fills it.
 */
export function writeManyOrders(file: string, count: number, now: number): void {
  writeMuch(file, (tx) => {
    writePeople(tx);
    tx.exec(livesOf(count, now));
    tx.exec(rowsOf(count));
    tx.exec(ends());
    tx.exec(movesOf());
    while (sumUpSales(tx) === SUMMED_AT_ONCE);
    while (indexedUpTo(tx) < count) {
      indexOrders(tx, 2_000);
      mergeParts(tx, 160); // as much as a server has merged by then
    }
  });
}
