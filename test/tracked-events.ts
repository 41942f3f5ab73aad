import assert from 'node:assert/strict';
import type { CourierAdapter, TrackedEvent } from '../src/domain/couriers/adapters/adapter.ts';

/** The events of an adapter that can answer. */
export async function trackedEvents(
  { track }: Pick<CourierAdapter, 'track'>,
  trackingNumbers: readonly string[],
): Promise<readonly TrackedEvent[]> {
  const answer = await track(trackingNumbers);
  assert.ok(answer.is === 'tracked', JSON.stringify(answer));
  return answer.events;
}
