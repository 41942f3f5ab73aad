import type { Variant } from '../../../domain/catalogue/product-detail.ts';
import { idText } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import { ButtonLink } from '../../page/components.tsx';
import { Columns } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { warehouseNames } from '../../stock/warehouse-options.ts';
import { productTexts } from './product-texts.ts';

interface Props {
  context: StoreContext;
  variant: Variant;
}

/** Not for a bundle or a pulled variant: they have no stock of their own. */
export const AdjustStock = ({ context, variant }: Props) =>
  !variant.isBundle &&
  variant.pulledFrom === null && (
    <ButtonLink
      href={`/office/stock/variants/${idText(variant.id)}`}
      icon="stock"
      label={productTexts(context.language).adjustStock}
    />
  );

/** Stock by warehouse. */
export function StockCard({ context, variant }: Props) {
  const t = productTexts(context.language);
  const nameOf = warehouseNames(context);
  const { total, warehouses: levels } = variant.stock;
  const lines = levels.map((level) => ({ name: nameOf(level.warehouseId), ...level }));
  return (
    <section class="card">
      <h2>{t.stock}</h2>
      {lines.length === 0 && <p class="muted">{t.noLevels}</p>}
      {lines.length > 0 && (
        <table class="levels">
          <Columns headings={[t.warehouse, t.onHand, t.reserved, t.available]} />
          <tbody>
            {lines.map((line) => (
              <LevelRow {...line} />
            ))}
          </tbody>
          <tfoot>{lines.length > 1 && <LevelRow name={t.total} {...total} />}</tfoot>
        </table>
      )}
      {variant.isBundle && (
        <p class="hint">
          <small>{t.bundleStock}</small>
        </p>
      )}
    </section>
  );
}

const LevelRow = ({ name, onHand, reserved }: { name: string; onHand: number; reserved: number }) => (
  <tr>
    <th scope="row" class="break">
      {name}
    </th>
    <td class="number">{count(onHand)}</td>
    <td class="number">{count(reserved)}</td>
    <td class="number">
      <strong>{count(onHand - reserved)}</strong>
    </td>
  </tr>
);
