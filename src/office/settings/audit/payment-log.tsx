import {
  type AuditEntry,
  type AuditFilter,
  auditEntries,
  auditPages,
  isLongLog,
} from '../../../domain/audit/audit-log.ts';
import { subjectOf } from '../../../domain/audit/audit-subjects.ts';
import { MONEY_EVENTS } from '../../../domain/audit/events.ts';
import { type MoneyRecord, moneyRecords } from '../../../domain/figures/money-records.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Money, parseMoney, ZERO } from '../../../lib/money.ts';
import { sameDecimals } from '../../../lib/number-format.ts';
import { bankName } from '../../../lib/thai-banks.ts';
import type { Page } from '../../office-response.ts';
import { codTexts } from '../../orders/cod/cod-texts.ts';
import { orderDetailTexts } from '../../orders/detail/order-detail-texts.ts';
import { paymentTexts } from '../../orders/detail/payment-texts.ts';
import { orderLinks } from '../../orders/order-links.tsx';
import { Empty, Heading, Pager, Time } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { List } from '../../page/list.tsx';
import {
  type Columns,
  type ListFile,
  longListFile,
  minuteColumn,
  moneyColumn,
  secondColumn,
} from '../../page/list-file.ts';
import { paginated } from '../../page/pagination.ts';
import { accountText, documentText, methodNameOf, receiptText } from '../../reports/money-labels.ts';
import { moneyTexts } from '../../reports/money-texts.ts';
import { ReportTabs } from '../../reports/report-tabs.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { fileScreens, get, type Screen } from '../../screen.ts';
import { detailText, fieldTexts } from './audit-details.ts';
import { AuditFilterForm, actorText, auditSearch } from './audit-log-page.tsx';
import { auditEventNames, auditTexts } from './audit-texts.ts';

// The entries of the audit log about money, without IP addresses, with the current data of their payments and refunds.

const PATH = '/reports/log';

export const paymentLogScreens: readonly Screen[] = [
  get(PATH, 'money', logPage, { isLarge: ({ db }) => isLongLog(db) }),
  ...fileScreens(`${PATH}`, 'money', logFile),
];

interface LogEntry extends AuditEntry {
  /** A refund of several payments has several. A COD payout has none. */
  records: readonly MoneyRecord[];
}

function searchOf(context: StoreContext): AuditFilter {
  const { event, ...search } = auditSearch(context);
  const chosen = MONEY_EVENTS.find((known) => known === event);
  return {
    ...search,
    ...(chosen ? { event: chosen } : { events: MONEY_EVENTS }),
    storeId: context.store.id,
    accountId: undefined,
  };
}

const idsOf = ({ detail }: AuditEntry) => detail as { payment?: Id; refunds?: readonly Id[] };

function withRecords({ db }: StoreContext, entries: readonly AuditEntry[]): LogEntry[] {
  const found = moneyRecords(db, {
    payments: entries.flatMap((entry) => idsOf(entry).payment ?? []),
    refunds: entries.flatMap((entry) => idsOf(entry).refunds ?? []),
  });
  return entries.map((entry) => {
    const { payment, refunds = [] } = idsOf(entry);
    const records = [payment && found.payments.get(payment), ...refunds.map((id) => found.refunds.get(id))];
    return { ...entry, records: records.filter((record) => record !== undefined) as MoneyRecord[] };
  });
}

function logPage(context: StoreContext): Page {
  const t = auditTexts(context.language);
  const { rows, ...pages } = paginated(context, (window) =>
    auditEntries(context.db, { ...searchOf(context), ...window }),
  );
  return {
    title: t.payments,
    body: (
      <>
        <Heading title={t.payments}>
          {rows.length > 0 && <ExportMenu href={`/office${PATH}${context.request.url.search}`} />}
        </Heading>
        <ReportTabs context={context} />
        <p class="hint">{t.paymentsHint}</p>
        <AuditFilterForm context={context} path={PATH} events={MONEY_EVENTS} accounts={[]} />
        <Entries context={context} entries={withRecords(context, rows)} />
        <Pager {...pages} />
      </>
    ),
  };
}

/** One line per entry. The customer, the bank account and the transfer are in the order and in the export. */
function Entries({ context, entries }: StoreProps<{ entries: readonly LogEntry[] }>) {
  const { language } = context;
  const [t, m, names] = [auditTexts(language), moneyTexts(language), auditEventNames(language)];
  const amounts = entries.map(amountOf);
  const orderLink = orderLinks(
    context,
    entries.flatMap(({ records }) => records.map(({ orderId }) => orderId)),
  );
  const amountText = sameDecimals(amounts.map((amount) => Math.abs(amount ?? ZERO) as Money));
  return (
    <List
      class="list lines payment-log"
      rows={entries}
      nameAt={2}
      empty={<Empty title={t.none} />}
      columns={(column) => [
        column(t.time, ({ time }) => <Time at={time} />),
        column(m.fileOrder, 'subject', (entry) => <Subject context={context} entry={entry} orderLink={orderLink} />),
        column(t.event, (entry) => names[entry.event]),
        column(t.actor, 'break actor', (entry) => actorText(context, entry)),
        column(m.method, (entry) => methodsText(context, entry) || undefined),
        column(t.reference, 'break', (entry) => referenceText(context, entry) || undefined),
        column(orderDetailTexts(language).slip, (entry) => slipLink(context, entry)),
        column(m.fileAmount, 'money top', (_, at) => {
          const amount = amounts[at];
          return amount && `${amount < ZERO ? '−' : ''}฿${amountText(Math.abs(amount) as Money)}`;
        }),
      ]}
    />
  );
}

const amountOf = (entry: LogEntry): Money | undefined => {
  const amount = typeof entry.detail.amount === 'string' ? parseMoney(entry.detail.amount) : undefined;
  return amount && isMoneyOut(entry) ? (-amount as Money) : amount;
};

/** Refunds, undone payouts, and payments whose confirmation was undone. */
const isMoneyOut = ({ event, records: [first] }: LogEntry): boolean =>
  event === 'cod_payout_undone' || event === 'payment_unconfirmed' || first?.kind === 'refund';

const isOfPayout = ({ event }: LogEntry): boolean => event.startsWith('cod_payout');

type SubjectProps = StoreProps<{ entry: LogEntry; orderLink: ReturnType<typeof orderLinks> }>;

/** A link to the order or the payout. */
function Subject({ context, entry, orderLink }: SubjectProps) {
  const { event, subjectId: id } = entry;
  if (id === null) return null;
  if (isOfPayout(entry))
    return <a href={`/office/orders/cod/remittances/${id}`}>{codTexts(context.language).remittance(String(id))}</a>;
  const order = subjectOf(context.db, event, id);
  return order ? orderLink({ id, name: order.name }) : <>#{id}</>;
}

/** The transfer reference, the other orders that it pays and the document of the refund; of a payout what was recorded. */
function referenceText(context: StoreContext, entry: LogEntry): string {
  const [first] = entry.records;
  const details = isOfPayout(entry) ? fieldTexts(context, entry, ['amount']) : [];
  return [first?.reference, ...oneTransferTexts(context, entry), documentText(first), ...details]
    .filter(Boolean)
    .join(' · ');
}

const oneTransferTexts = (context: StoreContext, { event, detail: { one_transfer } }: LogEntry): string[] =>
  one_transfer === undefined ? [] : fieldTexts(context, { event, detail: { one_transfer } });

function slipLink({ language }: StoreContext, { records }: LogEntry) {
  const slip = records.find(({ slipOf }) => slipOf !== null);
  return (
    slip && (
      <a href={slipPath(slip)} target="_blank" rel="noopener">
        {slip.kind === 'refund' ? paymentTexts(language).refundSlip : orderDetailTexts(language).slip}
      </a>
    )
  );
}

const slipPath = ({ kind, orderId, slipOf }: MoneyRecord): string =>
  `/office/orders/${orderId}/${kind === 'refund' ? 'refund' : 'payments'}/${slipOf}/slip`;

const methodsText = ({ language }: StoreContext, { records }: LogEntry): string =>
  [...new Set(records.map(({ method }) => methodNameOf(method, language)))].join(', ');

/** The first account. A refund can cover several payments by several methods; only transfers have an account. */
const accountOf = (context: StoreContext, records: readonly MoneyRecord[]): string | undefined =>
  records.flatMap((record) => accountText(context, record) ?? [])[0];

function* pagesOfLog(context: StoreContext): Generator<LogEntry[]> {
  for (const entries of auditPages(context.db, searchOf(context))) yield withRecords(context, entries);
}

function logFile(context: StoreContext): ListFile {
  return longListFile(auditTexts(context.language).payments, pagesOfLog(context), columnsOf(context), 'payment-log');
}

function columnsOf(context: StoreContext): Columns<LogEntry> {
  const { language } = context;
  const [t, m, names] = [auditTexts(language), moneyTexts(language), auditEventNames(language)];
  const first = ({ records: [record] }: LogEntry) => record;
  return {
    [t.time]: secondColumn(({ time }) => time),
    [t.actor]: (entry) => actorText(context, entry),
    [t.event]: ({ event }) => names[event],
    [m.fileOrder]: (entry) => first(entry)?.orderNumber,
    ...(context.may('customer_data') && { [m.fileCustomer]: (entry: LogEntry) => first(entry)?.customer }),
    [m.fileAmount]: moneyColumn((entry) => amountOf(entry)),
    [m.method]: (entry) => methodsText(context, entry),
    [m.fileAccount]: ({ records }) => accountOf(context, records),
    [m.fileSendingBank]: (entry) => {
      const sendingBank = first(entry)?.sendingBank;
      return sendingBank && bankName(sendingBank, language);
    },
    [m.fileTransferTime]: minuteColumn((entry) => first(entry)?.transferTime),
    [m.fileReference]: (entry) => first(entry)?.reference,
    [m.fileReceipt]: (entry) => receiptText(first(entry)),
    [m.fileRefundDocument]: (entry) => documentText(first(entry)),
    [t.detail]: (entry) =>
      entry.records.length === 0 ? detailText(context, entry) : oneTransferTexts(context, entry).join(' · '),
  };
}
