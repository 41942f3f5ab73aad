import { type Channel, channelById } from '../../domain/channels/channels.ts';
import { type App, appById } from '../../domain/webhooks/apps.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Visit } from '../visit.ts';

/** The store's channel that the path names. @throws Refusal not_found */
export function channelHere(visit: Visit): Channel {
  const channel = channelById(visit.ctx.db, visit.id());
  if (channel.storeId !== visit.store.id) throw new Refusal('not_found', `there is no channel ${channel.id}`);
  return channel;
}

/** The store's app that the path names. @throws Refusal not_found */
export function appHere(visit: Visit): App {
  const app = appById(visit.ctx.db, visit.id());
  if (app.storeId !== visit.store.id) throw new Refusal('not_found', `there is no app ${app.id}`);
  return app;
}
