import assert from 'node:assert/strict';
import type { CourierAdapter, TrackedEvent } from '../src/domain/couriers/adapters/adapter.ts';

/** Asserts that the request succeeds, and returns the events. */
export async function trackedEvents(
  { track }: Pick<CourierAdapter, 'track'>,
  trackingNumbers: readonly string[],
): Promise<readonly TrackedEvent[]> {
  const answer = await track(trackingNumbers);
  assert.ok(answer.is === 'tracked', JSON.stringify(answer));
  return answer.events;
}
