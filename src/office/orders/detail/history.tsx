import { historyOf } from '../../../domain/orders/history.ts';
import type { Order } from '../../../domain/orders/read.ts';
import { Time } from '../../page/parts.tsx';
import type { Visit } from '../../visit.ts';
import { changesOf } from './history-changes.ts';
import { actors, events } from './history-texts.ts';
import { texts as pageTexts } from './texts.ts';

/** Everything that has become of the order, newest first. */
export const History = ({ visit, order }: { visit: Visit; order: Order }) => (
  <section class="card" id="history">
    <h2>{pageTexts(visit.language).history}</h2>
    <ol class="timeline">
      {historyOf(visit.ctx.db, order.id)
        .reverse()
        .map((entry) => (
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
  </section>
);
