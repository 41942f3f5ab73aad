import type { Variant } from '../../../domain/catalogue/detail.ts';
import { idText } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import type { Form } from '../../forms/form.ts';
import { count } from '../../page/format.ts';
import { ButtonLink, Columns, Heading } from '../../page/parts.tsx';
import { placeNames } from '../../stock/warehouse-options.ts';
import type { Visit } from '../../visit.ts';
import { Parts } from './bundle-form.tsx';
import { DeleteVariant } from './deletion.tsx';
import { SourceNotice } from './product-page.tsx';
import { pathOf, variantOf } from './product-paths.ts';
import { productTexts } from './product-texts.ts';
import { VariantForm } from './variant-form.tsx';
import { OwnPicture } from './variant-picture.tsx';
import { Tags } from './variant-table.tsx';

/** The forms of the page; the one that was sent is shown as it was typed. */
export interface VariantForms {
  fields?: Form<unknown>;
  picture?: Form<unknown>;
  parts?: Form<unknown>;
  deletion?: Form<unknown>;
}

/** A variant with everything that can be done with it. */
export function variantPage(visit: Visit, forms: VariantForms = {}): Page {
  const { product, variant } = variantOf(visit);
  const title = `${product.name} ${variant.name}`.trim();
  const isOwn = variant.pulledFrom === null;
  return {
    title,
    body: (
      <>
        <Heading title={title} back={{ href: `/office${pathOf(product)}`, label: product.name }}>
          <Tags visit={visit} variant={variant} />
        </Heading>
        <SourceNotice visit={visit} product={product} />
        <div class="with-side">
          <div>
            <VariantForm visit={visit} product={product} variant={variant} form={forms.fields} />
            {isOwn && <Parts visit={visit} product={product} variant={variant} form={forms.parts} />}
          </div>
          <div>
            <Stock visit={visit} variant={variant} />
            {isOwn && <OwnPicture visit={visit} product={product} variant={variant} form={forms.picture} />}
            {isOwn && <DeleteVariant visit={visit} product={product} variant={variant} form={forms.deletion} />}
          </div>
        </div>
      </>
    ),
  };
}

/** What each warehouse has. It is changed on the pages of stock. */
function Stock({ visit, variant }: { visit: Visit; variant: Variant }) {
  const t = productTexts(visit.language);
  const nameOf = placeNames(visit);
  const { total, warehouses: held } = variant.stock;
  const lines = held.map((level) => ({ name: nameOf(level.warehouseId), ...level }));
  return (
    <section class="card">
      <h2>{t.stock}</h2>
      {lines.length === 0 && <p class="quietly">{t.neverHeld}</p>}
      {lines.length > 0 && (
        <table class="levels">
          <Columns of={[t.warehouse, t.onHand, t.reserved, t.available]} />
          <tbody>
            {lines.map((line) => (
              <Level {...line} />
            ))}
          </tbody>
          <tfoot>{lines.length > 1 && <Level name={t.total} {...total} />}</tfoot>
        </table>
      )}
      {variant.isBundle && (
        <p class="hint">
          <small>{t.bundleStock}</small>
        </p>
      )}
      {!variant.isBundle && variant.pulledFrom === null && (
        <ButtonLink href={`/office/stock/variants/${idText(variant.id)}`} icon="stock">
          {t.changeStock}
        </ButtonLink>
      )}
    </section>
  );
}

const Level = ({ name, onHand, reserved }: { name: string; onHand: number; reserved: number }) => (
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
