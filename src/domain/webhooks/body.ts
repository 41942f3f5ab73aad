/** The fields of every delivery (docs/partner-api.md#webhooks). */
export interface Envelope {
  requestId: string;
  eventType: string;
  /** Unix milliseconds. */
  requestTime: number;
}

/** A body in two parts, because many apps share the items. */
export interface Body {
  /** JSON text up to the items. */
  head: string;
  /** JSON texts with commas between them. */
  items: string;
}

export function headOf({ requestId, eventType, requestTime }: Envelope): string {
  const head = JSON.stringify({ request_id: requestId, event_type: eventType, request_time: requestTime });
  return `${head.slice(0, -1)},"data":{"items":[`;
}

export const itemsText = (items: readonly object[]): string => JSON.stringify(items).slice(1, -1);

/** The end of the body. */
export const TAIL = ']}}';

/** The signed body; the same for the same envelope and changes. */
export const bodyText = ({ head, items }: Body): string => head + items + TAIL;
