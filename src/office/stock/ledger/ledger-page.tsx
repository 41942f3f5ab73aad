import type * as v from 'valibot';
import { listAccounts } from '../../../domain/accounts/accounts.ts';
import { type LedgerPage, ledgerPage } from '../../../domain/stock/history.ts';
import type { LedgerFilter, LedgerKey } from '../../../domain/stock/ledger-keys.ts';
import { LEDGER_REASONS } from '../../../domain/stock/reasons.ts';
import { variantByCode } from '../../../domain/stock/written.ts';
import { type Id, idText, parseId } from '../../../lib/ids.ts';
import type { Answer } from '../../answer.ts';
import { fields, optionalChoice, optionalDay, optionalId, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { DayField, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import { commonTexts } from '../../page/common-texts.ts';
import { Empty, Heading, withQuery } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { queryOf } from '../list/stock-list.tsx';
import { queryForm } from '../query-form.ts';
import { FileLink, StockTabs } from '../stock-components.tsx';
import { reasonLabels } from '../stock-labels.ts';
import { stockTexts } from '../stock-texts.ts';
import { openWarehouses, warehouseOptions } from '../warehouse-options.ts';
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

type Asked = v.InferOutput<typeof ledgerQuery>;

const DAY = 86_400_000;

const filterOf = (asked: Asked, variantId: Id | undefined): LedgerFilter & { after: LedgerKey | undefined } => ({
  variantId,
  warehouseId: asked.warehouse,
  reason: asked.reason,
  userId: asked.user,
  orderId: asked.order,
  documentId: asked.document,
  from: asked.from,
  until: asked.to === undefined ? undefined : asked.to + DAY,
  after: keyOf(asked.after),
});

export const keyText = ({ time, variantId, warehouseId }: LedgerKey): string => `${time}.${variantId}.${warehouseId}`;

function keyOf(text: string | undefined): LedgerKey | undefined {
  const [time, variantId, warehouseId] = (text?.split('.') ?? []).map(parseId);
  if (time === undefined || variantId === undefined || warehouseId === undefined) return undefined;
  return { time, variantId, warehouseId };
}

export const LEDGER_PAGE = 50;

/** What of it may be at fault. */
const typedFields = fields({ sku: optionalText(), from: optionalDay, to: optionalDay });

export interface AskedOfLedger {
  form: Form<unknown>;
  /** Undefined where something is at fault: there is then nothing to show. */
  filter: ReturnType<typeof filterOf> | undefined;
}

/** What the address asks of the ledger of the store, or of one of its items. */
export function askedOf(context: StoreContext, variantId?: Id): AskedOfLedger {
  const t = stockTexts(context.language);
  const asked = context.query(ledgerQuery);
  const form = queryForm(context, typedFields);
  const { from = 0, to = from } = asked;
  if (from > to) form.addError(t.fromAfterTo, 'from');
  const id = variantId ?? (asked.sku === undefined ? undefined : skuOf(context, asked.sku));
  if (id === 'unknown') form.addError(t.unknownSku, 'sku');
  return { form, filter: form.hasErrors || id === 'unknown' ? undefined : filterOf(asked, id) };
}

function skuOf(context: StoreContext, sku: string): Id | 'unknown' {
  const variant = variantByCode(context.db, context.store.id, sku);
  return typeof variant === 'string' ? 'unknown' : variant.id;
}

/** A page of what was asked for. */
export const askedPage = (context: StoreContext, { filter }: AskedOfLedger): LedgerPage =>
  filter
    ? ledgerPage(context.db, context.store.id, { ...filter, limit: LEDGER_PAGE })
    : { entries: [], next: undefined };

/** The ledger of the whole store. */
export function storeLedger(context: StoreContext): Answer {
  const t = stockTexts(context.language);
  const asked = askedOf(context);
  const page = askedPage(context, asked);
  const body = (
    <>
      <Heading title={t.ledger} />
      <StockTabs context={context} />
      <LedgerFilterForm context={context} action="/stock/ledger" form={asked.form} withItem />
      {asked.filter && page.entries.length === 0 && (
        <Empty title={t.noMovements}>
          <p>{t.noMovementsHint}</p>
        </Empty>
      )}
      {page.entries.length > 0 && <LedgerTable context={context} entries={page.entries} />}
      <Older context={context} next={page.next} />
    </>
  );
  return { title: t.ledger, body };
}

/** Leads to what is older, and back to the newest. */
export function Older({ context, next }: { context: StoreContext; next: LedgerKey | undefined }) {
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
  /** What was asked for. */
  form: Form<unknown>;
  withItem?: boolean;
}

/** The same filters for the whole store, or without an item for one. */
export function LedgerFilterForm({ context, action, form, withItem }: FilterProps) {
  const t = stockTexts(context.language);
  const { db } = context;
  const { searchParams } = context.request.url;
  const reasons = LEDGER_REASONS.map((reason) => ({ value: reason, label: reasonLabels(context.language)[reason] }));
  const people = listAccounts(db, context.store.id).map(({ id, name }) => ({ value: idText(id), label: name }));
  const value = (name: string) => searchParams.get(name);
  const file = withItem ? action : `${action}/ledger`;
  return (
    <form class="inline" action={`/office${action}`}>
      {withItem && <TextField form={form} name="sku" label={t.sku} />}
      {openWarehouses(context).length > 1 && (
        <SelectField
          name="warehouse"
          label={t.warehouse}
          options={warehouseOptions(context)}
          empty={t.allWarehouses}
          value={value('warehouse')}
        />
      )}
      <SelectField name="reason" label={t.reason} options={reasons} empty={t.anyReason} value={value('reason')} />
      {context.isOwner && (
        <SelectField name="user" label={t.by} options={people} empty={t.anyUser} value={value('user')} />
      )}
      <DayField form={form} name="from" label={t.from} />
      <DayField form={form} name="to" label={t.to} />
      {['order', 'document'].map((name) => {
        const wanted = value(name);
        return wanted !== null && <input type="hidden" name={name} value={wanted} />;
      })}
      <Submit class="secondary outline">{commonTexts(context.language).filter}</Submit>
      {[...searchParams.keys()].length > 0 && (
        <a href={`/office${action}`} class="clear">
          {t.clearFilters}
        </a>
      )}
      <FileLink href={withQuery(new URL(`/office${file}.csv`, context.request.url), queryOf(context.request.url))}>
        {commonTexts(context.language).csv}
      </FileLink>
    </form>
  );
}
