import type { FactChange, ItemChange } from '../../../domain/storefile/csv/changes.ts';
import type { ImportPreview, ImportTotals } from '../../../domain/storefile/imports/preview.ts';
import type { ProductImport } from '../../../domain/storefile/imports/product-imports.ts';
import { parseMoney, ZERO } from '../../../lib/money.ts';
import { count, money } from '../../../lib/number-format.ts';
import { PostButton } from '../../forms/inputs.tsx';
import { Notice, Tag } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { productListTexts } from './product-list-texts.ts';

/** Lists what the file would change, with a button that imports it. */
export function ImportPreviewCards({ context, shown }: { context: StoreContext; shown: ProductImport }) {
  const t = productListTexts(context.language);
  const { preview, id } = shown;
  const sheet = preview?.sheet === undefined ? null : <p class="muted break">{t.sheet(preview.sheet)}</p>;
  if (!preview || preview.itemCount === 0)
    return (
      <>
        {sheet}
        <Notice>{t.noChanges}</Notice>
      </>
    );
  const { items, itemCount, sharedSkus, sharedSkuCount, totals } = preview;
  return (
    <>
      {sheet}
      <SharedSkus context={context} shared={sharedSkus} count={sharedSkuCount} />
      <p>{changeTotals(totals, t).join(' · ')}</p>
      <ul class="card import-changes">
        {items.map((item) => (
          <ChangeItem context={context} item={item} />
        ))}
        {itemCount > items.length && <li>{t.more(itemCount - items.length)}</li>}
      </ul>
      <div class="actions save-bar">
        <PostButton action={`/products/import/${id}/apply`} label={t.apply} />
        <PostButton action={`/products/import/${id}/cancel`} class="secondary outline" label={t.discard} />
      </div>
    </>
  );
}

/** Totals such as `2 new products`. */
export function changeTotals(
  { products, variants, stock }: ImportTotals,
  t: ReturnType<typeof productListTexts>,
): string[] {
  const totals: [number, (count: number) => string][] = [
    [products.added, t.added],
    [products.restored, t.restored],
    [products.changed, t.changed],
    [variants.added, t.addedVariants],
    [variants.restored, t.restoredVariants],
    [variants.changed, t.changedVariants],
    [stock, t.stock],
  ];
  return totals.filter(([n]) => n > 0).map(([n, text]) => text(n));
}

interface SharedSkusProps {
  context: StoreContext;
  shared: ImportPreview['sharedSkus'];
  count: number;
}

function SharedSkus({ context, shared, count }: SharedSkusProps) {
  const t = productListTexts(context.language);
  if (count === 0) return null;
  return (
    <Notice tone="warn">
      <p>{t.sharedSkus}</p>
      <ul>
        {shared.map(({ sku, variants }) => (
          <li class="break">
            <strong>{sku}</strong>: {variants.join(', ')}
          </li>
        ))}
        {count > shared.length && <li>{t.more(count - shared.length)}</li>}
      </ul>
    </Notice>
  );
}

function ChangeItem({ context, item }: { context: StoreContext; item: ItemChange }) {
  const t = productListTexts(context.language);
  const { product, variant, sku, how, facts } = item;
  return (
    <li class="break">
      <span>
        <strong>{`${product} ${variant ?? ''}`.trim()}</strong> {sku && <small class="muted">{sku}</small>}{' '}
        {how === 'added' && <Tag tone="good">{variant === undefined ? t.newProduct : t.newVariant}</Tag>}
        {how === 'restored' && <Tag tone="calm">{t.isRestored}</Tag>}
      </span>
      {facts.length > 0 && (
        <ul>
          {facts.map((fact) => (
            <li>{factText(context, fact)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

function factText(context: StoreContext, { what, columnName, from, to }: FactChange): string {
  const t = productListTexts(context.language);
  const label = what === 'stock' ? t.onHand : t[what];
  const name = columnName === undefined ? label : `${label} (${columnName})`;
  const format = (value: FactChange['to']) => valueText(what, value);
  return from === null ? `${name}: ${format(to)}` : `${name}: ${format(from)} → ${format(to)}`;
}

function valueText(what: FactChange['what'], value: FactChange['to']): string {
  if (value === null || value === '') return '—';
  if (what === 'price' || what === 'cost') return money(parseMoney(value) ?? ZERO);
  return typeof value === 'number' ? count(value) : value;
}
