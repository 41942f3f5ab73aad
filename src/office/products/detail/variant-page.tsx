import type { Form } from '../../forms/form.ts';
import type { Page } from '../../office-response.ts';
import { Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { BundleForm } from './bundle-form.tsx';
import { DeleteVariant } from './deletion.tsx';
import { SourceNotice } from './product-page.tsx';
import { productPath, variantOf } from './product-paths.ts';
import { OwnPicture } from './product-pictures.tsx';
import { AdjustStock, StockCard } from './stock-card.tsx';
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
          <AdjustStock context={context} variant={variant} />
        </Heading>
        <p class="tags">
          <VariantTags context={context} variant={variant} />
        </p>
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
