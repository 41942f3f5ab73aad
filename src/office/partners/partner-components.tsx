import type { Child } from 'hono/jsx';
import { type Channel, channelById } from '../../domain/channels/channels.ts';
import { blocksOfStore } from '../../domain/channels/throttle.ts';
import { type App, appById } from '../../domain/webhooks/apps.ts';
import { notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { CopyButton, Tabs } from '../page/components.tsx';
import { secondText } from '../page/format.ts';
import { useRequest } from '../page/render-context.ts';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { partnerTexts } from './partner-texts.ts';
import { sandboxTexts } from './sandbox-texts.ts';

export function PartnerTabs({
  context,
  current,
}: {
  context: StoreContext;
  current: 'channels' | 'apps' | 'sandbox' | 'blocks';
}) {
  const t = partnerTexts(context.language);
  const blocks = blocksOfStore(context.db, context.store.id, context.now).length;
  return (
    <Tabs
      label={t.partners}
      tabs={[
        { href: '/office/partners', label: t.channels, current: current === 'channels' },
        { href: '/office/partners/apps', label: t.apps, current: current === 'apps' },
        ...(context.store.sandboxOf === null
          ? [
              {
                href: '/office/partners/sandbox',
                label: sandboxTexts(context.language).sandbox,
                current: current === 'sandbox',
              },
            ]
          : []),
        { href: '/office/partners/blocks', label: t.blocks, current: current === 'blocks', count: blocks },
      ]}
    />
  );
}

/** Text with a copy button. */
export const Copyable = ({ id, children }: { id: string; children: Child }) => (
  <div class="copyable">
    <pre>
      <code id={id}>{children}</code>
    </pre>
    <CopyButton targetId={id} />
  </div>
);

/** A time with seconds, to compare with logs. */
export const ExactTime = ({ at }: { at: number }) => (
  <time datetime={new Date(at).toISOString()}>{secondText(at, useRequest().language)}</time>
);

/** A collapsed section for the developer of the partner. */
export const ForDevelopers = ({ children }: { children: Child }) => {
  const t = partnerTexts(useRequest().language);
  return (
    <details class="card">
      <summary>
        <h2>{t.forDevelopers}</h2>
      </summary>
      {children}
      <p>
        <a href="/docs/integrate">{t.apiDocs}</a>
      </p>
    </details>
  );
};

/** curl commands to paste into a terminal, with a placeholder if the secret is unknown. */
export function CurlExample({ context, clientId, secret }: StoreProps<{ clientId: string; secret?: string }>) {
  const t = partnerTexts(context.language);
  return (
    <>
      <p class="hint">
        {t.tryHint}
        {secret === undefined && ` ${t.tryHintSecret}`}
      </p>
      <Copyable id="try-it">{curlCommands(context.request.origin, clientId, secret ?? 'SECRET')}</Copyable>
    </>
  );
}

const curlCommands = (
  origin: string,
  clientId: string,
  secret: string,
): string => `TOKEN=$(curl -s ${origin}/oauth/token \\
  -d grant_type=client_credentials \\
  -d client_id=${clientId} \\
  -d client_secret=${secret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl -s ${origin}/v1/product/list -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' -d '{}'`;

/** The store's channel in the path. @throws AppError not_found */
export const requestedChannel = (context: StoreContext): Channel => channelOfStore(context, context.store.id);

/** @throws AppError not_found if the channel in the path is of another store */
export function channelOfStore(context: StoreContext, storeId: Id | undefined): Channel {
  const channel = channelById(context.db, context.id());
  if (channel.storeId !== storeId) throw notFound('channel_not_found', { channel: channel.id });
  return channel;
}

/** The store's app in the path. @throws AppError not_found */
export function requestedApp(context: StoreContext): App {
  const app = appById(context.db, context.id());
  if (app.storeId !== context.store.id) throw notFound('app_not_found', { app: app.id });
  return app;
}
