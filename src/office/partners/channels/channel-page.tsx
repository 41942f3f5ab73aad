import { callDays } from '../../../domain/channels/calls.ts';
import { type Channel, changeChannel, isLive, revokeChannelTokens } from '../../../domain/channels/channels.ts';
import {
  clientSecretUse,
  clientSecretVersion,
  endOldClientSecret,
  replaceClientSecret,
} from '../../../domain/channels/client-secrets.ts';
import { blocksOfStore } from '../../../domain/channels/throttle.ts';
import { listApps } from '../../../domain/webhooks/apps.ts';
import { dayStart } from '../../../lib/calendar.ts';
import { count } from '../../../lib/number-format.ts';
import { fields, flag } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, PostButton, Submit } from '../../forms/inputs.tsx';
import { keepOldFor, OldSecretNotice, SecretResetForm, secretResetForm } from '../../forms/secret-reset.tsx';
import { keepSecret, secretScreens, UncopiedNotice } from '../../forms/uncopied-secret.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Confirm, Facts, Heading, Notice } from '../../page/components.tsx';
import { dayText, minuteText } from '../../page/format.ts';
import { Columns } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, postForm, type Screen } from '../../screen.ts';
import { Copyable, CurlExample, ForDevelopers, requestedChannel } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';
import { ChannelInputs, channelFields, channelForm } from './add-channel.tsx';
import { CallsToday, ChannelStatus, permissionsText } from './channel-list.tsx';
import { CREDENTIALS, channelSecret } from './channel-secret.tsx';

const CHANNEL = '/partners/channels/:id';
const pathOf = ({ id }: Channel) => `/partners/channels/${id}`;

export const channelScreens: readonly Screen[] = [
  get(CHANNEL, 'partners', (context) => channelPage(context, context.form(channelForm))),
  postForm(CHANNEL, CREDENTIALS, {
    schema: channelForm,
    page: channelPage,
    submit: async (context, input) => {
      const channel = requestedChannel(context);
      const saved = await context.write((tx) => changeChannel(tx, channel.id, channelFields(input)));
      const isExpired = saved.enabled && !isLive(saved, context.now);
      return context.redirect(pathOf(channel), isExpired ? undefined : commonTexts(context.language).saved);
    },
  }),
  post(`${CHANNEL}/switch`, 'partners', async (context) => {
    const channel = requestedChannel(context);
    const enabled = context.form(fields({ on: flag })).value?.on ?? false;
    await context.write((tx) => changeChannel(tx, channel.id, { enabled }));
    const t = partnerTexts(context.language);
    return context.redirect(pathOf(channel), enabled ? t.activated : t.deactivated);
  }),
  post(`${CHANNEL}/revoke-tokens`, 'partners', async (context) => {
    const channel = requestedChannel(context);
    await context.write((tx) => revokeChannelTokens(tx, channel.id));
    return context.redirect(pathOf(channel), partnerTexts(context.language).tokensRevoked);
  }),
  post(
    `${CHANNEL}/secret`,
    CREDENTIALS,
    async (context) => {
      const channel = requestedChannel(context);
      const input = context.form(secretResetForm).value;
      const reset = { version: input?.version, now: context.app.steadyNow(), keepOldFor: keepOldFor(input) };
      const isReset = await context.write((tx) => {
        const client_secret = replaceClientSecret(tx, channel.id, reset);
        if (client_secret === undefined) return false;
        keepSecret(tx, context, { kind: channelSecret, owner: channel, values: { client_secret } });
        return true;
      });
      const t = partnerTexts(context.language);
      return context.redirect(channelSecret.pathOf(channel), isReset ? t.secretReset : undefined);
    },
    { sensitive: true },
  ),
  ...secretScreens(channelSecret),
  post(`${CHANNEL}/end-old-secret`, 'partners', async (context) => {
    const channel = requestedChannel(context);
    await context.write((tx) => endOldClientSecret(tx, channel.id));
    return context.redirect(pathOf(channel), partnerTexts(context.language).oldSecretEnded);
  }),
];

function channelPage(context: StoreContext, form: Form<unknown>): Page {
  const channel = requestedChannel(context);
  const t = partnerTexts(context.language);
  return {
    title: channel.name,
    body: (
      <>
        <Heading title={channel.name} back={{ href: '/office/partners', label: t.channels }}>
          <ButtonLink href={`/office${pathOf(channel)}/calls`} label={t.calls} />
          <ButtonLink href={`/office${pathOf(channel)}/prices`} label={t.priceList} />
        </Heading>
        <Warnings context={context} channel={channel} />
        <div class="with-side side-first">
          <div>
            <State context={context} channel={channel} />
            <Credentials context={context} channel={channel} />
          </div>
          <div>
            {context.mayOpen(pathOf(channel), 'POST') && (
              <section class="card">
                <h2>{t.settings}</h2>
                <Post action={pathOf(channel)} form={form}>
                  <ChannelInputs context={context} channel={channel} />
                  <Submit label={commonTexts(context.language).save} />
                </Post>
              </section>
            )}
            <ForDevelopers>
              <CurlExample context={context} clientId={channel.clientId} />
              <CallsPerDay context={context} channel={channel} />
            </ForDevelopers>
          </div>
        </div>
      </>
    ),
  };
}

function Warnings({ context, channel }: { context: StoreContext; channel: Channel }) {
  const t = partnerTexts(context.language);
  const block = blocksOfStore(context.db, context.store.id, context.now).find(
    (candidate) => candidate.channel?.id === channel.id,
  );
  return (
    <>
      {channel.enabled && !isLive(channel, context.now) && <Notice tone="warn">{t.expiredHint}</Notice>}
      <UncopiedNotice context={context} kind={channelSecret} owner={channel} />
      <OldSecretNotice
        context={context}
        use={clientSecretUse(context.db, channel.id, context.app.steadyNow())}
        action={`${pathOf(channel)}/end-old-secret`}
      />
      {block && (
        <Notice tone="bad">
          {t.blockedHint(minuteText(block.untilTime, context.language))}{' '}
          <a href="/office/partners/blocks">{t.blocks}</a>
        </Notice>
      )}
    </>
  );
}

function State({ context, channel }: { context: StoreContext; channel: Channel }) {
  const t = partnerTexts(context.language);
  const app = listApps(context.db, context.store.id).find(({ id }) => id === channel.appId);
  const [lastUsed] = callDays(context.db, channel.id, 1);
  return (
    <section class="card">
      <h2>
        {t.status} <ChannelStatus context={context} channel={channel} />
      </h2>
      <Facts
        facts={[
          [t.lastUse, lastUsed ? dayText(dayStart(lastUsed.day), context.language) : t.neverUsed],
          [t.today, <CallsToday context={context} channel={channel} />],
          [t.permissions, !context.mayOpen(pathOf(channel), 'POST') && permissionsText(context, channel)],
          [t.app, app && <a href={`/office/partners/apps/${app.id}`}>{app.name}</a>],
        ]}
      />
    </section>
  );
}

function Credentials({ context, channel }: { context: StoreContext; channel: Channel }) {
  const t = partnerTexts(context.language);
  return (
    <section class="card">
      <h2>{t.credentials}</h2>
      <p class="hint">{t.credentialsHint}</p>
      <Facts facts={[[t.clientId, <Copyable id="client-id">{channel.clientId}</Copyable>]]} />
      {context.mayOpen(`${pathOf(channel)}/secret`, 'POST') && (
        <div class="actions">
          <Confirm label={t.resetSecret}>
            <p>{t.resetAsk}</p>
            <SecretResetForm
              context={context}
              action={`${pathOf(channel)}/secret`}
              version={clientSecretVersion(context.db, channel.id)}
              label={t.resetYes}
            />
          </Confirm>
        </div>
      )}
      {context.mayOpen(`${pathOf(channel)}/switch`, 'POST') && (
        <details>
          <summary>{t.moreActions}</summary>
          <div class="actions">
            <Confirm label={t.revokeTokens}>
              <p>{t.revokeTokensAsk}</p>
              <PostButton action={`${pathOf(channel)}/revoke-tokens`} label={t.revokeTokensYes} />
            </Confirm>
            <ActivationForm context={context} channel={channel} />
          </div>
        </details>
      )}
    </section>
  );
}

function ActivationForm({ context, channel }: { context: StoreContext; channel: Channel }) {
  const t = partnerTexts(context.language);
  const action = `${pathOf(channel)}/switch`;
  if (!channel.enabled) return <PostButton action={action} name="on" value="on" label={t.activate} />;
  return (
    <Confirm label={t.deactivate}>
      <p>{t.deactivateAsk}</p>
      <PostButton action={action} label={t.deactivateYes} />
    </Confirm>
  );
}

const DAYS_SHOWN = 14;

function CallsPerDay({ context, channel }: { context: StoreContext; channel: Channel }) {
  const t = partnerTexts(context.language);
  const days = callDays(context.db, channel.id, DAYS_SHOWN);
  if (days.length === 0) return null;
  return (
    <>
      <h3>{t.callsPerDay}</h3>
      <table class="call-days">
        <Columns headings={[t.day, t.callCount, t.failedCount]} />
        <tbody>
          {days.map(({ day, calls, failed }) => (
            <tr>
              <th scope="row">{dayText(dayStart(day), context.language)}</th>
              <td>{count(calls)}</td>
              <td>{count(failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
