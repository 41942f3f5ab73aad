import type { Reader } from '../../db/reader.ts';
import { type Changes, itemsOf } from './changes.ts';

/** What every delivery of any event says (docs/partner-api.md#webhooks). */
export interface Envelope {
  requestId: string;
  eventType: string;
  /** Unix milliseconds. */
  requestTime: number;
}

/** A body in two parts, since one text of items goes to many apps. */
export interface Body {
  /** Up to the items. */
  head: string;
  /** JSON texts with commas between them. */
  items: string;
}

export function headOf({ requestId, eventType, requestTime }: Envelope): string {
  const head = JSON.stringify({ request_id: requestId, event_type: eventType, request_time: requestTime });
  return `${head.slice(0, -1)},"data":{"items":[`;
}

export const itemsText = (db: Reader, changes: Changes): string => JSON.stringify(itemsOf(db, changes)).slice(1, -1);

/** What follows the items. */
export const TAIL = ']}}';

/** The whole, whose bytes are signed: always the same for the same envelope and changes. */
export const bodyText = ({ head, items }: Body): string => head + items + TAIL;
