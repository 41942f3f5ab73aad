import type * as v from 'valibot';
import { isLongLedger, type LedgerFilter, type LedgerKey } from '../../../domain/stock/ledger-keys.ts';
import { LEDGER_REASONS } from '../../../domain/stock/reasons.ts';
import { type LedgerPage, ledgerPage } from '../../../domain/stock/stock-history.ts';
import { variantByCode } from '../../../domain/stock/typed-lines.ts';
import { type Id, parseId } from '../../../lib/ids.ts';
import { fields, optionalChoice, optionalDay, optionalId, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import type { OfficeResponse } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Empty, Heading, withQuery } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import type { StoreContext } from '../../request-context.ts';
import { queryForm } from '../query-form.ts';
import { StockTabs } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { LedgerFilters, ledgerUrl } from './ledger-filters.tsx';
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

const PATH = '/stock/ledger';
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
  const id = variantId ?? (query.sku === undefined ? undefined : variantIdOfCode(context, query.sku));
  if (id === 'unknown') form.addError(t.unknownCode, 'sku');
  return { form, filter: form.hasErrors || id === 'unknown' ? undefined : filterOf(query, id) };
}

function variantIdOfCode(context: StoreContext, sku: string): Id | 'unknown' {
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
      <Heading title={t.ledger}>
        <ExportMenu href={ledgerUrl(context, PATH)} />
      </Heading>
      <StockTabs context={context} />
      <LedgerFilters context={context} action={PATH} form={query.form} entries={page.entries} withItem />
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
