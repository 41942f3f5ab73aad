import type { WriteTx } from '../../db/write-tx.ts';
import { dropAllFacts } from './facts.ts';
import { endOpenMessages } from './outbox.ts';
import { skipPast } from './positions.ts';

/** What a restored copy knows was told, or may have been told, since it was made. Nothing of it is sent again. */
export function forgetOpenAlerts(tx: WriteTx): void {
  skipPast(tx);
  dropAllFacts(tx);
  endOpenMessages(tx);
}
