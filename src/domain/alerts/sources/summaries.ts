import type { WriteTx } from '../../../db/write-tx.ts';
import { bangkokDay } from '../../../lib/calendar.ts';
import { listStores } from '../../stores.ts';
import { type Member, markSummed, minuteOfDay, wants } from '../choices.ts';
import { addFactFor, factAbout } from '../facts.ts';

/** The members whose summary of the day before is due. One that was missed is sent later on the same day. */
export const summaryDue = (members: readonly Member[], now: number): Member[] =>
  members.filter(
    ({ choices: { summaryMinute, summaryDay } }) =>
      summaryMinute !== undefined && bangkokDay(now) > summaryDay && minuteOfDay(now) >= summaryMinute,
  );

/** The subject of a summary is the day that it is about. */
export function addSummaries(tx: WriteTx, due: readonly Member[], now: number): void {
  const today = bangkokDay(now);
  for (const member of due) {
    markSummed(tx, member.account.id, today);
    for (const { id } of listStores(tx))
      if (wants(member, 'summary', id)) addFactFor(tx, member.account.id, factAbout('summary', id, today - 1), now);
  }
}
