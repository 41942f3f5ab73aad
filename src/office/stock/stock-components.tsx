import { type NamedVariant, sellingVariant } from '../../domain/variants.ts';
import { idText } from '../../lib/ids.ts';
import { count } from '../../lib/number-format.ts';
import { fileTexts } from '../page/file-texts.ts';
import type { Columns } from '../page/list-file.ts';
import { PageTabs } from '../page/page-tabs.tsx';
import type { StoreContext } from '../request-context.ts';
import { stockTexts } from './stock-texts.ts';

const PAGES = [
  { name: 'stock', path: '/stock' },
  { name: 'ledger', path: '/stock/ledger' },
  { name: 'documents', path: '/stock/documents' },
  { name: 'counts', path: '/stock/counts' },
  { name: 'past', path: '/stock/past' },
] as const;

export function StockTabs({ context }: { context: StoreContext }) {
  const t = stockTexts(context.language);
  const pages = PAGES.filter(({ path }) => context.mayOpen(path));
  return pages.length > 1 ? <PageTabs pages={pages} texts={t} label={t.pages} /> : null;
}

export const variantName = ({ productName, variantName }: Omit<NamedVariant, 'sku' | 'variantId'>): string =>
  `${productName} ${variantName}`.trim();

/** The first columns of exports of variants. */
export const variantColumns = (context: StoreContext): Columns<NamedVariant> => ({
  [fileTexts(context.language).variantId]: ({ variantId }) => variantId,
  [stockTexts(context.language).sku]: ({ sku }) => sku,
  [stockTexts(context.language).item]: variantName,
});

/** The variant's name, linked to its stock page for accounts that may open it. A document may name a variant of another store, which a pulled one sells. */
export function ItemLink({ context, item }: { context: StoreContext; item: NamedVariant }) {
  const own = sellingVariant(context.db, context.store.id, item.variantId);
  const href = own === undefined ? undefined : `/office/stock/variants/${idText(own)}`;
  return (
    <>
      {href !== undefined && context.mayOpen(href) ? <a href={href}>{variantName(item)}</a> : variantName(item)}
      <small class="sku break">{item.sku ?? stockTexts(context.language).noSku}</small>
    </>
  );
}

/** A quantity; negative ones are highlighted. */
export const Figure = ({ value }: { value: number }) => (
  <span class={value < 0 ? 'negative' : undefined}>{figure(value)}</span>
);

/** A quantity with a typographic minus sign. */
export const figure = (value: number): string => (value < 0 ? `−${count(-value)}` : count(value));

export const signed = (value: number): string => (value > 0 ? `+${count(value)}` : figure(value));
