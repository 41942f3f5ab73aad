import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

// Deliberate bugs, to see that the simulation finds them. Imported before src, with RAAN_MUTANT set, it changes the source
// of one file as it is loaded.

/** A text of a file in src, and the buggy one. */
export interface Mutant {
  file: string;
  from: string;
  to: string;
}

export const MUTANTS: Readonly<Record<string, Mutant>> = {
  'an announcement is forgotten': {
    file: 'domain/webhooks/changes.ts',
    from: 'if (!isRecording(tx, storeId)) return;',
    to: 'if (!isRecording(tx, storeId) || (change.new % 7 === 0 && change.orderId)) return;',
  },
  'commits are answered before they are on the disk': {
    file: 'db/open.ts',
    from: '    checkDurability(sqlite, file);\n',
    to: "    checkDurability(sqlite, file);\n    sqlite.pragma('synchronous = OFF');\n",
  },
  'a booking is repeated under another key': {
    file: 'domain/orders/bookings/booking-worker.ts',
    from: 'if (mayBeWithCourier && find) return await find(booking.key, booking.reference);',
    to: "if (mayBeWithCourier && book) return await book({ ...parcel, key: parcel.key + 'x' });",
  },
  "caches outlive another process's write": {
    file: 'db/connection.ts',
    from: '    this.readCache.clear();\n    this.rowCache.clear();\n  }\n\n  /**\n   * Starts',
    to: '  }\n\n  /**\n   * Starts',
  },
  'a canceled order keeps its stock': {
    file: 'domain/orders/close.ts',
    from: 'releaseOrder(tx, { reason, orderId: id, storeId: order.storeId }, now);',
    to: '',
  },
  'an expired order keeps its stock': {
    file: 'domain/orders/close.ts',
    from: "released += releaseOrder(tx, { reason: 'order_canceled_by_system', orderId: id, storeId }, now);",
    to: 'void storeId;',
  },
  'a repeated order is not recognized': {
    file: 'domain/orders/create.ts',
    from: 'if (!earlier?.isDeleted) return earlier?.id;',
    to: 'if (!earlier?.isDeleted) return undefined;',
  },
  'a repeated payment is not recognized': {
    file: 'domain/orders/payments/payments.ts',
    from: 'if (!earlier) return { order',
    to: 'if (!earlier || !earlier.hasSlip) return { order',
  },
  'an undone payout keeps its payment': {
    file: 'domain/orders/payments/undo-remittance.ts',
    from: "markReviewed(tx, { id: paymentId, status: 'rejected', userId: userOf(act) ?? null, reason: note }, act.now);",
    to: '',
  },
  'sent changes are not marked as sent': {
    file: 'domain/webhooks/stock-events.ts',
    from: 'markAnnounced(tx, ids, lastAnnounced + contents.count);',
    to: 'markAnnounced(tx, ids, lastAnnounced + Math.max(1, contents.count - 1));',
  },
  'a step that fails takes its group with it': {
    file: 'db/writer.ts',
    from: '    connection.rollback();\n    return isOfOneStep ? ISOLATE',
    to: '    connection.rollback();\n    if (isOfOneStep && steps.length > 1) return steps.map(() => ({ value: undefined }));\n    return isOfOneStep ? ISOLATE',
  },
  'a failed job does not run again': {
    file: 'lib/job-loop.ts',
    from: "      log.error({ err: error, job: name }, 'job failed');",
    to: '      stopped = true;',
  },
  'the feed skips a change between two pages': {
    file: 'domain/webhooks/stock-feed.ts',
    from: "nextCursor: cursorText('stock', { number: last + count, epoch }),",
    to: "nextCursor: cursorText('stock', { number: last + count + (last + count < newest ? 1 : 0), epoch }),",
  },
  'cursors survive a restore': {
    file: 'domain/feeds.ts',
    from: '  for (const { storeId } of tx.all(storesWithFeeds)) tx.run(renewEpochs, newEpoch(), newEpoch(), storeId);',
    to: '',
  },
  'a pick-up takes the goods from stock twice': {
    file: 'domain/orders/shipments/move.ts',
    from: "  ship(tx, { ...cause, reason: 'shipped' }, fromReserved, now);",
    to: "  ship(tx, { ...cause, reason: 'shipped' }, fromReserved, now);\n  moveStock(tx, { ...cause, reason: 'available_qty_reconciled' }, netOf(fromReserved.slice(1).map(({ qty, ...place }) => ({ ...place, onHand: -qty }))), now);",
  },
  'a refund is recorded twice': {
    file: 'domain/orders/payments/refund.ts',
    from: 'ids.push(insertRefund(tx, refund, act.now));',
    to: 'ids.push(insertRefund(tx, refund, act.now));\n    insertRefund(tx, refund, act.now);',
  },
  'a late report moves a parcel back': {
    file: 'domain/orders/tracking.ts',
    from: 'if (event.status === undefined || event.time < newest) return;',
    to: 'if (event.status === undefined) return;',
  },
  'orphaned bookings are not polled': {
    file: 'domain/orders/bookings/booking-worker.ts',
    from: 'for (const id of orphans) recoverBooking(tx, id, ctx.now());',
    to: '',
  },
  'more is sold than there is': {
    file: 'domain/orders/allocate.ts',
    from: 'const left = sellBelowZero ?',
    to: 'const left = sellBelowZero || qty < 99 ?',
  },
  'an order that completes is not announced': {
    file: 'domain/orders/order-events.ts',
    from: 'if (order) items.push',
    to: "if (order && order.status !== 'completed') items.push",
  },
  'a confirmation is refused without reason': {
    file: 'domain/orders/payments/payments.ts',
    from: 'if (sum(order.receivedAmount, amount) === undefined) throw',
    to: 'if (sum(order.receivedAmount, amount) === undefined || id % 10 === 3) throw',
  },
  'callbacks of couriers are refused': {
    file: 'domain/orders/tracking.ts',
    from: 'if (!courier || !readCallBack) throw',
    to: 'if (courier || !readCallBack) throw',
  },
  'an order reserves one piece less': {
    file: 'domain/orders/reserve.ts',
    from: '...movements(reserved, 1)]), now);',
    to: '...movements(reserved.length > 2 ? reserved.slice(1) : reserved, 1)]), now);',
  },
  'the ledger lacks an entry': {
    file: 'domain/stock/ledger.ts',
    from: '  tx.queueInsert(LEDGER, [\n    row.newestEntry,',
    to: "  if (cause.reason === 'shipped' && row.onHand % 11 === 0) return;\n  tx.queueInsert(LEDGER, [\n    row.newestEntry,",
  },
  'events of orders are sent twice': {
    file: 'domain/orders/order-events.ts',
    from: "return [startDelivery(tx, withSecrets(tx, channel), storedContents('order_updated', items), now)];",
    to: "return [1, 2].map(() => startDelivery(tx, withSecrets(tx, channel), storedContents('order_updated', items), now));",
  },
  'a webhook has the wrong quantity': {
    file: 'domain/webhooks/stock-events.ts',
    from: 'const all = itemsOf(tx, changes);',
    to: 'const all = itemsOf(tx, changes).map((item) => ({ ...item, new: Math.min(item.new, 300) }));',
  },
  'an erased customer keeps the phone number': {
    file: 'domain/addresses.ts',
    from: "ADDRESS_FIELDS.filter((name) => name !== 'name')",
    to: "ADDRESS_FIELDS.filter((name) => name !== 'name' && name !== 'telephone')",
  },
  'some calls are not answered': {
    file: 'api/v1-endpoint.ts',
    from: '      const { incoming } = call;\n',
    to: '      const { incoming } = call;\n      if (ctx.now() % 500 === 0) return new Promise(() => {});\n',
  },
  'a canceled parcel stays with the courier': {
    file: 'domain/orders/bookings/cancellation.ts',
    from: '  if (booking) queueCancellation(tx, booking.id, now);',
    to: '  if (booking && booking.id % 3 > 0) queueCancellation(tx, booking.id, now);',
  },
  'a full disk is forgotten, and its failed commit answered': {
    file: 'db/writer.ts',
    from: '    const outcomes = runInTime(group, tx, run);\n    connection.commit();',
    to: '    const outcomes = runInTime(group, tx, run);\n    try {\n      connection.commit();\n    } catch {\n      connection.rollback();\n    }',
  },
};

const name = process.env.RAAN_MUTANT;
if (name !== undefined && name !== '') mutate(MUTANTS[name] ?? missing(name));

function missing(name: string): never {
  throw new Error(`there is no mutant "${name}"`);
}

function mutate({ file, from, to }: Mutant): void {
  registerHooks({
    load: (url, context, next) => {
      if (!url.split('?')[0]?.endsWith(`/src/${file}`)) return next(url, context);
      const source = readFileSync(fileURLToPath(url.split('?')[0] as string), 'utf8');
      if (!source.includes(from)) throw new Error(`the mutant no longer fits ${file}`);
      const { code } = transformSync(
        source.replace(from, () => to),
        { loader: 'ts', format: 'esm', target: 'node24' },
      );
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}
