const MINUTE = 60_000;

/** What keeps a clock right moves it by less than this at a time. */
const JUMP = 5 * MINUTE;

/** So long a clock that has jumped stays doubtful: by then somebody has put it right, or it is right. */
const DOUBT = 15 * MINUTE;

/**
 * Unix milliseconds for what ends after a while: tokens, sessions, blocks, orders that are to be paid by then. They are
 * `now`'s, but where that jumps, back or ahead, it goes on for a quarter of an hour as if it had not, so that a clock set
 * wrong for a moment ends nothing too soon and lets nothing last too long. It has to be asked now and then to see a jump.
 *
 * @param monotonic milliseconds that never step back
 * @param jumped is told of each jump, in milliseconds; ahead is positive
 */
export function steadyClock(now: () => number, monotonic: () => number, jumped: (by: number) => void): () => number {
  let ahead = now() - monotonic();
  let doubtful: { since: number; ahead: number } | undefined;
  return () => {
    const moment = monotonic();
    const seen = now() - moment;
    if (Math.abs(seen - ahead) < JUMP) {
      ahead = seen;
      doubtful = undefined;
    } else if (!doubtful || Math.abs(seen - doubtful.ahead) >= JUMP) {
      doubtful = { since: moment, ahead: seen };
      jumped(Math.round(seen - ahead));
    } else if (moment - doubtful.since >= DOUBT) {
      ahead = seen;
      doubtful = undefined;
    }
    return Math.round(moment + ahead);
  };
}
