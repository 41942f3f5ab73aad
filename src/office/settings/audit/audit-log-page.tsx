import { type Account, allAccounts, listAccounts } from '../../../domain/accounts/accounts.ts';
import {
  type AuditEntry,
  type AuditFilter,
  auditEntries,
  auditPages,
  isLongLog,
} from '../../../domain/audit/audit-log.ts';
import { AUDIT_EVENTS, type AuditEvent, MONEY_EVENTS } from '../../../domain/audit/events.ts';
import { storesAndSandboxes } from '../../../domain/stores.ts';
import { bangkokSecond } from '../../../lib/calendar.ts';
import { DayField } from '../../forms/date-fields.tsx';
import { fields, optionalChoice, optionalDay, optionalId } from '../../forms/fields.ts';
import { SelectField, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { CsvLink, Empty, Heading, Pager } from '../../page/components.tsx';
import { type CsvColumns, csvStream } from '../../page/downloads.ts';
import { List } from '../../page/list.tsx';
import { paginated } from '../../page/pagination.ts';
import { ExactTime } from '../../partners/partner-components.tsx';
import { ReportTabs } from '../../reports/report-tabs.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, type Screen } from '../../screen.ts';
import { settingsTexts } from '../settings-texts.ts';
import { detailText } from './audit-details.ts';
import { auditEventNames, auditTexts } from './audit-texts.ts';

const PATH = '/settings/audit';
const MONEY_PATH = '/reports/log';
const DAY = 86_400_000;

export const auditScreens: readonly Screen[] = [
  get(PATH, 'owner', auditPage, { isLarge: ({ db }) => isLongLog(db) }),
  get(`${PATH}.csv`, 'owner', auditCsv),
  get(MONEY_PATH, 'money', moneyPage, { isLarge: ({ db }) => isLongLog(db) }),
  get(`${MONEY_PATH}.csv`, 'money', moneyCsv),
];

const auditQuery = fields({
  event: optionalChoice(AUDIT_EVENTS),
  user: optionalId,
  from: optionalDay,
  to: optionalDay,
});

/** An owner of one store sees the entries of that store. */
function searchOf(context: StoreContext): AuditFilter {
  const { event, user, from, to } = context.query(auditQuery);
  return {
    storeId: context.isOperator ? undefined : context.store.id,
    event,
    accountId: user,
    from,
    until: to === undefined ? undefined : to + DAY,
  };
}

function auditPage(context: StoreContext): Page {
  const t = auditTexts(context.language);
  const { rows, ...pages } = paginated(context, (window) =>
    auditEntries(context.db, { ...searchOf(context), ...window }),
  );
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/settings', label: settingsTexts(context.language).settings }}>
          {rows.length > 0 && <CsvLink href={`/office${PATH}.csv${context.request.url.search}`} />}
        </Heading>
        <p class="hint">{t.hint}</p>
        <Filter context={context} path={PATH} events={AUDIT_EVENTS} accounts={accountsOf(context)} />
        <Entries context={context} rows={rows} hasOrigin />
        <Pager {...pages} />
      </>
    ),
  };
}

/** The log for the permission for payments: events about money, without IP addresses. */
function moneyPage(context: StoreContext): Page {
  const t = auditTexts(context.language);
  const { rows, ...pages } = paginated(context, (window) =>
    auditEntries(context.db, { ...moneySearchOf(context), ...window }),
  );
  return {
    title: t.payments,
    body: (
      <>
        <Heading title={t.payments}>
          {rows.length > 0 && <CsvLink href={`/office${MONEY_PATH}.csv${context.request.url.search}`} />}
        </Heading>
        <ReportTabs context={context} />
        <p class="hint">{t.paymentsHint}</p>
        <Filter context={context} path={MONEY_PATH} events={MONEY_EVENTS} accounts={[]} />
        <Entries context={context} rows={rows} />
        <Pager {...pages} />
      </>
    ),
  };
}

function moneySearchOf(context: StoreContext): AuditFilter {
  const { event, ...search } = searchOf(context);
  const chosen = MONEY_EVENTS.find((known) => known === event);
  return {
    ...search,
    ...(chosen ? { event: chosen } : { events: MONEY_EVENTS }),
    storeId: context.store.id,
    accountId: undefined,
  };
}

type EntriesProps = StoreProps<{ rows: readonly AuditEntry[]; hasOrigin?: boolean }>;

function Entries({ context, rows, hasOrigin = false }: EntriesProps) {
  const t = auditTexts(context.language);
  const names = auditEventNames(context.language);
  return (
    <List
      class="list lines"
      rows={rows}
      nameAt={hasOrigin ? 3 : 2}
      empty={<Empty title={t.none} />}
      columns={(column) => [
        column(t.time, 'no-wrap top', ({ time }) => <ExactTime at={time} />),
        column(t.actor, (entry) => actorText(context, entry)),
        hasOrigin && column(t.origin, 'break', ({ origin }) => origin),
        column(t.event, (entry) => names[entry.event]),
        column(t.detail, 'break rest', (entry) => detailText(context, entry)),
      ]}
    />
  );
}

/** An operator also gets accounts of other stores. Only owners see the accounts. */
const accountsOf = ({ db, store, isOperator }: StoreContext): readonly Account[] =>
  isOperator ? allAccounts(db) : listAccounts(db, store.id);

type FilterProps = StoreProps<{ path: string; events: readonly AuditEvent[]; accounts: readonly Account[] }>;

function Filter({ context, path, events, accounts }: FilterProps) {
  const t = auditTexts(context.language);
  const names = auditEventNames(context.language);
  const { event, user, from, to } = context.query(auditQuery);
  return (
    <form class="inline" action={`/office${path}`}>
      <SelectField
        name="event"
        label={t.event}
        value={event}
        empty={t.anyEvent}
        options={events.map((value) => ({ value, label: names[value] }))}
      />
      {accounts.length > 0 && (
        <SelectField
          name="user"
          label={t.actor}
          value={user}
          empty={t.anyone}
          options={accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <DayField name="from" label={t.since} value={from} />
      <DayField name="to" label={t.to} value={to} />
      <Submit class="secondary outline" label={t.show} />
    </form>
  );
}

function actorText({ language }: StoreContext, { actor, actorName }: AuditEntry): string {
  if (actorName !== null) return actorName;
  return auditTexts(language)[actor];
}

function auditCsv(context: StoreContext): Response {
  const t = auditTexts(context.language);
  const names = auditEventNames(context.language);
  const stores = new Map(storesAndSandboxes(context.db).map(({ id, name }) => [id, name]));
  const columns: CsvColumns<AuditEntry> = {
    [t.time]: ({ time }) => bangkokSecond(time),
    [t.store]: ({ storeId }) => storeId && (stores.get(storeId) ?? `#${storeId}`),
    [t.actor]: (entry) => actorText(context, entry),
    [t.origin]: ({ origin }) => origin,
    [t.event]: ({ event }) => names[event],
    [t.detail]: (entry) => detailText(context, entry),
  };
  return csvStream(t.title, auditPages(context.db, searchOf(context)), columns, 'audit-log');
}

function moneyCsv(context: StoreContext): Response {
  const t = auditTexts(context.language);
  const names = auditEventNames(context.language);
  return csvStream('payment-log', auditPages(context.db, moneySearchOf(context)), {
    [t.time]: ({ time }) => bangkokSecond(time),
    [t.actor]: (entry) => actorText(context, entry),
    [t.event]: ({ event }) => names[event],
    [t.detail]: (entry) => detailText(context, entry),
  });
}
