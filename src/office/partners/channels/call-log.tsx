import { listCalls } from '../../../domain/channels/call-list.ts';
import type { Call } from '../../../domain/channels/calls.ts';
import type { Channel } from '../../../domain/channels/channels.ts';
import { bangkokSecond } from '../../../lib/calendar.ts';
import type { Page } from '../../answer.ts';
import { fields, flag, optionalText } from '../../forms/fields.ts';
import { Submit, TextField } from '../../forms/inputs.tsx';
import { csvFile } from '../../page/downloads.ts';
import { count } from '../../page/format.ts';
import { EVERYTHING, paged } from '../../page/paged.ts';
import { Columns, Empty, Heading, Pager, Tabs, Tag } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import { get, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { CsvLink, Moment } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';
import { channelHere } from '../requested-resources.ts';
import { TryIt } from './curl-example.tsx';

const filter = fields({ failed: flag, request: optionalText(256) });

const searchOf = (visit: Visit) => {
  const { failed, request } = visit.query(filter);
  return { failedOnly: failed, requestId: request };
};

export const channelCallScreens: readonly Screen[] = [
  get('/partners/channels/:id/calls', 'owner', (visit) => callsPage(visit, channelHere(visit))),
  get('/partners/channels/:id/calls.csv', 'owner', (visit) => callsFile(visit, channelHere(visit))),
];

function callsPage(visit: Visit, channel: Channel): Page {
  const t = partnerTexts(visit.language);
  const here = `/office/partners/channels/${channel.id}`;
  const search = searchOf(visit);
  const { rows, ...pages } = paged(visit, (window) => listCalls(visit.ctx.db, channel.id, { ...search, ...window }));
  return {
    title: `${t.calls} · ${channel.name}`,
    body: (
      <>
        <Heading title={t.calls} back={{ href: here, label: channel.name }}>
          {rows.length > 0 && <CsvLink visit={visit} href={`${here}/calls.csv${visit.asked.url.search}`} />}
        </Heading>
        <Tabs
          label={t.calls}
          tabs={[
            { href: `${here}/calls`, label: t.allCalls, current: !search.failedOnly },
            { href: `${here}/calls?failed=on`, label: t.failedCalls, current: search.failedOnly },
          ]}
        />
        <form method="get" action={`${here}/calls`} class="inline short">
          {search.failedOnly && <input type="hidden" name="failed" value="on" />}
          <TextField type="search" name="request" label={t.findRequest} value={search.requestId} />
          <Submit class="secondary outline">{words(visit.language).search}</Submit>
        </form>
        {rows.length > 0 ? <CallTable visit={visit} calls={rows} /> : <NoCalls visit={visit} channel={channel} />}
        <Pager visit={visit} {...pages} />
        <p class="hint">
          <small>{t.callsKept}</small>
        </p>
      </>
    ),
  };
}

function NoCalls({ visit, channel }: { visit: Visit; channel: Channel }) {
  const t = partnerTexts(visit.language);
  const { failedOnly, requestId } = searchOf(visit);
  if (failedOnly || requestId !== undefined)
    return (
      <Empty title={t.noSuchCalls}>
        <a href={`/office/partners/channels/${channel.id}/calls`}>{t.showAll}</a>
      </Empty>
    );
  return (
    <>
      <Empty title={t.noCalls}>
        <p>{t.noCallsHint}</p>
      </Empty>
      <section class="card try">
        <TryIt visit={visit} clientId={channel.clientId} />
      </section>
    </>
  );
}

function CallTable({ visit, calls }: { visit: Visit; calls: readonly Call[] }) {
  const t = partnerTexts(visit.language);
  return (
    <table class="list calls">
      <Columns of={[t.time, t.endpoint, t.status, t.requestId, t.address, [t.millis, 'right']]} />
      <tbody>
        {calls.map((call) => (
          <tr>
            <th scope="row">
              <Moment visit={visit} at={call.time} />
            </th>
            <td data-label={t.endpoint} class="whole">
              <code>{call.endpoint}</code>
            </td>
            <td data-label={t.status}>
              <div>
                <Tag tone={call.error === null ? 'good' : 'bad'}>{[call.status, call.error].join(' ').trim()}</Tag>
                {call.errorDescription !== null && <div class="break why">{call.errorDescription}</div>}
              </div>
            </td>
            <td data-label={t.requestId} class="break">
              <code>{call.requestId}</code>
            </td>
            <td data-label={t.address}>{call.address}</td>
            <td data-label={t.millis} class="number">
              {t.ms(count(call.millis))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const COLUMNS = ['time', 'endpoint', 'status', 'error', 'error_description', 'millis', 'request_id', 'address'];

const callsFile = (visit: Visit, channel: Channel): Response =>
  csvFile(
    `calls-${channel.id}`,
    COLUMNS,
    listCalls(visit.ctx.db, channel.id, { ...searchOf(visit), ...EVERYTHING }).map((call) => [
      bangkokSecond(call.time),
      call.endpoint,
      call.status,
      call.error,
      call.errorDescription,
      call.millis,
      call.requestId,
      call.address,
    ]),
  );
