import type { ShippingRate } from '../../../domain/catalogue/product-detail.ts';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import type { StoreShippingRate } from '../../../domain/stores.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { typedBaht } from '../../../lib/number-format.ts';
import { AmountField, SelectField } from '../../forms/inputs.tsx';
import type { StoreProps } from '../../request-context.ts';
import { productTexts } from './product-texts.ts';

type Props = StoreProps<{ at: number; rate: ShippingRate | StoreShippingRate | undefined }>;

/** A row of the shipping rates of a product or of the store. */
export function RateFields({ context, at, rate }: Props) {
  const t = productTexts(context.language);
  const types = shippingTypes(context.app.config.values);
  const options = types.map((value) => ({ value, label: courierName(value, context.language) }));
  return (
    <div class="rate">
      <SelectField
        name="shipping_type"
        at={at}
        label={t.courier}
        options={options}
        empty={t.noCourier}
        value={rate?.shippingType ?? undefined}
      />
      <AmountField name="first" at={at} label={t.first} value={rate && typedBaht(rate.first)} />
      <AmountField name="each_more" at={at} label={t.eachMore} value={rate && typedBaht(rate.eachMore)} />
    </div>
  );
}
