import { type HistoryEntry, historyOf } from '../../../domain/orders/history.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { Time } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { changesOf } from './history-changes.ts';
import { actors, eventNames } from './history-texts.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { oobSwap, type RefreshableProps } from './section-props.ts';

/** The order's history, newest first. */
export const HistoryCard = ({ context, order, replaces = false }: RefreshableProps) => {
  const entries = historyOf(context.db, order.id).reverse();
  const nameOf = eventNames(entries, context.language);
  return (
    <section class="card" id="history" hx-swap-oob={oobSwap(replaces)}>
      <h2>{orderDetailTexts(context.language).history}</h2>
      <Entries context={context} order={order} entries={entries.slice(0, MAX_EXPANDED)} nameOf={nameOf} />
      {entries.length > MAX_EXPANDED && (
        <details>
          <summary>{orderDetailTexts(context.language).earlier(entries.length - MAX_EXPANDED)}</summary>
          <Entries context={context} order={order} entries={entries.slice(MAX_EXPANDED)} nameOf={nameOf} />
        </details>
      )}
    </section>
  );
};

const ABOUT_MONEY: readonly HistoryEntry['event'][] = [
  'payment_notified',
  'payment_confirmed',
  'payment_rejected',
  'payment_unconfirmed',
  'refunded',
  'cod_collected',
  'cod_remitted',
];

/** The entry without details that the account may not see. */
function visible(entry: HistoryEntry, context: StoreContext): HistoryEntry {
  if (ABOUT_MONEY.includes(entry.event) && !context.may('money')) return { ...entry, detail: {} };
  if (entry.event !== 'edited' || context.may('customer_data')) return entry;
  const { recipient_address, ...detail } = entry.detail;
  return { ...entry, detail };
}

const MAX_EXPANDED = 15; // entries; older ones are collapsed

interface EntriesProps {
  order: Order;
  entries: readonly HistoryEntry[];
  nameOf: (entry: HistoryEntry) => string;
}

const Entries = ({ context, order, entries, nameOf }: StoreProps<EntriesProps>) => (
  <ol class="timeline">
    {entries.map((entry) => (
      <li>
        <strong>{nameOf(entry)}</strong>
        {changesOf(visible(entry, context), order, context.language).map((change) => (
          <div class="break">{change}</div>
        ))}
        <div class="muted">
          <Time at={entry.time} /> · {entry.actorName ?? actors(context.language)[entry.actor]}
        </div>
      </li>
    ))}
  </ol>
);
