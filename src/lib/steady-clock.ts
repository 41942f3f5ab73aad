const MINUTE = 60_000;

/** Larger changes are jumps; NTP corrects a clock in smaller steps. */
const JUMP = 5 * MINUTE;

/** How long a jump is ignored. By then a wrong clock has been corrected, or the new time is right. */
const IGNORED_FOR = 15 * MINUTE;

/**
 * Unix milliseconds for expiry times of tokens, sessions, blocks and unpaid orders. It follows `now`, but ignores a jump
 * for 15 minutes, so that a wrong clock expires nothing too soon or too late. A jump is only seen by calling the clock.
 *
 * @param monotonic monotonic milliseconds
 * @param onJump called with each jump in milliseconds; forward is positive
 */
export function steadyClock(now: () => number, monotonic: () => number, onJump: (by: number) => void): () => number {
  let offset = now() - monotonic();
  let suspect: { since: number; offset: number } | undefined;
  return () => {
    const time = monotonic();
    const seen = now() - time;
    if (Math.abs(seen - offset) < JUMP) {
      offset = seen;
      suspect = undefined;
    } else if (!suspect || Math.abs(seen - suspect.offset) >= JUMP) {
      suspect = { since: time, offset: seen };
      onJump(Math.round(seen - offset));
    } else if (time - suspect.since >= IGNORED_FOR) {
      offset = seen;
      suspect = undefined;
    }
    return Math.round(time + offset);
  };
}
