import type { Order } from '../../../domain/orders/read.ts';
import { type Id, parseId } from '../../../lib/ids.ts';
import type { Form } from '../../forms/form.ts';
import type { StoreContext } from '../../request-context.ts';
import type { Draft } from './order-draft.ts';

/** The form of a new order, or of one that is edited, on its way to be saved. */
export interface Entry {
  context: StoreContext;
  /** Where it is sent to, below `/office`. */
  action: string;
  draft: Draft;
  // biome-ignore lint/suspicious/noExplicitAny: it shows what was typed, whatever that means
  form: Form<any>;
  /** The one that is edited. */
  order: Order | undefined;
  /** Whose prices its lines get; null: the default tier's. */
  tierId: Id | null;
}

/** The tier that was chosen in a draft. */
export const tierOf = (draft: Draft): Id | null => parseId(draft.tier?.[0] ?? '') ?? null;
