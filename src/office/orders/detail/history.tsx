import { type HistoryEntry, historyOf } from '../../../domain/orders/history.ts';
import type { Order } from '../../../domain/orders/read.ts';
import { Time } from '../../page/parts.tsx';
import type { Visit } from '../../visit.ts';
import { type Fresh, inPlace } from './fresh.ts';
import { changesOf } from './history-changes.ts';
import { actors, events } from './history-texts.ts';
import { texts as pageTexts } from './texts.ts';

/** Everything that has become of the order, newest first. */
export const History = ({ visit, order, replaces = false }: Fresh) => {
  const entries = historyOf(visit.ctx.db, order.id).reverse();
  return (
    <section class="card" id="history" hx-swap-oob={inPlace(replaces)}>
      <h2>{pageTexts(visit.language).history}</h2>
      <Entries visit={visit} order={order} entries={entries.slice(0, SHOWN)} />
      {entries.length > SHOWN && (
        <details>
          <summary>{pageTexts(visit.language).earlier(entries.length - SHOWN)}</summary>
          <Entries visit={visit} order={order} entries={entries.slice(SHOWN)} />
        </details>
      )}
    </section>
  );
};

const SHOWN = 15; // entries; older ones are behind a click

const Entries = ({ visit, order, entries }: { visit: Visit; order: Order; entries: readonly HistoryEntry[] }) => (
  <ol class="timeline">
    {entries.map((entry) => (
      <li>
        <strong>{events(visit.language)[entry.event]}</strong>
        {changesOf(entry, order, visit.language).map((change) => (
          <div class="break">{change}</div>
        ))}
        <div class="quietly">
          <Time visit={visit} at={entry.time} /> · {entry.actorName ?? actors(visit.language)[entry.actor]}
        </div>
      </li>
    ))}
  </ol>
);
