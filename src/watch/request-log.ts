import { openBusyLog } from '../lib/log.ts';
import { requestIdIn } from '../lib/request.ts';
import type { Listener } from './calls.ts';

/**
 * One line a call, as the other log has its lines. It holds nothing that a caller has sent but its request id: no path,
 * query, body, header or address, since those hold tokens, names and telephone numbers. Every call pays for it, so it is
 * put together here, which takes a third of what a log library does.
 */
export function requestLog(now: () => number): { listener: Listener; end: () => void } {
  const { write, end } = openBusyLog();
  const begin = lineBegin();
  return {
    listener: ({ call, method, route, status, millis }) => {
      const id = 'incoming' in call ? requestIdIn(call) : call.requestId;
      const channel = call.channelId === undefined ? '' : `,"channel":"${call.channelId}"`;
      const how = method === '' ? '' : `,"method":"${method}"`;
      const tenths = Math.round(millis * 10);
      write(
        `${begin(now())}${quoted(id)}${channel}${how},"route":"${route}","status":${status},"ms":${Math.floor(tenths / 10)}.${tenths % 10}}\n`,
      );
    },
    end,
  };
}

/** The same for all calls of a millisecond: a number that long is slow to write. */
function lineBegin(): (time: number) => string {
  let last = 0;
  let begin = '';
  return (time) => {
    if (time !== last) {
      last = time;
      begin = `{"level":30,"time":${time},"request_id":`;
    }
    return begin;
  };
}

const quoted = (id: string): string => (/["\\]/.test(id) ? JSON.stringify(id) : `"${id}"`);
