import type { Id } from '../../lib/ids.ts';

/** The reasons of docs/partner-api.md#reasons, each with the kind of actor that its webhook may name. */
export const REASONS = {
  order_reserved: 'order',
  order_edited: 'order',
  order_canceled: 'order',
  order_canceled_by_system: 'order',
  available_qty_reconciled: 'order',
  shipping_canceled: 'order',
  variant_created: 'user',
  user_adjusted: 'user',
  user_added: 'user',
  returned: 'user',
  purchased: 'user',
  deposited: 'user',
  user_deducted: 'user',
  damaged: 'user',
  lost: 'user',
  withdrawn: 'user',
  user_set: 'user',
  stock_counted: 'user',
  system_init: 'none',
  admin_edited: 'none',
  system_corrected: 'none',
  command_edited: 'none',
  fullfilment_updated: 'none',
  assemble_added: 'none',
  assemble_deducted: 'none',
  disassemble_added: 'none',
  disassemble_deducted: 'none',
  bundle_converted: 'none',
  bundle_edited: 'none',
  unknown: 'none',
} as const satisfies Record<string, 'order' | 'user' | 'none'>;

export type Reason = keyof typeof REASONS;

/** Reasons that webhooks never contain, because a pick-up and its undo do not change the available quantity. */
const PICK_UP_REASONS = { shipped: 'order', handover_undone: 'order' } as const;

export type LedgerReason = Reason | keyof typeof PICK_UP_REASONS;

export const keepsAvailable = (reason: LedgerReason): boolean => reason in PICK_UP_REASONS;

const ACTORS: Record<LedgerReason, 'order' | 'user' | 'none'> = { ...REASONS, ...PICK_UP_REASONS };

export const LEDGER_REASONS = Object.keys(ACTORS) as readonly LedgerReason[];

/** Why stock moves and, if known, the actor. The ledger stores more than webhooks show. */
export interface Cause {
  reason: LedgerReason;
  /** The acting store. Of several stores that show the same stock, only its webhooks name the actor. */
  storeId?: Id | undefined;
  orderId?: Id | undefined;
  userId?: Id | undefined;
  /** The stock document of the movement. */
  documentId?: Id | undefined;
}

/** Whether webhooks may name the user. */
export const namesUser = (reason: LedgerReason): boolean => ACTORS[reason] === 'user';

/** @throws Error if the reason does not fit the actor */
export function checkActor({ reason, orderId, userId }: Cause): void {
  const kind = ACTORS[reason];
  if ((orderId !== undefined && kind !== 'order') || (userId !== undefined && kind === 'order'))
    throw new Error(`the reason ${reason} may not name ${orderId === undefined ? 'a user' : 'an order'}`);
}
