import type * as v from 'valibot';
import { listAccounts } from '../../../domain/accounts/accounts.ts';
import { ledgerPage } from '../../../domain/stock/history.ts';
import type { LedgerFilter, LedgerKey } from '../../../domain/stock/ledger-keys.ts';
import { LEDGER_REASONS } from '../../../domain/stock/reasons.ts';
import { variantByCode } from '../../../domain/stock/written.ts';
import { type Id, idText, parseId } from '../../../lib/ids.ts';
import type { Answer } from '../../answer.ts';
import { fields, optionalChoice, optionalDay, optionalId, optionalText } from '../../forms/fields.ts';
import { DayField, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import { Empty, Heading, Notice, withQuery } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import type { Visit } from '../../visit.ts';
import { reasonNames } from '../names.ts';
import { FileLink, StockTabs } from '../parts.tsx';
import { openPlaces, placeOptions } from '../places.tsx';
import { queryOf } from '../shelf/shelf.tsx';
import { texts } from '../texts.ts';
import { LedgerTable } from './table.tsx';

export const ledgerQuery = fields({
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

/** What an address asks of the ledger. */
export const filterOf = (asked: Asked, variantId?: Id): LedgerFilter & { after: LedgerKey | undefined } => ({
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

/** The ledger of the whole store. */
export function storeLedger(visit: Visit): Answer {
  const t = texts(visit.language);
  const filter = storeFilter(visit);
  const page = filter
    ? ledgerPage(visit.ctx.db, visit.store.id, { ...filter, limit: LEDGER_PAGE })
    : { entries: [], next: undefined };
  const body = (
    <>
      <Heading title={t.ledger} />
      <StockTabs visit={visit} />
      <LedgerFilterForm visit={visit} action="/stock/ledger" withItem />
      {!filter && <Notice tone="bad">{t.unknownCode}</Notice>}
      {page.entries.length === 0 ? (
        <Empty title={t.noMovement}>
          <p>{t.noMovementHint}</p>
        </Empty>
      ) : (
        <LedgerTable visit={visit} entries={page.entries} />
      )}
      <Older visit={visit} next={page.next} />
    </>
  );
  return { title: t.ledger, body };
}

/** What the address asks of the store's ledger; undefined where it names an item that there is not. */
export function storeFilter(visit: Visit): ReturnType<typeof filterOf> | undefined {
  const asked = visit.query(ledgerQuery);
  if (asked.sku === undefined) return filterOf(asked);
  const variant = variantByCode(visit.ctx.db, visit.store.id, asked.sku);
  return typeof variant === 'string' ? undefined : filterOf(asked, variant.id);
}

/** Leads to what is older, and back to the newest. */
export function Older({ visit, next }: { visit: Visit; next: LedgerKey | undefined }) {
  const t = texts(visit.language);
  const { url } = visit.asked;
  const isFirst = !url.searchParams.has('after');
  if (isFirst && !next) return null;
  return (
    <nav class="pager" aria-label={words(visit.language).pages}>
      {isFirst ? <span /> : <a href={withQuery(url, { after: undefined })}>‹ {t.newest}</a>}
      {next ? <a href={withQuery(url, { after: keyText(next) })}>{t.older} ›</a> : <span />}
    </nav>
  );
}

/** The same filters for the whole store, or without an item for one. */
export function LedgerFilterForm({ visit, action, withItem }: { visit: Visit; action: string; withItem?: boolean }) {
  const t = texts(visit.language);
  const { db } = visit.ctx;
  const { searchParams } = visit.asked.url;
  const reasons = LEDGER_REASONS.map((reason) => ({ value: reason, label: reasonNames(visit.language)[reason] }));
  const people = listAccounts(db, visit.store.id).map(({ id, name }) => ({ value: idText(id), label: name }));
  const value = (name: string) => searchParams.get(name);
  const file = withItem ? action : `${action}/ledger`;
  return (
    <form class="inline" action={`/office${action}`}>
      {withItem && <TextField name="sku" label={t.sku} value={value('sku')} />}
      {openPlaces(visit).length > 1 && (
        <SelectField
          name="warehouse"
          label={t.warehouse}
          options={placeOptions(visit)}
          empty={t.everyWarehouse}
          value={value('warehouse')}
        />
      )}
      <SelectField name="reason" label={t.reason} options={reasons} empty={t.anyReason} value={value('reason')} />
      {visit.isOwner && (
        <SelectField name="user" label={t.by} options={people} empty={t.anybody} value={value('user')} />
      )}
      <DayField name="from" label={t.from} value={value('from')} />
      <DayField name="to" label={t.to} value={value('to')} />
      {['order', 'document'].map((name) => {
        const wanted = value(name);
        return wanted !== null && <input type="hidden" name={name} value={wanted} />;
      })}
      <Submit class="secondary outline">{words(visit.language).filter}</Submit>
      {[...searchParams.keys()].length > 0 && (
        <a href={`/office${action}`} class="clear">
          {t.clear}
        </a>
      )}
      <FileLink href={withQuery(new URL(`/office${file}.csv`, visit.asked.url), queryOf(visit.asked.url))}>
        {words(visit.language).csv}
      </FileLink>
    </form>
  );
}
