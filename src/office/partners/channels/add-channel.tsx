import { addChannelOnce, type ChannelWithSecret, isLive } from '../../../domain/channels/channels.ts';
import type { Page } from '../../answer.ts';
import type { Form } from '../../forms/form.ts';
import { IdempotencyKeyField, idempotencyKey } from '../../forms/idempotency.tsx';
import { Post, Submit } from '../../forms/inputs.tsx';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Facts, Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { formScreens, type Screen } from '../../screen.ts';
import { Copyable } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';
import { ChannelInputs, channelFields, channelForm } from './channel-form.tsx';
import { CurlExample } from './curl-example.tsx';

const ADD = '/partners/channels/new';

export const channelAddScreens: readonly Screen[] = [
  ...formScreens(ADD, 'owner', channelForm, addPage, async (context, wanted, form) => {
    const t = partnerTexts(context.language);
    const fields = { ...channelFields(wanted), storeId: context.store.id, key: idempotencyKey(form, 'channel') };
    const made = await context.write((tx) => addChannelOnce(tx, fields, context.now));
    if (made.clientSecret !== undefined) return channelSecretPage(context, made, t.channelAdded);
    return context.redirect(`/partners/channels/${made.channel.id}`, t.channelExists);
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
          {/* Without htmx, which would keep the page with the secret in its history. */}
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

/** The only page that shows a channel's secret. */
export function channelSecretPage(
  context: StoreContext,
  { channel, clientSecret }: ChannelWithSecret,
  title: string,
): Page {
  const t = partnerTexts(context.language);
  return {
    title,
    body: (
      <>
        <Heading title={title} />
        {channel.enabled && !isLive(channel, context.now) && <Notice tone="bad">{t.expiredHint}</Notice>}
        <Notice tone="warn">{t.secretOnce}</Notice>
        <section class="card">
          <Facts
            facts={[
              [t.channel, channel.name],
              [t.clientId, <Copyable id="client-id">{channel.clientId}</Copyable>],
              [t.secret, <Copyable id="secret">{clientSecret}</Copyable>],
            ]}
          />
        </section>
        <section class="card">
          <h2>{t.tryIt}</h2>
          <CurlExample context={context} clientId={channel.clientId} secret={clientSecret} />
        </section>
        <p>
          <ButtonLink href={`/office/partners/channels/${channel.id}`} main label={t.done} />
        </p>
      </>
    ),
  };
}
