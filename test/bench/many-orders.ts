import { aggregateSales, MAX_AGGREGATED_AT_ONCE } from '../../src/domain/figures/sales.ts';
import { deriveCustomers, isDerivationBehind } from '../../src/domain/orders/customers/customer-rows.ts';
import { indexedUpTo, indexOrders, mergeSegments } from '../../src/domain/orders/list/index-rows.ts';
import { bulkWrite } from './bulk-write.ts';
import { movesOf } from './order-moves.ts';
import { finalStates, orderTables, rowsOf } from './order-rows.ts';
import { writePeople } from './people.ts';

/**
 * Writes orders of two lines, with all their events, into a database that has a catalogue and no orders: one or two
 * years of a busy store, a minute apart, nearly all completed. Rows are written in the order of their creation and
 * later updated, so that pages fill as on a server.
 */
export function writeManyOrders(file: string, count: number, now: number): void {
  bulkWrite(file, (tx) => {
    writePeople(tx);
    tx.exec(orderTables(count, now));
    tx.exec(rowsOf(count));
    tx.exec(finalStates());
    tx.exec(movesOf());
    while (aggregateSales(tx) === MAX_AGGREGATED_AT_ONCE);
    while (indexedUpTo(tx) < count) {
      indexOrders(tx, 2_000);
      mergeSegments(tx, 160); // as many merges as a server would have done
    }
    while (isDerivationBehind(tx)) deriveCustomers(tx, 2_000);
  });
}
