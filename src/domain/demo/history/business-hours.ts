import { bangkokDay, dayStart } from '../../../lib/calendar.ts';
import type { Chance } from './chance.ts';
import { HOUR, MINUTE } from './scene.ts';

const [OPENS, CLOSES] = [9 * HOUR, 20 * HOUR + 30 * MINUTE];
const [PACKING_STARTS, PACKING_ENDS, PICK_UP] = [10 * HOUR, 16 * HOUR, 16 * HOUR + 30 * MINUTE];

/** 0 is Sunday. */
const weekdayOf = (day: number): number => (day + 4) % 7;

export const isWeekend = (day: number): boolean => weekdayOf(day) % 6 === 0;

export const isSunday = (day: number): boolean => weekdayOf(day) === 0;

/** Days of discount campaigns, such as 10.10 and 11.11. */
export function isCampaign(day: number): boolean {
  const date = new Date(dayStart(day) + 7 * HOUR);
  return date.getUTCDate() === date.getUTCMonth() + 1;
}

export const isPayday = (day: number): boolean => new Date(dayStart(day) + 7 * HOUR).getUTCDate() >= 25;

/** When customers order: little in the morning, most after lunch and in the evening. */
export function orderTime(chance: Chance, day: number): number {
  const hour = chance.of([8, 9, 10, 11, 11, 12, 12, 12, 13, 14, 15, 17, 18, 19, 20, 20, 20, 21, 21, 22]);
  return dayStart(day) + hour * HOUR + chance.between(0, 3_599) * 1_000;
}

/** `time` if the store is open, otherwise a time shortly after it opens. */
export function nextOpenTime(time: number): number {
  const start = dayStart(bangkokDay(time));
  if (time < start + OPENS) return start + OPENS + ((time - start) % (20 * MINUTE));
  return time <= start + CLOSES ? time : start + 24 * HOUR + OPENS + ((time - start) % (25 * MINUTE));
}

/** When an order is packed and when the courier takes it. Nothing is shipped on Sundays. */
export function packingTimes(chance: Chance, ready: number): { pack: number; pickUp: number } {
  let day = bangkokDay(ready);
  if (ready > dayStart(day) + PACKING_ENDS - HOUR || isSunday(day)) day += isSunday(day + 1) ? 2 : 1;
  const from = Math.max(ready + 20 * MINUTE, dayStart(day) + PACKING_STARTS);
  const until = dayStart(day) + PACKING_ENDS;
  return {
    pack: from + Math.floor(chance.next() * Math.max(until - from, MINUTE)),
    pickUp: dayStart(day) + PICK_UP + chance.between(0, 40) * MINUTE,
  };
}
