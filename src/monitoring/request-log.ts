import { openBufferedLog } from '../lib/log.ts';
import { requestIdIn } from '../lib/request.ts';
import type { RequestListener } from './request-events.ts';

/**
 * Logs one JSON line per request. The only client data in it is the request id: paths, queries, bodies, headers and
 * addresses may contain tokens, names and telephone numbers. The line is built by hand, in a third of the time of pino.
 */
export function requestLog(now: () => number): { listener: RequestListener; end: () => void } {
  const { write, end } = openBufferedLog();
  const start = lineStart();
  return {
    listener: ({ call, method, route, status, millis }) => {
      const id = 'incoming' in call ? requestIdIn(call) : call.requestId;
      const channelField = call.channelId === undefined ? '' : `,"channel":"${call.channelId}"`;
      const methodField = method === '' ? '' : `,"method":"${method}"`;
      const tenths = Math.round(millis * 10);
      write(
        `${start(now())}${quoted(id)}${channelField}${methodField},"route":"${route}","status":${status},"ms":${Math.floor(tenths / 10)}.${tenths % 10}}\n`,
      );
    },
    end,
  };
}

/** Caches the text for requests of the same millisecond, because formatting a large number is slow. */
function lineStart(): (time: number) => string {
  let last = 0;
  let text = '';
  return (time) => {
    if (time !== last) {
      last = time;
      text = `{"level":30,"time":${time},"request_id":`;
    }
    return text;
  };
}

const quoted = (id: string): string => (/["\\]/.test(id) ? JSON.stringify(id) : `"${id}"`);
