import { type HistoryEntry, historyOf } from '../../../domain/orders/history.ts';
import type { Order } from '../../../domain/orders/order.ts';
import type { RefundAccount } from '../../../domain/orders/payments/payment-rows.ts';
import { type Id, NO_ID, parseId } from '../../../lib/ids.ts';
import type { Language } from '../../../lib/messages/catalogue.ts';
import { Time } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { changesOf } from './history-changes.ts';
import { actors, eventNames } from './history-texts.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { RefundAccountText, visibleRefundAccounts } from './refund-account-fields.tsx';
import { oobSwap, type RefreshableProps } from './section-props.ts';

/** The order's history, newest first. */
export const HistoryCard = ({ context, order, replaces = false }: RefreshableProps) => {
  const entries = historyOf(context.db, order.id).reverse();
  const nameOf = eventNames(entries, context.language);
  const accounts = visibleRefundAccounts(context, order);
  const shown = { context, order, nameOf, accounts };
  return (
    <section class="card" id="history" hx-swap-oob={oobSwap(replaces)}>
      <h2>{orderDetailTexts(context.language).history}</h2>
      <Entries {...shown} entries={entries.slice(0, MAX_EXPANDED)} />
      {entries.length > MAX_EXPANDED && (
        <details>
          <summary>{orderDetailTexts(context.language).earlier(entries.length - MAX_EXPANDED)}</summary>
          <Entries {...shown} entries={entries.slice(MAX_EXPANDED)} />
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
  'transfer_shared',
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
  /** Customers' accounts by refund. */
  accounts: ReadonlyMap<Id, RefundAccount>;
}

const Entries = ({ context, order, entries, nameOf, accounts }: StoreProps<EntriesProps>) => (
  <ol class="timeline">
    {entries.map((entry) => (
      <li>
        <strong>{nameOf(entry)}</strong>
        {changesOf(visible(entry, context), order, context.language).map((change) => (
          <div class="break">{change}</div>
        ))}
        <RefundedTo account={accounts.get(refundOf(entry))} language={context.language} />
        <div class="muted">
          <Time at={entry.time} /> · {entry.actorName ?? actors(context.language)[entry.actor]}
        </div>
      </li>
    ))}
  </ol>
);

const refundOf = ({ event, detail }: HistoryEntry): Id =>
  event === 'refunded' ? (parseId(String(detail.refund_id)) ?? NO_ID) : NO_ID;

const RefundedTo = ({ account, language }: { account: RefundAccount | undefined; language: Language }) =>
  account ? (
    <div class="break">
      <RefundAccountText account={account} language={language} />
    </div>
  ) : null;
