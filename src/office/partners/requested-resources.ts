import { type Channel, channelById } from '../../domain/channels/channels.ts';
import { type App, appById } from '../../domain/webhooks/apps.ts';
import { AppError } from '../../lib/errors.ts';
import type { StoreContext } from '../request-context.ts';

/** The store's channel in the path. @throws AppError not_found */
export function requestedChannel(context: StoreContext): Channel {
  const channel = channelById(context.db, context.id());
  if (channel.storeId !== context.store.id)
    throw new AppError('not_found', 'channel_not_found', { channel: channel.id });
  return channel;
}

/** The store's app in the path. @throws AppError not_found */
export function requestedApp(context: StoreContext): App {
  const app = appById(context.db, context.id());
  if (app.storeId !== context.store.id) throw new AppError('not_found', 'app_not_found', { app: app.id });
  return app;
}
