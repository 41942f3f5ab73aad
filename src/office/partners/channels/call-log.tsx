import { type Call, listCalls } from '../../../domain/channels/calls.ts';
import type { Channel } from '../../../domain/channels/channels.ts';
import { messageFromJson } from '../../../lib/messages/message.ts';
import { count } from '../../../lib/number-format.ts';
import { errorText } from '../../error-text.ts';
import { fields, flag, optionalText } from '../../forms/fields.ts';
import { Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Empty, Heading, Pager, Tabs, Tag } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { List } from '../../page/list.tsx';
import { type Columns, type ListFile, listFile, secondColumn } from '../../page/list-file.ts';
import { ALL_ROWS, paginated } from '../../page/pagination.ts';
import type { StoreContext } from '../../request-context.ts';
import { fileScreens, get, type Screen } from '../../screen.ts';
import { CurlExample, ExactTime, ForDevelopers, requestedChannel } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';

const filter = fields({ failed: flag, request: optionalText(256) });

const callSearch = (context: StoreContext) => {
  const { failed, request } = context.query(filter);
  return { failedOnly: failed, requestId: request };
};

export const channelCallScreens: readonly Screen[] = [
  get('/partners/channels/:id/calls', 'partners', (context) => callsPage(context, requestedChannel(context))),
  ...fileScreens('/partners/channels/:id/calls', 'partners', (context) =>
    callsFile(context, requestedChannel(context)),
  ),
];

function callsPage(context: StoreContext, channel: Channel): Page {
  const t = partnerTexts(context.language);
  const channelPath = `/office/partners/channels/${channel.id}`;
  const search = callSearch(context);
  const { rows, ...pages } = paginated(context, (window) =>
    listCalls(context.db, channel.id, { ...search, ...window }),
  );
  return {
    title: `${t.calls} · ${channel.name}`,
    body: (
      <>
        <Heading title={t.calls} back={{ href: channelPath, label: channel.name }}>
          {rows.length > 0 && <ExportMenu href={`${channelPath}/calls${context.request.url.search}`} />}
        </Heading>
        <Tabs
          label={t.calls}
          tabs={[
            { href: `${channelPath}/calls`, label: t.allCalls, current: !search.failedOnly },
            { href: `${channelPath}/calls?failed=on`, label: t.failedCalls, current: search.failedOnly },
          ]}
        />
        <form method="get" action={`${channelPath}/calls`} class="inline short">
          {search.failedOnly && <input type="hidden" name="failed" value="on" />}
          <TextField type="search" name="request" label={t.findRequest} value={search.requestId} />
          <Submit class="secondary outline" label={commonTexts(context.language).search} />
        </form>
        <Calls context={context} channel={channel} calls={rows} />
        <Pager {...pages} />
        <p class="hint">
          <small>{t.callRetention}</small>
        </p>
      </>
    ),
  };
}

function Calls({ context, channel, calls }: { context: StoreContext; channel: Channel; calls: readonly Call[] }) {
  const t = partnerTexts(context.language);
  return (
    <List
      class="list calls"
      rows={calls}
      empty={<NoCalls context={context} channel={channel} />}
      columns={(column) => [
        column(t.time, (call) => <ExactTime at={call.time} />),
        column(t.endpoint, 'no-wrap', (call) => <code>{call.endpoint}</code>),
        column(t.status, (call) => (
          <div>
            <Tag tone={call.error === null ? 'good' : 'bad'}>{[call.status, call.error].join(' ').trim()}</Tag>
            {call.errorDescription !== null && (
              <div class="break why">{errorText(context.language, messageFromJson(call.errorDescription))}</div>
            )}
          </div>
        )),
        column(t.requestId, 'break', (call) => <code>{call.requestId}</code>),
        column(t.address, (call) => call.address),
        column(t.duration, 'number', (call) => t.ms(count(call.millis))),
      ]}
    />
  );
}

function NoCalls({ context, channel }: { context: StoreContext; channel: Channel }) {
  const t = partnerTexts(context.language);
  const { failedOnly, requestId } = callSearch(context);
  if (failedOnly || requestId !== undefined)
    return (
      <Empty title={t.noMatchingCalls}>
        <a href={`/office/partners/channels/${channel.id}/calls`}>{t.showAll}</a>
      </Empty>
    );
  return (
    <>
      <Empty title={t.noCalls} hint={t.noCallsHint} />
      <ForDevelopers>
        <CurlExample context={context} clientId={channel.clientId} />
      </ForDevelopers>
    </>
  );
}

function callsFile(context: StoreContext, channel: Channel): ListFile {
  const t = partnerTexts(context.language);
  const calls = listCalls(context.db, channel.id, { ...callSearch(context), ...ALL_ROWS });
  const columns: Columns<Call> = {
    [t.time]: secondColumn(({ time }) => time),
    [t.endpoint]: ({ endpoint }) => endpoint,
    [t.status]: ({ status }) => status,
    [t.errorCode]: ({ error }) => error,
    [t.errorReason]: ({ errorDescription }) =>
      errorDescription && errorText(context.language, messageFromJson(errorDescription)),
    [t.millis]: ({ millis }) => millis,
    [t.requestId]: ({ requestId }) => requestId,
    [t.address]: ({ address }) => address,
  };
  return listFile(`${t.calls} ${channel.id}`, calls, columns, `calls-${channel.id}`);
}
