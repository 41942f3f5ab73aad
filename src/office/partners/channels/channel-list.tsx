import { priceTiers } from '../../../domain/catalogue/price-tiers.ts';
import { callDays } from '../../../domain/channels/calls.ts';
import { type Channel, isLive, listChannels } from '../../../domain/channels/channels.ts';
import { bangkokDay } from '../../../lib/calendar.ts';
import { idText } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Empty, Heading, Tag } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { fileTexts, yesNo } from '../../page/file-texts.ts';
import { List } from '../../page/list.tsx';
import { type Columns, type ListFile, listFile, minuteColumn } from '../../page/list-file.ts';
import type { StoreContext } from '../../request-context.ts';
import { fileScreens, get, type Screen } from '../../screen.ts';
import { PartnerTabs } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';

export const channelListScreens: readonly Screen[] = [
  get('/partners', 'partners', channelsPage),
  ...fileScreens('/partners/channels', 'partners', channelsFile),
];

function channelsPage(context: StoreContext): Page {
  const t = partnerTexts(context.language);
  const channels = listChannels(context.db, context.store.id);
  return {
    title: t.channels,
    body: (
      <>
        <Heading title={t.partners}>
          <ButtonLink href="/office/partners/channels/new" icon="plus" main label={t.addChannel} />
          {channels.length > 0 && <ExportMenu href="/office/partners/channels" />}
        </Heading>
        <PartnerTabs context={context} current="channels" />
        <List
          class="list lines"
          rows={channels}
          empty={
            <Empty title={t.noChannels} hint={t.noChannelsHint}>
              <ButtonLink href="/office/partners/channels/new" icon="plus" label={t.addChannel} />
            </Empty>
          }
          columns={(column) => [
            column(t.name, (channel) => <a href={`/office/partners/channels/${channel.id}`}>{channel.name}</a>),
            column(t.status, 'top', (channel) => <ChannelStatus context={context} channel={channel} />),
            column(t.permissions, (channel) => (
              <span title={permissionsText(context, channel)}>{permissionCount(context, channel)}</span>
            )),
            column(t.tier, (channel) => tierName(context, channel) ?? t.defaultTier),
            column(t.today, 'number end', (channel) => <CallsToday context={context} channel={channel} />),
          ]}
        />
      </>
    ),
  };
}

export function CallsToday({ context, channel }: { context: StoreContext; channel: Channel }) {
  const t = partnerTexts(context.language);
  const { calls, failed } = callsToday(context, channel);
  return (
    <a href={`/office/partners/channels/${channel.id}/calls${failed > 0 ? '?failed=on' : ''}`}>
      {t.callsToday(count(calls))}
      {failed > 0 && ' '}
      {failed > 0 && <Tag tone="bad">{t.failedToday(count(failed))}</Tag>}
    </a>
  );
}

function callsToday(context: StoreContext, channel: Channel): { calls: number; failed: number } {
  const [newest] = callDays(context.db, channel.id, 1);
  return newest?.day === bangkokDay(context.now) ? newest : { calls: 0, failed: 0 };
}

export function ChannelStatus({ context, channel }: { context: StoreContext; channel: Channel }) {
  return <Tag tone={isLive(channel, context.now) ? 'good' : 'warn'}>{statusOf(context, channel)}</Tag>;
}

function statusOf({ language, now }: StoreContext, channel: Channel): string {
  const t = partnerTexts(language);
  if (isLive(channel, now)) return t.active;
  return channel.enabled ? t.expired : t.inactive;
}

export const permissionsText = (
  context: StoreContext,
  { permissions, ownOrdersOnly }: Pick<Channel, 'permissions' | 'ownOrdersOnly'>,
): string => {
  const t = partnerTexts(context.language);
  const limits = ownOrdersOnly ? [t.ownOrdersOnly] : [];
  return [...permissions.map((permission) => t[permission]), ...limits].join(', ') || t.noPermission;
};

const permissionCount = ({ language }: StoreContext, { permissions }: Channel): string => {
  const t = partnerTexts(language);
  return permissions.length === 0 ? t.noPermission : t.permissionCount(permissions.length);
};

/** Name of the channel's own price tier. */
export const tierName = (context: StoreContext, { priceTierId }: Channel): string | undefined =>
  priceTiers(context.db, context.store.id).find(({ id }) => id === priceTierId)?.name;

function channelsFile(context: StoreContext): ListFile {
  const channels = listChannels(context.db, context.store.id);
  const rows = channels.map((channel) => ({ channel, today: callsToday(context, channel) }));
  const { language } = context;
  const t = partnerTexts(language);
  const columns: Columns<(typeof rows)[number]> = {
    [fileTexts(language).id]: ({ channel }) => idText(channel.id),
    [t.name]: ({ channel }) => channel.name,
    [t.clientId]: ({ channel }) => channel.clientId,
    [t.status]: ({ channel }) => statusOf(context, channel),
    [t.expiry]: minuteColumn(({ channel: { expireTime } }) => expireTime),
    [t.permissions]: ({ channel }) => permissionsText(context, { ...channel, ownOrdersOnly: false }),
    [t.ownOrdersOnly]: ({ channel }) => yesNo(language, channel.ownOrdersOnly),
    [t.tier]: ({ channel }) => tierName(context, channel) ?? t.defaultTier,
    [t.callsOfToday]: ({ today }) => today.calls,
    [t.failuresOfToday]: ({ today }) => today.failed,
  };
  return listFile(t.channels, rows, columns, 'channels');
}
