import { blocksOfStore, liftBlock, type StoreBlock } from '../../domain/channels/blocks.ts';
import { bangkokMinute } from '../../lib/calendar.ts';
import type { Page } from '../answer.ts';
import { fields, text } from '../forms/fields.ts';
import { Post, Submit } from '../forms/inputs.tsx';
import { CsvLink, Empty, Heading, Time } from '../page/components.tsx';
import { csvFile } from '../page/downloads.ts';
import { List } from '../page/list.tsx';
import type { StoreContext } from '../request-context.ts';
import { get, post, type Screen } from '../screen.ts';
import { PartnerTabs } from './partner-components.tsx';
import { partnerTexts } from './partner-texts.ts';

const BLOCKS = '/partners/blocks';
const wanted = fields({ name: text(300) });

const blocksOf = (context: StoreContext) => blocksOfStore(context.db, context.store.id, context.now);

export const blockScreens: readonly Screen[] = [
  get(BLOCKS, 'owner', blocksPage),
  get(`${BLOCKS}.csv`, 'owner', blocksFile),
  post(`${BLOCKS}/lift`, 'owner', (context) =>
    context.form(wanted).submit(
      async ({ name }) => {
        await context.write((tx) => liftBlock(tx, context.store.id, name, context.now));
        return context.redirect(BLOCKS, partnerTexts(context.language).unblocked(name));
      },
      () => blocksPage(context),
    ),
  ),
];

function blocksPage(context: StoreContext): Page {
  const t = partnerTexts(context.language);
  const blocks = blocksOf(context);
  return {
    title: t.blocks,
    body: (
      <>
        <Heading title={t.partners}>{blocks.length > 0 && <CsvLink href={`/office${BLOCKS}.csv`} />}</Heading>
        <PartnerTabs context={context} current="blocks" />
        <p class="hint">{t.blocksHint}</p>
        {blocks.length === 0 ? (
          <Empty title={t.noBlocks} hint={t.noBlocksHint} />
        ) : (
          <BlockTable context={context} blocks={blocks} />
        )}
      </>
    ),
  };
}

function BlockTable({ context, blocks }: { context: StoreContext; blocks: readonly StoreBlock[] }) {
  const t = partnerTexts(context.language);
  return (
    <List
      rows={blocks}
      columns={(column) => [
        column(t.blocked, 'break', ({ name }) => <code>{name}</code>),
        column(t.channel, ({ channel }) =>
          channel ? <a href={`/office/partners/channels/${channel.id}`}>{channel.name}</a> : t.ipAddress,
        ),
        column(t.until, ({ untilTime }) => <Time at={untilTime} />),
        column({ hidden: t.unblock }, ({ name }) => (
          <Post action={`${BLOCKS}/lift`} class="in-row">
            <input type="hidden" name="name" value={name} />
            <Submit class="secondary outline small" aria-label={`${t.unblock} ${name}`}>
              {t.unblock}
            </Submit>
          </Post>
        )),
      ]}
    />
  );
}

function blocksFile(context: StoreContext): Response {
  const rows = blocksOf(context).map(({ kind, name, channel, untilTime }) => [
    kind,
    name,
    channel?.name,
    bangkokMinute(untilTime),
  ]);
  return csvFile('blocks', ['kind', 'blocked', 'channel', 'until'], rows);
}
