import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { type AlertSubscriber, isQuiet, markMessaged, subscribers } from './choices.ts';
import { deleteFact, type Fact, type WaitingFact, waitingFacts } from './facts.ts';
import { isUrgent, mayReceiveFromStore } from './kinds.ts';
import { queueMessage } from './outbox.ts';
import { type Recipient, recipientsOf } from './recipients.ts';
import { openWays } from './services.ts';

const MERGING_WINDOW = 30_000; // a burst of orders is one message
const MINUTE = 60_000;

/** The facts that go into a message now. */
function dueFacts({ choices }: AlertSubscriber, facts: readonly WaitingFact[], now: number): readonly WaitingFact[] {
  const patient = facts.filter(({ kind }) => !isUrgent(kind));
  const oldest = Math.min(...patient.map(({ time }) => time));
  const isDue =
    oldest <= now - MERGING_WINDOW && choices.messageTime <= now - choices.pause * MINUTE && !isQuiet(choices, now);
  return isDue ? facts : facts.filter(({ kind }) => isUrgent(kind));
}

interface DueMember {
  subscriber: AlertSubscriber | undefined;
  facts: readonly WaitingFact[];
}

/** An account that is disabled has no subscriber: its facts are dropped. */
function dueSubscribers(db: Reader, now: number): DueMember[] {
  const byAccount = Map.groupBy(waitingFacts(db), ({ accountId }) => accountId);
  if (byAccount.size === 0) return [];
  const all = new Map(subscribers(db).map((subscriber) => [subscriber.account.id, subscriber]));
  return [...byAccount]
    .map(([accountId, facts]) => ({ subscriber: all.get(accountId), facts }))
    .map(({ subscriber, facts }) => ({ subscriber, facts: subscriber ? dueFacts(subscriber, facts, now) : facts }))
    .filter(({ facts }) => facts.length > 0);
}

export const isMessageDue = (db: Reader, now: number): boolean => dueSubscribers(db, now).length > 0;

/** Turns the facts that are due into messages, in the same commit. */
export function composeMessages(tx: WriteTx, now: number): void {
  const ways = openWays(tx);
  for (const { subscriber, facts } of dueSubscribers(tx, now)) {
    for (const fact of facts) deleteFact(tx, fact);
    if (!subscriber) continue;
    for (const recipient of recipientsOf(tx, subscriber.account.id)) {
      const wanted = facts.filter((fact) => isFor(subscriber, recipient, fact));
      if (ways.includes(recipient.way) && wanted.length > 0) queueMessage(tx, recipient, wanted.map(contentOf), now);
    }
    if (facts.some(({ kind }) => !isUrgent(kind))) markMessaged(tx, subscriber.account.id, now);
  }
}

/** Includes facts for which the account may have lost the permission since. */
const isFor = ({ account, choices }: AlertSubscriber, { way }: Recipient, { kind, storeId }: Fact): boolean =>
  choices.chosen[kind]?.includes(way) === true && mayReceiveFromStore(account, kind, storeId);

const contentOf = ({ kind, storeId, count, amount, subjects }: WaitingFact): Fact => ({
  ...{ kind, storeId, count, amount, subjects },
});
