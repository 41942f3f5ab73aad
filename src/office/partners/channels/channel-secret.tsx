import type { SecretValues } from '../../../domain/accounts/uncopied-secrets.ts';
import { type Channel, isLive } from '../../../domain/channels/channels.ts';
import { isCurrentClientSecret } from '../../../domain/channels/client-secrets.ts';
import { idText } from '../../../lib/ids.ts';
import { standardKey } from '../../../lib/secrets.ts';
import { CopiedButton, type SecretKind, ShownHint } from '../../forms/uncopied-secret.tsx';
import type { Page } from '../../office-response.ts';
import { Facts, Heading, Notice } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { Copyable, CurlExample, ForDevelopers, requestedChannel } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';

/** With its credentials and permissions a channel reads customers. */
export const CREDENTIALS = 'partners and customer_data';

/** The kind of secret that a channel has. */
export const ofChannel = {
  subjectOf: ({ id }: Channel) => `channel ${idText(id)}`,
  isCurrent: ({ db }: StoreContext, { id }: Channel, { client_secret = '' }: SecretValues) =>
    isCurrentClientSecret(db, id, client_secret),
};

/** The new secret of a channel. */
export const channelSecret: SecretKind<Channel> = {
  ...ofChannel,
  path: '/partners/channels/:id/secret',
  access: CREDENTIALS,
  ownerIn: requestedChannel,
  pathOf: ({ id }) => `/partners/channels/${id}/secret`,
  nextOf: ({ id }) => `/partners/channels/${id}`,
  page: (context, channel, values) => channelSecretPage(context, { kind: channelSecret, channel, values }),
};

interface Shown {
  kind: SecretKind<Channel>;
  channel: Channel;
  values: SecretValues;
}

/** The credentials of a channel, and calls with them to paste. */
export function channelSecretPage(context: StoreContext, { kind, channel, values }: Shown): Page {
  const t = partnerTexts(context.language);
  const title = t.secretOf(channel.name);
  const { client_secret: secret = '', webhook_secret: webhookSecret } = values;
  return {
    title,
    body: (
      <>
        <Heading title={title} />
        {channel.enabled && !isLive(channel, context.now) && <Notice tone="bad">{t.expiredHint}</Notice>}
        <ShownHint context={context} />
        <Credentials context={context} channel={channel} secret={secret} webhookSecret={webhookSecret} />
        <ForDevelopers>
          <CurlExample context={context} clientId={channel.clientId} secret={secret} />
        </ForDevelopers>
        <CopiedButton context={context} kind={kind} owner={channel} />
      </>
    ),
  };
}

function Credentials({
  context,
  channel,
  secret,
  webhookSecret,
}: StoreProps<{ channel: Channel; secret: string; webhookSecret: string | undefined }>) {
  const t = partnerTexts(context.language);
  return (
    <section class="card">
      <Facts
        facts={[
          [t.channel, channel.name],
          [t.clientId, <Copyable id="client-id">{channel.clientId}</Copyable>],
          [t.secret, <Copyable id="secret">{secret}</Copyable>],
          [t.webhookSecret, webhookSecret && <Copyable id="webhook-secret">{webhookSecret}</Copyable>],
          [t.standardKey, webhookSecret && <Copyable id="standard-key">{standardKey(webhookSecret)}</Copyable>],
        ]}
      />
    </section>
  );
}
