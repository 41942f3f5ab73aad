import type * as v from 'valibot';
import { priceTiers } from '../../../domain/catalogue/price-tiers.ts';
import { type Channel, type ChannelFields, PERMISSIONS } from '../../../domain/channels/channels.ts';
import { listApps } from '../../../domain/webhooks/apps.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import { choice, fields, optionalId, optionalTime, several, text } from '../../forms/fields.ts';
import { CheckField, SelectField, TextField, TimeField } from '../../forms/inputs.tsx';
import type { StoreContext } from '../../request-context.ts';
import { partnerTexts } from '../partner-texts.ts';

/** Field names match the paths of domain errors. */
export const channelForm = fields({
  name: text(100),
  permissions: several(choice(PERMISSIONS)),
  price_tier: optionalId,
  app: optionalId,
  expire_time: optionalTime,
});

/** The form's values as domain fields. */
export const channelFields = (wanted: v.InferOutput<typeof channelForm>): Required<Omit<ChannelFields, 'enabled'>> => ({
  name: wanted.name,
  permissions: wanted.permissions,
  priceTierId: wanted.price_tier ?? null,
  appId: wanted.app ?? null,
  expireTime: wanted.expire_time ?? null,
});

/** The form fields of a channel, or of a new one. */
export function ChannelInputs({ context, channel }: { context: StoreContext; channel?: Channel }) {
  const t = partnerTexts(context.language);
  const tiers = priceTiers(context.db, context.store.id);
  const apps = listApps(context.db, context.store.id);
  const expires = channel?.expireTime ? bangkokMinute(channel.expireTime).replace(' ', 'T') : null;
  return (
    <>
      <div class="fields">
        <TextField name="name" label={t.name} hint={t.nameHint} value={channel?.name} required />
        <SelectField
          name="price_tier"
          label={t.tier}
          value={channel?.priceTierId}
          empty={t.defaultTier}
          options={tiers.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <TimeField name="expire_time" label={t.expiry} hint={t.expiryHint} value={expires} />
        {apps.length > 0 && (
          <SelectField
            name="app"
            label={t.app}
            value={channel?.appId}
            empty={t.noApp}
            options={apps.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
      </div>
      <fieldset>
        <legend>{t.permissions}</legend>
        {PERMISSIONS.map((permission) => (
          <CheckField
            name="permissions"
            value={permission}
            checked={channel === undefined || channel.permissions.includes(permission)}
            label={t[permission]}
          />
        ))}
        <small>{t.permissionsHint}</small>
      </fieldset>
    </>
  );
}
