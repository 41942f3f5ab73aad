import type { WriteTx } from '../../db/write-tx.ts';
import { deleteAllFacts } from './facts.ts';
import { endOpenMessages } from './outbox.ts';
import { skipPast } from './positions.ts';

/**
 * Drops the alerts that were sent, or may have been sent, after the restored copy was created, so that none is sent
 * again.
 */
export function forgetOpenAlerts(tx: WriteTx): void {
  skipPast(tx);
  deleteAllFacts(tx);
  endOpenMessages(tx);
}
