import type { Courier } from '../../../domain/couriers/couriers.ts';
import { SHIPPOP_TEST_URL, SHIPPOP_URL, shippopDefaults } from '../../../domain/couriers/shippop-accounts.ts';
import { SelectField, TextField } from '../../forms/inputs.tsx';
import { SecretField } from '../../forms/secret-fields.tsx';
import type { StoreContext } from '../../request-context.ts';
import { courierTexts } from './courier-texts.ts';

interface Props {
  context: StoreContext;
  shippingType: string;
  /** Undefined for a new courier. */
  courier: Courier | undefined;
}

/** The settings of SHIPPOP. A new courier starts with the account of the store's other ones. */
export function ShippopFields({ context, shippingType, courier }: Props) {
  const t = courierTexts(context.language);
  const known = courier?.settings.adapter === 'shippop' ? courier.settings : undefined;
  const settings = known ?? shippopDefaults(context.db, { storeId: context.store.id, shippingType });
  const services = [
    { value: SHIPPOP_URL, label: t.shippopReal },
    { value: SHIPPOP_TEST_URL, label: t.shippopTest },
  ];
  const isOther = settings.url && services.every(({ value }) => value !== settings.url);
  const other = isOther ? [{ value: settings.url as string, label: settings.url as string }] : [];
  return (
    <>
      <SelectField name="url" label={t.shippopService} options={[...services, ...other]} value={settings.url} />
      <div class="fields">
        <TextField name="email" label={t.accountEmail} value={settings.email} type="email" required />
        <SecretField name="secret" label={t.apiKey} hint={settings.secret ? t.sharedApiKey : t.apiKeyHint} />
      </div>
      <div class="fields">
        <TextField
          name="courier_code"
          label={t.courierCode}
          hint={t.courierCodeHint}
          value={settings.courier_code}
          required
        />
        <TextField name="parcel_size" label={t.parcelSize} hint={t.parcelSizeHint} value={settings.parcel_size} />
      </div>
    </>
  );
}
