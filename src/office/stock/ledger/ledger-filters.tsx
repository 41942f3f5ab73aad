import { listAccounts } from '../../../domain/accounts/accounts.ts';
import { LEDGER_REASONS } from '../../../domain/stock/reasons.ts';
import type { StoreEntry } from '../../../domain/stock/stock-history.ts';
import { idText } from '../../../lib/ids.ts';
import { fieldDay, parseTypedDay } from '../../../lib/typed-dates.ts';
import { DayField } from '../../forms/date-fields.tsx';
import type { Form } from '../../forms/form.ts';
import { type Option, SelectField } from '../../forms/inputs.tsx';
import { withQuery } from '../../page/components.tsx';
import { type ActiveFilter, ListFilters } from '../../page/list-filters.tsx';
import type { StoreContext } from '../../request-context.ts';
import { filterParams } from '../list/stock-list.tsx';
import { documentKindLabels, reasonLabels } from '../stock-labels.ts';
import { stockTexts } from '../stock-texts.ts';
import { warehouseOptions } from '../warehouse-options.ts';
import { WarehouseFilter } from '../warehouse-select.tsx';

interface FilterProps {
  context: StoreContext;
  /** Path of the page. */
  action: string;
  /** The submitted filter. */
  form: Form<unknown>;
  /** The found entries. */
  entries: readonly StoreEntry[];
  /** With a search by SKU or barcode, for the ledger of the whole store. */
  withItem?: boolean;
}

export function LedgerFilters({ context, action, form, entries, withItem }: FilterProps) {
  const t = stockTexts(context.language);
  const param = paramOf(context);
  return (
    <ListFilters
      action={action}
      {...(withItem && { search: { form, name: 'sku', label: t.code, placeholder: t.code } })}
      kept={{ order: param('order'), document: param('document') }}
      active={activeFilters(context, entries)}
      isOpen={['from', 'to'].some((name) => form.errorOf(name) !== undefined)}
    >
      <WarehouseFilter context={context} />
      <SelectField
        name="reason"
        label={t.reason}
        options={reasonOptions(context)}
        empty={t.anyReason}
        value={param('reason')}
      />
      {context.isOwner && (
        <SelectField name="user" label={t.by} options={userOptions(context)} empty={t.anyUser} value={param('user')} />
      )}
      <DayField form={form} name="from" label={t.from} />
      <DayField form={form} name="to" label={t.to} />
    </ListFilters>
  );
}

/** URL of the export with the entries of the filter, from the newest on. */
export const ledgerUrl = ({ request: { url } }: StoreContext, path: string): string =>
  withQuery(new URL(`/office${path}`, url), { ...filterParams(url), after: undefined });

const paramOf = (context: StoreContext) => (name: string) => context.request.url.searchParams.get(name) || undefined;

const reasonOptions = ({ language }: StoreContext) =>
  LEDGER_REASONS.map((reason) => ({ value: reason, label: reasonLabels(language)[reason] }));

const userOptions = ({ db, store }: StoreContext) =>
  listAccounts(db, store.id).map(({ id, name }) => ({ value: idText(id), label: name }));

function activeFilters(context: StoreContext, [entry]: readonly StoreEntry[]): ActiveFilter[] {
  const { language } = context;
  const t = stockTexts(language);
  const param = paramOf(context);
  const chosen = (name: string, label: string, options: readonly Option[]) => {
    const option = options.find(({ value }) => value === param(name));
    return option ? [{ name, text: `${label}: ${option.label}` }] : [];
  };
  const day = (name: string, label: string) => {
    const time = parseTypedDay(param(name) ?? '');
    return time === undefined ? [] : [{ name, text: `${label}: ${fieldDay(time, language)}` }];
  };
  return [
    ...chosen('warehouse', t.warehouse, warehouseOptions(context)),
    ...chosen('reason', t.reason, reasonOptions(context)),
    ...(context.isOwner ? chosen('user', t.by, userOptions(context)) : []),
    ...day('from', t.from),
    ...day('to', t.to),
    ...(param('order') === undefined ? [] : [{ name: 'order', text: orderText(context, entry) }]),
    ...(param('document') === undefined ? [] : [{ name: 'document', text: documentText(context, entry) }]),
  ];
}

function orderText({ language }: StoreContext, entry: StoreEntry | undefined): string {
  const t = stockTexts(language);
  return entry?.orderNumber == null ? t.order : t.orderNumber(String(entry.orderNumber));
}

function documentText({ language }: StoreContext, entry: StoreEntry | undefined): string {
  const t = stockTexts(language);
  if (entry?.documentId == null || entry.documentKind == null) return t.document;
  return t.documentNumber(documentKindLabels(language)[entry.documentKind], idText(entry.documentId));
}
