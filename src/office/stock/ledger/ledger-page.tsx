import type * as v from 'valibot';
import { listAccounts } from '../../../domain/accounts/accounts.ts';
import { isLongLedger, type LedgerFilter, type LedgerKey } from '../../../domain/stock/ledger-keys.ts';
import { LEDGER_REASONS } from '../../../domain/stock/reasons.ts';
import { type LedgerPage, ledgerPage } from '../../../domain/stock/stock-history.ts';
import { variantByCode } from '../../../domain/stock/typed-lines.ts';
import { type Id, idText, parseId } from '../../../lib/ids.ts';
import { DayField } from '../../forms/date-fields.tsx';
import { fields, optionalChoice, optionalDay, optionalId, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import type { OfficeResponse } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { CsvLink, Empty, Heading, withQuery } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { filterParams } from '../list/stock-list.tsx';
import { queryForm } from '../query-form.ts';
import { StockTabs } from '../stock-components.tsx';
import { reasonLabels } from '../stock-labels.ts';
import { stockTexts } from '../stock-texts.ts';
import { WarehouseFilter } from '../warehouse-select.tsx';
import { LedgerTable } from './ledger-table.tsx';

const ledgerQuery = fields({
  sku: optionalText(),
  warehouse: optionalId,
  reason: optionalChoice(LEDGER_REASONS),
  user: optionalId,
  order: optionalId,
  document: optionalId,
  from: optionalDay,
  to: optionalDay,
  after: optionalText(),
});

type LedgerQuery = v.InferOutput<typeof ledgerQuery>;

const DAY = 86_400_000;

const filterOf = (query: LedgerQuery, variantId: Id | undefined): LedgerFilter & { after: LedgerKey | undefined } => ({
  variantId,
  warehouseId: query.warehouse,
  reason: query.reason,
  userId: query.user,
  orderId: query.order,
  documentId: query.document,
  from: query.from,
  until: query.to === undefined ? undefined : query.to + DAY,
  after: parseLedgerKey(query.after),
});

const keyText = ({ time, variantId, warehouseId }: LedgerKey): string => `${time}.${variantId}.${warehouseId}`;

function parseLedgerKey(text: string | undefined): LedgerKey | undefined {
  const [time, variantId, warehouseId] = (text?.split('.') ?? []).map(parseId);
  if (time === undefined || variantId === undefined || warehouseId === undefined) return undefined;
  return { time, variantId, warehouseId };
}

const LEDGER_PAGE = 50;

/** Fields that can be invalid. */
const validatedFields = fields({ sku: optionalText(), from: optionalDay, to: optionalDay });

interface ParsedLedgerQuery {
  form: Form<unknown>;
  /** Undefined if a field is invalid: then no entries are shown. */
  filter: ReturnType<typeof filterOf> | undefined;
}

/** Reads the ledger filter from the query string, for the whole store or one variant. */
export function readLedgerQuery(context: StoreContext, variantId?: Id): ParsedLedgerQuery {
  const t = stockTexts(context.language);
  const query = context.query(ledgerQuery);
  const form = queryForm(context, validatedFields);
  const { from = 0, to = from } = query;
  if (from > to) form.addError(t.fromAfterTo, 'from');
  const id = variantId ?? (query.sku === undefined ? undefined : variantIdOfSku(context, query.sku));
  if (id === 'unknown') form.addError(t.unknownSku, 'sku');
  return { form, filter: form.hasErrors || id === 'unknown' ? undefined : filterOf(query, id) };
}

function variantIdOfSku(context: StoreContext, sku: string): Id | 'unknown' {
  const variant = variantByCode(context.db, context.store.id, sku);
  return typeof variant === 'string' ? 'unknown' : variant.id;
}

/** Whether the requested entries are those of a user who may have very many. */
export const ofBusyUser = (context: StoreContext): boolean =>
  context.query(ledgerQuery).user !== undefined && isLongLedger(context.db);

/** The requested page of entries. */
export const readLedgerPage = (context: StoreContext, { filter }: ParsedLedgerQuery): LedgerPage =>
  filter
    ? ledgerPage(context.db, context.store.id, { ...filter, limit: LEDGER_PAGE })
    : { entries: [], next: undefined };

export function storeLedgerPage(context: StoreContext): OfficeResponse {
  const t = stockTexts(context.language);
  const query = readLedgerQuery(context);
  const page = readLedgerPage(context, query);
  const body = (
    <>
      <Heading title={t.ledger} />
      <StockTabs context={context} />
      <LedgerFilterForm context={context} action="/stock/ledger" form={query.form} withItem />
      {query.filter && page.entries.length === 0 && <Empty title={t.noMovements} hint={t.noMovementsHint} />}
      {page.entries.length > 0 && <LedgerTable context={context} entries={page.entries} />}
      <OlderEntries context={context} next={page.next} />
    </>
  );
  return { title: t.ledger, body };
}

/** Links to older entries and back to the newest. */
export function OlderEntries({ context, next }: { context: StoreContext; next: LedgerKey | undefined }) {
  const t = stockTexts(context.language);
  const { url } = context.request;
  const isFirst = !url.searchParams.has('after');
  if (isFirst && !next) return null;
  return (
    <nav class="pager" aria-label={commonTexts(context.language).pages}>
      {isFirst ? <span /> : <a href={withQuery(url, { after: undefined })}>‹ {t.newest}</a>}
      {next ? <a href={withQuery(url, { after: keyText(next) })}>{t.older} ›</a> : <span />}
    </nav>
  );
}

interface FilterProps {
  context: StoreContext;
  action: string;
  /** The submitted filter. */
  form: Form<unknown>;
  withItem?: boolean;
}

/** @param withItem adds the SKU filter, for the ledger of the whole store */
export function LedgerFilterForm({ context, action, form, withItem }: FilterProps) {
  const t = stockTexts(context.language);
  const { db } = context;
  const { searchParams } = context.request.url;
  const reasons = LEDGER_REASONS.map((reason) => ({ value: reason, label: reasonLabels(context.language)[reason] }));
  const users = listAccounts(db, context.store.id).map(({ id, name }) => ({ value: idText(id), label: name }));
  const param = (name: string) => searchParams.get(name);
  const csvPath = withItem ? action : `${action}/ledger`;
  return (
    <form class="inline" action={`/office${action}`}>
      {withItem && <TextField form={form} name="sku" label={t.sku} />}
      <WarehouseFilter context={context} />
      <SelectField name="reason" label={t.reason} options={reasons} empty={t.anyReason} value={param('reason')} />
      {context.isOwner && (
        <SelectField name="user" label={t.by} options={users} empty={t.anyUser} value={param('user')} />
      )}
      <DayField form={form} name="from" label={t.from} />
      <DayField form={form} name="to" label={t.to} />
      {['order', 'document'].map((name) => {
        const value = param(name);
        return value !== null && <input type="hidden" name={name} value={value} />;
      })}
      <Submit class="secondary outline" label={commonTexts(context.language).filter} />
      {[...searchParams.keys()].length > 0 && (
        <a href={`/office${action}`} class="clear">
          {t.clearFilters}
        </a>
      )}
      <CsvLink
        href={withQuery(new URL(`/office${csvPath}.csv`, context.request.url), filterParams(context.request.url))}
      />
    </form>
  );
}
