import type * as v from 'valibot';
import { priceTiers } from '../../../domain/catalogue/price-tiers.ts';
import {
  addChannelOnce,
  type Channel,
  type ChannelFields,
  DEFAULT_PERMISSIONS,
  PERMISSIONS,
} from '../../../domain/channels/channels.ts';
import { listApps } from '../../../domain/webhooks/apps.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import { TimeField } from '../../forms/date-fields.tsx';
import { choice, fields, flag, listOf, optionalId, optionalTime, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { IdempotencyKeyField, idempotencyKey } from '../../forms/idempotency.tsx';
import { CheckField, Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import { keepSecret } from '../../forms/uncopied-secret.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { formScreens, type Screen } from '../../screen.ts';
import { partnerTexts } from '../partner-texts.ts';
import { CREDENTIALS, channelSecret } from './channel-secret.tsx';

const ADD = '/partners/channels/new';

/** Field names match the paths of domain errors. */
export const channelForm = fields({
  name: text(100),
  permissions: listOf(choice(PERMISSIONS)),
  own_orders_only: flag,
  price_tier: optionalId,
  app: optionalId,
  expire_time: optionalTime,
});

export const channelAddScreens: readonly Screen[] = [
  ...formScreens(ADD, CREDENTIALS, {
    schema: channelForm,
    page: addPage,
    submit: async (context, input, form) => {
      const t = partnerTexts(context.language);
      const fields = { ...channelFields(input), storeId: context.store.id, key: idempotencyKey(form, 'channel') };
      const { channel } = await context.write((tx) => {
        const { channel, clientSecret: client_secret } = addChannelOnce(tx, fields, context.now);
        if (client_secret !== undefined)
          keepSecret(tx, context, { kind: channelSecret, owner: channel, values: { client_secret } });
        return { channel };
      });
      return context.redirect(channelSecret.pathOf(channel), t.channelAdded);
    },
    sensitive: true,
  }),
];

function addPage(context: StoreContext, form: Form<unknown>): Page {
  const t = partnerTexts(context.language);
  return {
    title: t.addChannel,
    body: (
      <>
        <Heading title={t.addChannel} back={{ href: '/office/partners', label: t.channels }} />
        <section class="card">
          {/* Without htmx, which would keep the page of the secret in its history. */}
          <Post action={ADD} form={form} plain>
            <IdempotencyKeyField form={form} kind="channel" />
            <ChannelInputs context={context} />
            <Submit label={commonTexts(context.language).add} />
          </Post>
        </section>
      </>
    ),
  };
}

/** The form's values as domain fields. */
export const channelFields = (input: v.InferOutput<typeof channelForm>): Required<Omit<ChannelFields, 'enabled'>> => ({
  name: input.name,
  permissions: input.permissions,
  ownOrdersOnly: input.own_orders_only,
  priceTierId: input.price_tier ?? null,
  appId: input.app ?? null,
  expireTime: input.expire_time ?? null,
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
            checked={(channel?.permissions ?? DEFAULT_PERMISSIONS).includes(permission)}
            label={t[permission]}
          />
        ))}
        <small>{t.permissionsHint}</small>
      </fieldset>
      <CheckField
        name="own_orders_only"
        label={t.ownOrdersOnly}
        hint={t.ownOrdersOnlyHint}
        checked={channel?.ownOrdersOnly ?? true}
      />
    </>
  );
}
