import type { PackItem } from '../../../domain/orders/packing.ts';
import { Icon } from '../../page/icons.tsx';
import type { StoreContext } from '../../request-context.ts';
import { texts } from './packing-texts.ts';

/** An item and how many of it are in the box. What has no code is put in by its button. */
export function ItemRow({ context, item, packed }: { context: StoreContext; item: PackItem; packed: number }) {
  const t = texts(context.language);
  const isIn = packed >= item.qty;
  return (
    <li class={isIn ? 'in' : undefined}>
      <input type="hidden" name="variant" value={String(item.variantId)} />
      <input type="hidden" name="packed" value={String(packed)} />
      <span class="name">
        {item.name}
        {item.sku !== null && <small class="muted break">{item.sku}</small>}
      </span>
      <span class="number">
        {packed} / {item.qty}
      </span>
      {isIn ? (
        <Icon name="check" />
      ) : (
        <button
          type="submit"
          class="secondary outline small"
          name="one"
          value={String(item.variantId)}
          aria-label={t.takeOne(item.name)}
        >
          +1
        </button>
      )}
    </li>
  );
}
