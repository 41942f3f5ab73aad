import type { Context } from '../context.ts';
import type { CallLog } from '../domain/channels/calls.ts';
import { callerAddress } from '../lib/caller.ts';
import { networks } from '../lib/networks.ts';
import { type ApiCall, requestId } from './reply.ts';

/** What an answer says of a call that has failed. */
export interface Failure {
  error: string;
  error_description: string;
}

/** Puts an answered call into its channel's log. A call that no channel can be told of is nobody's, and is left out. */
export type NoteCall = (c: ApiCall, status: number, failure?: Failure) => void;

/** What the partner API works with. */
export interface ApiContext extends Context {
  readonly note: NoteCall;
}

export function noteCalls(ctx: Context, calls: CallLog): NoteCall {
  const trusted = networks(ctx.config.listen.trusted_proxies);
  return (c, status, failure) => {
    const { channelId, startTime, why, incoming } = c.env;
    if (channelId === undefined) return;
    calls.add(channelId, {
      time: ctx.now(),
      endpoint: c.req.path,
      status,
      error: failure?.error ?? null,
      errorDescription: (failure && why) ?? failure?.error_description ?? null,
      millis: startTime === undefined ? 0 : Math.round(ctx.monotonic() - startTime),
      requestId: requestId(c),
      address: callerAddress(incoming, trusted),
    });
  };
}
