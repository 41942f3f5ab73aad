/** A stopped clock that the test moves. It starts at noon in Bangkok on 11 November 2026. */
export function stoppedClock(start = Date.UTC(2026, 10, 11, 5)) {
  let time = start;
  return {
    now: () => time,
    forward: (millis: number) => {
      time += millis;
    },
  };
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
