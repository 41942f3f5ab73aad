import type { WriteTx } from '../../../db/write-tx.ts';
import { bangkokDay } from '../../../lib/calendar.ts';
import { listStores } from '../../stores.ts';
import { type AlertSubscriber, markSummed, minuteOfDay, wants } from '../choices.ts';
import { addFactFor, factAbout } from '../facts.ts';

/** The subscribers whose summary of the day before is due. One that was missed is sent later on the same day. */
export const summaryDue = (subscribers: readonly AlertSubscriber[], now: number): AlertSubscriber[] =>
  subscribers.filter(
    ({ choices: { summaryMinute, summaryDay } }) =>
      summaryMinute !== undefined && bangkokDay(now) > summaryDay && minuteOfDay(now) >= summaryMinute,
  );

/** The subject of a summary is the day that it is about. */
export function addSummaries(tx: WriteTx, due: readonly AlertSubscriber[], now: number): void {
  const today = bangkokDay(now);
  for (const subscriber of due) {
    markSummed(tx, subscriber.account.id, today);
    for (const { id } of listStores(tx))
      if (wants(subscriber, 'summary', id))
        addFactFor(tx, subscriber.account.id, factAbout('summary', id, today - 1), now);
  }
}
