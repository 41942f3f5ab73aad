import type { FactChange, ItemChange, ProductChanges } from '../../../domain/storefile/csv/changes.ts';
import { parseMoney, ZERO } from '../../../lib/money.ts';
import { count, money } from '../../../lib/number-format.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { Heading, Notice, Tag } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { productListTexts } from './product-list-texts.ts';

const MAX_SHOWN = 200; // changes

/** Lists what the file would change, with a button that imports it. */
export function previewPage(
  context: StoreContext,
  changes: ProductChanges,
  file: { name: string; bytes: Buffer },
): Page {
  const t = productListTexts(context.language);
  const items = changes.changes;
  return {
    title: t.preview,
    body: (
      <>
        <Heading title={t.preview} back={{ href: '/office/products/import', label: t.chooseAgain }} />
        <SharedSkus context={context} shared={changes.shared_skus} />
        {items.length === 0 ? (
          <Notice>{t.noChanges}</Notice>
        ) : (
          <>
            <p>{changeTotals(changes, t).join(' · ')}</p>
            <ul class="card import-changes">
              {items.slice(0, MAX_SHOWN).map((item) => (
                <ChangeItem context={context} item={item} />
              ))}
              {items.length > MAX_SHOWN && <li>{t.more(items.length - MAX_SHOWN)}</li>}
            </ul>
            <Post action="/products/import/apply" files>
              <input type="hidden" name="name" value={file.name} />
              <input type="hidden" name="bytes" value={file.bytes.toString('base64')} />
              <Submit label={t.apply} />
            </Post>
          </>
        )}
      </>
    ),
  };
}

/** Totals such as `products added: 2`. */
export function changeTotals(
  { products, variants, stock }: ProductChanges,
  t: ReturnType<typeof productListTexts>,
): string[] {
  const totals: [number, (count: number) => string][] = [
    [products.added.length, t.added],
    [products.restored.length, t.restored],
    [products.changed.length, t.changed],
    [variants.added.length, t.addedVariants],
    [variants.restored.length, t.restoredVariants],
    [variants.changed.length, t.changedVariants],
    [stock.length, t.stock],
  ];
  return totals.filter(([n]) => n > 0).map(([n, text]) => text(n));
}

function SharedSkus({ context, shared }: { context: StoreContext; shared: ProductChanges['shared_skus'] }) {
  const t = productListTexts(context.language);
  if (shared.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>{t.sharedSkus}</p>
      <ul>
        {shared.slice(0, MAX_SHOWN).map(({ sku, variants }) => (
          <li class="break">
            <strong>{sku}</strong>: {variants.join(', ')}
          </li>
        ))}
        {shared.length > MAX_SHOWN && <li>{t.more(shared.length - MAX_SHOWN)}</li>}
      </ul>
    </Notice>
  );
}

function ChangeItem({ context, item }: { context: StoreContext; item: ItemChange }) {
  const t = productListTexts(context.language);
  const { product, variant, sku, how, facts } = item;
  return (
    <li class="break">
      <strong>{`${product} ${variant ?? ''}`.trim()}</strong> {sku && <small class="muted">{sku}</small>}{' '}
      {how === 'added' && <Tag tone="good">{variant === undefined ? t.newProduct : t.newVariant}</Tag>}
      {how === 'restored' && <Tag tone="calm">{t.isRestored}</Tag>}
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

function factText(context: StoreContext, { what, place, from, to }: FactChange): string {
  const t = productListTexts(context.language);
  const name = `${what === 'stock' ? t.onHand : t[what]} ${place ?? ''}`.trim();
  const format = (value: FactChange['to']) => valueText(what, value);
  return from === null ? `${name}: ${format(to)}` : `${name}: ${format(from)} → ${format(to)}`;
}

function valueText(what: FactChange['what'], value: FactChange['to']): string {
  if (value === null || value === '') return '—';
  if (what === 'price' || what === 'cost') return money(parseMoney(value) ?? ZERO);
  return typeof value === 'number' ? count(value) : value;
}
