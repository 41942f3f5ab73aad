import type { Context } from '../context.ts';
import type { CallLog } from '../domain/channels/calls.ts';
import { clientAddress } from '../lib/client-address.ts';
import { messageToJson } from '../lib/messages/message.ts';
import { networks } from '../lib/networks.ts';
import { type Bindings, requestIdIn } from '../lib/request-bindings.ts';
import type { LargeCalls } from './large-calls/call-thread.ts';

/** The body of an error response. */
interface ErrorBody {
  error: string;
  error_description: string;
}

/** Adds a request to the log of its channel. Requests without a known channel are not logged. */
type LogCall = (call: Bindings, endpoint: string, status: number, failure?: ErrorBody) => void;

export interface ApiContext extends Context {
  readonly logCall: LogCall;
  readonly largeCalls: LargeCalls;
}

export function callLogger(ctx: Context, calls: CallLog): LogCall {
  const trusted = networks(ctx.config.listen.trusted_proxies);
  return (call, endpoint, status, failure) => {
    const { channelId, startTime, failureReason, incoming } = call;
    if (channelId === undefined) return;
    calls.add(channelId, {
      time: ctx.now(),
      endpoint,
      status,
      error: failure?.error ?? null,
      errorDescription: failure && failureReason ? messageToJson(failureReason) : (failure?.error_description ?? null),
      millis: startTime === undefined ? 0 : Math.round(ctx.monotonic() - startTime),
      requestId: requestIdIn(call),
      address: clientAddress(incoming, trusted),
    });
  };
}
