import { blocksOfStore, liftBlock, type StoreBlock } from '../../domain/channels/blocks.ts';
import { bangkokMinute } from '../../lib/calendar.ts';
import type { Page } from '../answer.ts';
import { fields, text } from '../forms/fields.ts';
import { Post, Submit } from '../forms/inputs.tsx';
import { csvFile } from '../page/downloads.ts';
import { Empty, Heading, Time } from '../page/parts.tsx';
import { get, post, type Screen } from '../screen.ts';
import type { Visit } from '../visit.ts';
import { CsvLink, PartnerTabs } from './partner-components.tsx';
import { partnerTexts } from './partner-texts.ts';

const BLOCKS = '/partners/blocks';
const wanted = fields({ name: text(300) });

const blocksOf = (visit: Visit) => blocksOfStore(visit.ctx.db, visit.store.id, visit.now);

export const blockScreens: readonly Screen[] = [
  get(BLOCKS, 'owner', blocksPage),
  get(`${BLOCKS}.csv`, 'owner', blocksFile),
  post(`${BLOCKS}/lift`, 'owner', (visit) =>
    visit.form(wanted).submit(
      async ({ name }) => {
        await visit.ctx.write((db) => liftBlock(db, visit.store.id, name, visit.now));
        return visit.redirect(BLOCKS, partnerTexts(visit.language).lifted(name));
      },
      () => blocksPage(visit),
    ),
  ),
];

function blocksPage(visit: Visit): Page {
  const t = partnerTexts(visit.language);
  const blocks = blocksOf(visit);
  return {
    title: t.blocks,
    body: (
      <>
        <Heading title={t.partners}>
          {blocks.length > 0 && <CsvLink visit={visit} href={`/office${BLOCKS}.csv`} />}
        </Heading>
        <PartnerTabs visit={visit} current="blocks" />
        <p class="hint">{t.blocksHint}</p>
        {blocks.length === 0 ? (
          <Empty title={t.noBlocks}>
            <p>{t.noBlocksHint}</p>
          </Empty>
        ) : (
          <BlockTable visit={visit} blocks={blocks} />
        )}
      </>
    ),
  };
}

function BlockTable({ visit, blocks }: { visit: Visit; blocks: readonly StoreBlock[] }) {
  const t = partnerTexts(visit.language);
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">{t.blocked}</th>
          <th scope="col">{t.channelOf}</th>
          <th scope="col">{t.until}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {blocks.map(({ name, channel, untilTime }) => (
          <tr>
            <th scope="row" class="break">
              <code>{name}</code>
            </th>
            <td data-label={t.channelOf}>
              {channel ? <a href={`/office/partners/channels/${channel.id}`}>{channel.name}</a> : t.anAddress}
            </td>
            <td data-label={t.until}>
              <Time visit={visit} at={untilTime} />
            </td>
            <td>
              <Post visitor={visit} action={`${BLOCKS}/lift`} class="in-row">
                <input type="hidden" name="name" value={name} />
                <Submit class="secondary outline small" aria-label={`${t.lift} ${name}`}>
                  {t.lift}
                </Submit>
              </Post>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function blocksFile(visit: Visit): Response {
  const rows = blocksOf(visit).map(({ kind, name, channel, untilTime }) => [
    kind,
    name,
    channel?.name,
    bangkokMinute(untilTime),
  ]);
  return csvFile('blocks', ['kind', 'blocked', 'channel', 'until'], rows);
}
