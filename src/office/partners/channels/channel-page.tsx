import { blocksOfStore } from '../../../domain/channels/blocks.ts';
import { callDays } from '../../../domain/channels/call-list.ts';
import {
  type Channel,
  changeChannel,
  clientSecretMark,
  isLive,
  replaceClientSecret,
} from '../../../domain/channels/channels.ts';
import { listApps } from '../../../domain/webhooks/apps.ts';
import { dayStart } from '../../../lib/calendar.ts';
import type { Page } from '../../answer.ts';
import { fields, flag } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { MarkField, markForm } from '../../forms/once.tsx';
import { count, dayText, minuteText } from '../../page/format.ts';
import { ButtonLink, Columns, Confirm, Facts, Heading, Notice } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { Copyable } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';
import { channelHere } from '../requested-resources.ts';
import { channelSecretPage } from './add-channel.tsx';
import { ChannelInputs, channelFields, formOf } from './channel-form.tsx';
import { ChannelStatus } from './channel-list.tsx';
import { TryIt } from './curl-example.tsx';

const CHANNEL = '/partners/channels/:id';
const pathOf = ({ id }: Channel) => `/partners/channels/${id}`;

export const channelScreens: readonly Screen[] = [
  get(CHANNEL, 'owner', (visit) => channelPage(visit, channelHere(visit), formOf(visit))),
  post(CHANNEL, 'owner', (visit) => {
    const channel = channelHere(visit);
    const form = formOf(visit);
    return form.submit(
      async (wanted) => {
        const saved = await visit.ctx.write((db) => changeChannel(db, channel.id, channelFields(wanted)));
        const isShut = saved.enabled && !isLive(saved, visit.now);
        return visit.redirect(pathOf(channel), isShut ? undefined : words(visit.language).saved);
      },
      () => channelPage(visit, channel, form),
    );
  }),
  post(`${CHANNEL}/switch`, 'owner', async (visit) => {
    const channel = channelHere(visit);
    const enabled = visit.form(fields({ on: flag })).value?.on ?? false;
    await visit.ctx.write((db) => changeChannel(db, channel.id, { enabled }));
    const t = partnerTexts(visit.language);
    return visit.redirect(pathOf(channel), enabled ? t.switchedOn : t.switchedOff);
  }),
  post(`${CHANNEL}/secret`, 'owner', async (visit) => {
    const channel = channelHere(visit);
    const { mark } = visit.form(markForm).value ?? {};
    const made = await visit.ctx.write((db) => replaceClientSecret(db, channel.id, mark));
    const t = partnerTexts(visit.language);
    return made ? channelSecretPage(visit, made, t.secretReset) : visit.redirect(pathOf(channel), t.secretGiven);
  }),
];

function channelPage(visit: Visit, channel: Channel, form: Form<unknown>): Page {
  const t = partnerTexts(visit.language);
  return {
    title: channel.name,
    body: (
      <>
        <Heading title={channel.name} back={{ href: '/office/partners', label: t.channels }}>
          <ButtonLink href={`/office${pathOf(channel)}/calls`}>{t.calls}</ButtonLink>
          <ButtonLink href={`/office${pathOf(channel)}/prices`}>{t.priceList}</ButtonLink>
        </Heading>
        <Warnings visit={visit} channel={channel} />
        <div class="with-side side-first">
          <div>
            <Credentials visit={visit} channel={channel} />
            <Volume visit={visit} channel={channel} />
          </div>
          <div>
            <section class="card">
              <h2>{t.settings}</h2>
              <Post visitor={visit} action={pathOf(channel)} form={form}>
                <ChannelInputs visit={visit} form={form} channel={channel} />
                <Submit>{words(visit.language).save}</Submit>
              </Post>
            </section>
            <section class="card">
              <h2>{t.tryIt}</h2>
              <TryIt visit={visit} clientId={channel.clientId} />
            </section>
          </div>
        </div>
      </>
    ),
  };
}

function Warnings({ visit, channel }: { visit: Visit; channel: Channel }) {
  const t = partnerTexts(visit.language);
  const block = blocksOfStore(visit.ctx.db, visit.store.id, visit.now).find((one) => one.channel?.id === channel.id);
  return (
    <>
      {channel.enabled && !isLive(channel, visit.now) && <Notice tone="warn">{t.expiredHint}</Notice>}
      {block && (
        <Notice tone="bad">
          {t.blockedHint(minuteText(block.untilTime, visit.language))} <a href="/office/partners/blocks">{t.blocks}</a>
        </Notice>
      )}
    </>
  );
}

function Credentials({ visit, channel }: { visit: Visit; channel: Channel }) {
  const t = partnerTexts(visit.language);
  const app = listApps(visit.ctx.db, visit.store.id).find(({ id }) => id === channel.appId);
  return (
    <section class="card">
      <Facts
        facts={[
          [t.status, <ChannelStatus visit={visit} channel={channel} />],
          [
            'Client id',
            <Copyable visit={visit} id="client-id">
              {channel.clientId}
            </Copyable>,
          ],
          [t.app, app && <a href={`/office/partners/apps/${app.id}`}>{app.name}</a>],
        ]}
      />
      <div class="actions">
        <Confirm label={t.resetSecret}>
          <p>{t.resetAsk}</p>
          <Post visitor={visit} action={`${pathOf(channel)}/secret`} plain>
            <MarkField mark={clientSecretMark(visit.ctx.db, channel.id)} />
            <Submit>{t.resetYes}</Submit>
          </Post>
        </Confirm>
        <Switch visit={visit} channel={channel} />
      </div>
    </section>
  );
}

function Switch({ visit, channel }: { visit: Visit; channel: Channel }) {
  const t = partnerTexts(visit.language);
  const action = `${pathOf(channel)}/switch`;
  if (!channel.enabled)
    return (
      <Post visitor={visit} action={action}>
        <Submit name="on" value="on">
          {t.switchOn}
        </Submit>
      </Post>
    );
  return (
    <Confirm label={t.switchOff}>
      <p>{t.switchOffAsk}</p>
      <Post visitor={visit} action={action}>
        <Submit>{t.switchOffYes}</Submit>
      </Post>
    </Confirm>
  );
}

const DAYS_SHOWN = 14;

function Volume({ visit, channel }: { visit: Visit; channel: Channel }) {
  const t = partnerTexts(visit.language);
  const days = callDays(visit.ctx.db, channel.id, DAYS_SHOWN);
  if (days.length === 0) return null;
  return (
    <section class="card">
      <h2>{t.volume}</h2>
      <table class="call-days">
        <Columns of={[t.day, t.callCount, t.failedCount]} />
        <tbody>
          {days.map(({ day, calls, failed }) => (
            <tr>
              <th scope="row">{dayText(dayStart(day), visit.language)}</th>
              <td>{count(calls)}</td>
              <td>{count(failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
