import type { Child } from 'hono/jsx';
import { blocksOfStore } from '../../domain/channels/blocks.ts';
import { secondText } from '../page/format.ts';
import { Icon } from '../page/icons.tsx';
import { CopyButton, Tabs } from '../page/parts.tsx';
import { words } from '../page/texts.ts';
import type { Visit } from '../visit.ts';
import { partnerTexts } from './partner-texts.ts';

/** What the area consists of. */
export function PartnerTabs({ visit, current }: { visit: Visit; current: 'channels' | 'apps' | 'blocks' }) {
  const t = partnerTexts(visit.language);
  const blocks = blocksOfStore(visit.ctx.db, visit.store.id, visit.now).length;
  return (
    <Tabs
      label={t.partners}
      tabs={[
        { href: '/office/partners', label: t.channels, current: current === 'channels' },
        { href: '/office/partners/apps', label: t.apps, current: current === 'apps' },
        { href: '/office/partners/blocks', label: t.blocks, current: current === 'blocks', count: blocks },
      ]}
    />
  );
}

/** The same list as a file. */
export const CsvLink = ({ visit, href }: { visit: Visit; href: string }) => (
  <a href={href} class="button" download hx-boost="false">
    <Icon name="download" />
    {words(visit.language).csv}
  </a>
);

/** A text to be taken elsewhere, with a button that copies it. */
export const Copyable = ({ visit, id, children }: { visit: Visit; id: string; children: Child }) => (
  <div class="copyable">
    <pre>
      <code id={id}>{children}</code>
    </pre>
    <CopyButton visit={visit} of={id} />
  </div>
);

/** A time to the second, as logs are compared. */
export const Moment = ({ visit, at }: { visit: Visit; at: number }) => (
  <time datetime={new Date(at).toISOString()}>{secondText(at, visit.language)}</time>
);
