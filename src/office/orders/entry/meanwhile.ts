import { type HistoryEntry, historyOf } from '../../../domain/orders/history.ts';
import type { Order } from '../../../domain/orders/read.ts';
import type { StoreContext } from '../../request-context.ts';
import { changesOf } from '../detail/history-changes.ts';
import { actors, events } from '../detail/history-texts.ts';
import { texts } from './order-entry-texts.ts';

const TOLD = 10; // the newest changes; whoever needs more looks at the order itself

/** That the order is no longer what was seen of it, and what has become of it since, a line for each thing. */
export function changedSince(context: StoreContext, order: Order, seen: number): string {
  const since = historyOf(context.db, order.id).filter(({ time }) => time > seen);
  return [
    texts(context.language).changedMeanwhile,
    ...since.slice(-TOLD).map((entry) => `• ${told(context, order, entry)}`),
  ].join('\n');
}

function told({ language }: StoreContext, order: Order, entry: HistoryEntry): string {
  const who = entry.actorName ?? actors(language)[entry.actor];
  const changes = changesOf(entry, order, language);
  return [`${who}: ${events(language)[entry.event]}`, ...changes].join(' · ');
}
