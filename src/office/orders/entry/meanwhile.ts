import { type HistoryEntry, historyOf } from '../../../domain/orders/history.ts';
import type { Order } from '../../../domain/orders/read.ts';
import type { Visit } from '../../visit.ts';
import { changesOf } from '../detail/history-changes.ts';
import { actors, events } from '../detail/history-texts.ts';
import { texts } from './texts.ts';

const TOLD = 10; // the newest changes; whoever needs more looks at the order itself

/** That the order is no longer what was seen of it, and what has become of it since, a line for each thing. */
export function changedSince(visit: Visit, order: Order, seen: number): string {
  const since = historyOf(visit.ctx.db, order.id).filter(({ time }) => time > seen);
  return [
    texts(visit.language).changedMeanwhile,
    ...since.slice(-TOLD).map((entry) => `• ${told(visit, order, entry)}`),
  ].join('\n');
}

function told({ language }: Visit, order: Order, entry: HistoryEntry): string {
  const who = entry.actorName ?? actors(language)[entry.actor];
  const changes = changesOf(entry, order, language);
  return [`${who}: ${events(language)[entry.event]}`, ...changes].join(' · ');
}
