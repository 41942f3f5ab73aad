import type { Id } from '../../../lib/ids.ts';

/** Below `/office`. */
export const SLIP_QUEUE = '/orders/slips';

/** The queue at an order. */
export const slipQueuePath = (order: Id): string => `${SLIP_QUEUE}?order=${order}`;
