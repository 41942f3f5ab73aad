import { type Account, allAccounts, listAccounts } from '../../../domain/accounts/accounts.ts';
import {
  type AuditEntry,
  type AuditFilter,
  auditEntries,
  auditPages,
  isLongLog,
} from '../../../domain/audit/audit-log.ts';
import { AUDIT_EVENTS, type AuditEvent } from '../../../domain/audit/events.ts';
import { storesAndSandboxes } from '../../../domain/stores.ts';
import { fieldDay } from '../../../lib/typed-dates.ts';
import { DayField } from '../../forms/date-fields.tsx';
import { fields, optionalChoice, optionalDay, optionalId } from '../../forms/fields.ts';
import { SelectField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { Empty, Heading, Pager } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { List } from '../../page/list.tsx';
import { type Columns, type ListFile, longListFile, secondColumn } from '../../page/list-file.ts';
import { activeFilter, ListFilters } from '../../page/list-filters.tsx';
import { paginated } from '../../page/pagination.ts';
import { ExactTime } from '../../partners/partner-components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { fileScreens, get, type Screen } from '../../screen.ts';
import { queryForm } from '../../stock/query-form.ts';
import { settingsTexts } from '../settings-texts.ts';
import { detailText } from './audit-details.ts';
import { auditEventNames, auditTexts } from './audit-texts.ts';

const PATH = '/settings/audit';
const DAY = 86_400_000;

export const auditScreens: readonly Screen[] = [
  get(PATH, 'owner', auditPage, { isLarge: ({ db }) => isLongLog(db) }),
  ...fileScreens(`${PATH}`, 'owner', auditFile),
];

const auditQuery = fields({
  event: optionalChoice(AUDIT_EVENTS),
  user: optionalId,
  from: optionalDay,
  to: optionalDay,
});

/** An owner of one store sees the entries of that store. */
export function auditSearch(context: StoreContext): AuditFilter {
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
    auditEntries(context.db, { ...auditSearch(context), ...window }),
  );
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/settings', label: settingsTexts(context.language).settings }}>
          {rows.length > 0 && <ExportMenu href={`/office${PATH}${context.request.url.search}`} />}
        </Heading>
        <p class="hint">{t.hint}</p>
        <AuditFilterForm context={context} path={PATH} events={AUDIT_EVENTS} accounts={accountsOf(context)} />
        <Entries context={context} rows={rows} />
        <Pager {...pages} />
      </>
    ),
  };
}

function Entries({ context, rows }: StoreProps<{ rows: readonly AuditEntry[] }>) {
  const t = auditTexts(context.language);
  const names = auditEventNames(context.language);
  return (
    <List
      class="list lines"
      rows={rows}
      nameAt={3}
      empty={<Empty title={t.none} />}
      columns={(column) => [
        column(t.time, 'no-wrap top', ({ time }) => <ExactTime at={time} />),
        column(t.actor, (entry) => actorText(context, entry)),
        column(t.origin, 'break', ({ origin }) => origin),
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

const dayFields = fields({ from: optionalDay, to: optionalDay });

/** Shows the log of some events, accounts and days. */
export function AuditFilterForm({ context, path, events, accounts }: FilterProps) {
  const t = auditTexts(context.language);
  const names = auditEventNames(context.language);
  const { event, user } = context.query(auditQuery);
  const days = queryForm(context, dayFields);
  return (
    <ListFilters action={path} active={activeFilters(context, { events, accounts })} isOpen={days.hasErrors}>
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
      <DayField form={days} name="from" label={t.since} />
      <DayField form={days} name="to" label={t.to} />
    </ListFilters>
  );
}

function activeFilters(context: StoreContext, { events, accounts }: Pick<FilterProps, 'events' | 'accounts'>) {
  const { language } = context;
  const t = auditTexts(language);
  const { event, user, from, to } = context.query(auditQuery);
  const day = (time: number | undefined) => (time === undefined ? undefined : fieldDay(time, language));
  return [
    ...activeFilter('event', t.event, event && events.includes(event) ? auditEventNames(language)[event] : undefined),
    ...activeFilter('user', t.actor, accounts.find(({ id }) => id === user)?.name),
    ...activeFilter('from', t.since, day(from)),
    ...activeFilter('to', t.to, day(to)),
  ];
}

/** The name of the account or channel, or the kind of actor. */
export function actorText({ language }: StoreContext, { actor, actorName }: AuditEntry): string {
  if (actorName !== null) return actorName;
  return auditTexts(language)[actor];
}

function auditFile(context: StoreContext): ListFile {
  const t = auditTexts(context.language);
  const names = auditEventNames(context.language);
  const stores = new Map(storesAndSandboxes(context.db).map(({ id, name }) => [id, name]));
  const columns: Columns<AuditEntry> = {
    [t.time]: secondColumn(({ time }) => time),
    [t.store]: ({ storeId }) => storeId && (stores.get(storeId) ?? `#${storeId}`),
    [t.actor]: (entry) => actorText(context, entry),
    [t.origin]: ({ origin }) => origin,
    [t.event]: ({ event }) => names[event],
    [t.detail]: (entry) => detailText(context, entry),
  };
  return longListFile(t.title, auditPages(context.db, auditSearch(context)), columns, 'audit-log');
}
