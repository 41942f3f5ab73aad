import type { Variant } from '../../../domain/catalogue/product-detail.ts';
import { idText } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Heading } from '../../page/components.tsx';
import { Columns } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { warehouseNames } from '../../stock/warehouse-options.ts';
import { BundleForm } from './bundle-form.tsx';
import { DeleteVariant } from './deletion.tsx';
import { SourceNotice } from './product-page.tsx';
import { productPath, variantOf } from './product-paths.ts';
import { OwnPicture } from './product-pictures.tsx';
import { productTexts } from './product-texts.ts';
import { VariantForm } from './variant-form.tsx';
import { VariantTags } from './variant-table.tsx';

/** The submitted form of the page, to be shown again with its errors. */
interface VariantForms {
  fields?: Form<unknown>;
  picture?: Form<unknown>;
  parts?: Form<unknown>;
  deletion?: Form<unknown>;
}

export function variantPage(context: StoreContext, forms: VariantForms = {}): Page {
  const { product, variant } = variantOf(context);
  const title = `${product.name} ${variant.name}`.trim();
  const isOwn = variant.pulledFrom === null;
  return {
    title,
    body: (
      <>
        <Heading title={title} back={{ href: `/office${productPath(product)}`, label: product.name }}>
          <VariantTags context={context} variant={variant} />
        </Heading>
        <SourceNotice context={context} product={product} />
        <div class="with-side">
          <div>
            <VariantForm context={context} product={product} variant={variant} form={forms.fields} />
            {isOwn && <BundleForm context={context} product={product} variant={variant} form={forms.parts} />}
          </div>
          <div>
            <StockCard context={context} variant={variant} />
            {isOwn && <OwnPicture context={context} product={product} variant={variant} form={forms.picture} />}
            {isOwn && <DeleteVariant context={context} product={product} variant={variant} form={forms.deletion} />}
          </div>
        </div>
      </>
    ),
  };
}

/** Stock by warehouse, with a link to the page that adjusts it. */
function StockCard({ context, variant }: { context: StoreContext; variant: Variant }) {
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
      {!variant.isBundle && variant.pulledFrom === null && (
        <ButtonLink href={`/office/stock/variants/${idText(variant.id)}`} icon="stock" label={t.adjustStock} />
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
