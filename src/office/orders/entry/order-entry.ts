import type { Order } from '../../../domain/orders/read.ts';
import { type Id, parseId } from '../../../lib/ids.ts';
import type { Form } from '../../forms/form.ts';
import type { StoreContext } from '../../request-context.ts';
import type { Draft } from './order-draft.ts';

/** The state of the order form, for a new order or an edit. */
export interface Entry {
  context: StoreContext;
  /** Path below `/office` that the form posts to. */
  action: string;
  draft: Draft;
  // biome-ignore lint/suspicious/noExplicitAny: the form may have any fields
  form: Form<any>;
  /** The order being edited. */
  order: Order | undefined;
  /** Price tier of new lines; null: the default tier. */
  tierId: Id | null;
}

/** The price tier selected in the draft. */
export const tierOf = (draft: Draft): Id | null => parseId(draft.tier?.[0] ?? '') ?? null;

interface PartialUpdate {
  /** The form step; omitted on buttons, which have their own. */
  step?: string;
  /** Ids of the elements to replace. */
  target: string;
  also?: string;
  /** htmx trigger. */
  when?: string;
}

/** htmx attributes that post the form and replace only parts of the page with the response. */
export const partialUpdate = ({ action }: Pick<Entry, 'action'>, { step, target, also, when }: PartialUpdate) => ({
  'hx-post': `/office${action}`,
  'hx-target': `#${target}`,
  'hx-select': `#${target}`,
  'hx-select-oob': also === undefined ? undefined : `#${also}`,
  'hx-swap': 'outerHTML',
  'hx-trigger': when,
  'hx-vals': step === undefined ? undefined : JSON.stringify({ step }),
});
