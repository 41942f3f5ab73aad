import { addChannelOnce, type ChannelWithSecret, isLive } from '../../../domain/channels/channels.ts';
import type { Page } from '../../answer.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { KeyField, madeKey } from '../../forms/once.tsx';
import { ButtonLink, Facts, Heading, Notice } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { Copyable } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';
import { ChannelInputs, channelFields, formOf } from './channel-form.tsx';
import { TryIt } from './curl-example.tsx';

const ADD = '/partners/channels/new';

export const channelAddScreens: readonly Screen[] = [
  get(ADD, 'owner', (visit) => addPage(visit, formOf(visit))),
  post(ADD, 'owner', (visit) => {
    const form = formOf(visit);
    return form.submit(
      async (wanted) => {
        const t = partnerTexts(visit.language);
        const fields = { ...channelFields(wanted), storeId: visit.store.id, key: madeKey(form, 'channel') };
        const made = await visit.ctx.write((db) => addChannelOnce(db, fields, visit.now));
        if (made.clientSecret !== undefined) return channelSecretPage(visit, made, t.channelAdded);
        return visit.redirect(`/partners/channels/${made.channel.id}`, t.channelThere);
      },
      () => addPage(visit, form),
    );
  }),
];

function addPage(visit: Visit, form: Form<unknown>): Page {
  const t = partnerTexts(visit.language);
  return {
    title: t.addChannel,
    body: (
      <>
        <Heading title={t.addChannel} back={{ href: '/office/partners', label: t.channels }} />
        <section class="card">
          {/* Left to the browser: htmx would keep the page with the secret. */}
          <Post visitor={visit} action={ADD} form={form} plain>
            <KeyField form={form} kind="channel" />
            <ChannelInputs visit={visit} form={form} />
            <Submit>{words(visit.language).add}</Submit>
          </Post>
        </section>
      </>
    ),
  };
}

/** The one page that shows a channel's secret. */
export function channelSecretPage(visit: Visit, { channel, clientSecret }: ChannelWithSecret, title: string): Page {
  const t = partnerTexts(visit.language);
  return {
    title,
    body: (
      <>
        <Heading title={title} />
        {channel.enabled && !isLive(channel, visit.now) && <Notice tone="bad">{t.expiredHint}</Notice>}
        <Notice tone="warn">{t.secretOnce}</Notice>
        <section class="card">
          <Facts
            facts={[
              [t.channelOf, channel.name],
              [
                'Client id',
                <Copyable visit={visit} id="client-id">
                  {channel.clientId}
                </Copyable>,
              ],
              [
                t.secret,
                <Copyable visit={visit} id="secret">
                  {clientSecret}
                </Copyable>,
              ],
            ]}
          />
        </section>
        <section class="card">
          <h2>{t.tryIt}</h2>
          <TryIt visit={visit} clientId={channel.clientId} secret={clientSecret} />
        </section>
        <p>
          <ButtonLink href={`/office/partners/channels/${channel.id}`} main>
            {t.done}
          </ButtonLink>
        </p>
      </>
    ),
  };
}
