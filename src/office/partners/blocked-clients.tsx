import { blocksOfStore, liftBlock } from '../../domain/channels/throttle.ts';
import { fields, text } from '../forms/fields.ts';
import { Post, Submit } from '../forms/inputs.tsx';
import type { Page } from '../office-response.ts';
import { Empty, Heading, Time } from '../page/components.tsx';
import { ExportMenu } from '../page/export-menu.tsx';
import { List } from '../page/list.tsx';
import { type Columns, type ListFile, listFile, minuteColumn } from '../page/list-file.ts';
import type { StoreContext } from '../request-context.ts';
import { fileScreens, get, postForm, type Screen } from '../screen.ts';
import { PartnerTabs } from './partner-components.tsx';
import { partnerTexts } from './partner-texts.ts';

const BLOCKS = '/partners/blocks';
const unblockForm = fields({ name: text(300) });

const blocksOf = (context: StoreContext) => blocksOfStore(context.db, context.store.id, context.now);

export const blockScreens: readonly Screen[] = [
  get(BLOCKS, 'partners', blocksPage),
  ...fileScreens(`${BLOCKS}`, 'partners', blocksFile),
  postForm(`${BLOCKS}/lift`, 'partners', {
    schema: unblockForm,
    page: blocksPage,
    submit: async (context, { name }) => {
      await context.write((tx) => liftBlock(tx, context.store.id, name, context.now));
      return context.redirect(BLOCKS, partnerTexts(context.language).unblocked(name));
    },
  }),
];

function blocksPage(context: StoreContext): Page {
  const t = partnerTexts(context.language);
  const blocks = blocksOf(context);
  return {
    title: t.blocks,
    body: (
      <>
        <Heading title={t.partners}>{blocks.length > 0 && <ExportMenu href={`/office${BLOCKS}`} />}</Heading>
        <PartnerTabs context={context} current="blocks" />
        <p class="hint">{t.blocksHint}</p>
        <List
          rows={blocks}
          empty={<Empty title={t.noBlocks} hint={t.noBlocksHint} />}
          columns={(column) => [
            column(t.blocked, 'break', ({ name }) => <code>{name}</code>),
            column(t.channel, ({ channel }) =>
              channel ? <a href={`/office/partners/channels/${channel.id}`}>{channel.name}</a> : t.ipAddress,
            ),
            column(t.until, ({ untilTime }) => <Time at={untilTime} />),
            column({ hidden: t.unblock }, ({ name }) => (
              <Post action={`${BLOCKS}/lift`} class="in-row">
                <input type="hidden" name="name" value={name} />
                <Submit class="secondary outline small" aria-label={`${t.unblock} ${name}`} label={t.unblock} />
              </Post>
            )),
          ]}
        />
      </>
    ),
  };
}

function blocksFile(context: StoreContext): ListFile {
  const t = partnerTexts(context.language);
  const blocks = blocksOf(context);
  const columns: Columns<(typeof blocks)[number]> = {
    [t.kind]: ({ kind }) => (kind === 'client' ? t.clientId : t.ipAddress),
    [t.blocked]: ({ name }) => name,
    [t.channel]: ({ channel }) => channel?.name,
    [t.until]: minuteColumn(({ untilTime }) => untilTime),
  };
  return listFile(t.blocks, blocks, columns, 'blocks');
}
