import type * as v from 'valibot';
import { previewBulkAction, startBulkAction } from '../../../domain/orders/bulk/bulk-actions.ts';
import {
  BULK_ACTIONS,
  type BulkAction,
  type BulkActionName,
  bulkAction,
} from '../../../domain/orders/bulk/bulk-rows.ts';
import { MAX_FILTERED } from '../../../domain/orders/list/sorted.ts';
import { PAYMENT_METHODS } from '../../../domain/orders/order-states.ts';
import { message } from '../../../lib/messages/message.ts';
import { MAX_TAG_LENGTH, normalizeTag } from '../../../lib/tags.ts';
import { type Access, requireAccess } from '../../access.ts';
import { checked, choice, fields, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import type { OfficeResponse } from '../../office-response.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { listQuery } from '../detail/origin-list.tsx';
import { listPath, selectedIds } from '../list/selected-orders.tsx';
import { bulkPage } from './bulk-page.tsx';

/** Choose orders, preview, confirm. Only the confirmation changes orders; a job then applies it. */
export const bulkActionScreens: readonly Screen[] = [
  post('/orders/bulk', 'orders or money', preview),
  get('/orders/bulk/:id', 'orders or money', (context) => bulkPage({ context, bulk: requestedBulk(context) })),
  post('/orders/bulk/:id/run', 'orders or money', run),
];

const NEEDED: Record<BulkActionName, Access> = {
  paid: 'money',
  confirm: 'money',
  cancel: 'orders and money', // one permission for all, because paid and unpaid orders may be mixed
  book: 'orders',
  deliver: 'orders',
  tag: 'orders',
};

function requestedBulk(context: StoreContext): BulkAction {
  const bulk = bulkAction(context.db, context.store.id, context.id());
  requireAccess(context.account, NEEDED[bulk.action]);
  return bulk;
}

const previewForm = fields({ action: choice(BULK_ACTIONS) });

async function preview(context: StoreContext): Promise<OfficeResponse> {
  const form = context.form(previewForm);
  return form.value ? previewOf(context, form.value.action) : context.redirect(listPath(context));
}

/**
 * Saves the preview of an action on the selected orders and leads to it.
 *
 * @param value what its field contains
 */
export async function previewOf(context: StoreContext, action: BulkActionName, value = ''): Promise<OfficeResponse> {
  requireAccess(context.account, NEEDED[action]);
  const ids = await selectedIds(context, MAX_FILTERED);
  if (!Array.isArray(ids)) return ids;
  const wanted = { storeId: context.store.id, accountId: context.account.id, action };
  const id = await previewBulkAction(context.app, wanted, ids);
  const { search } = new URL(listPath(context), context.request.url);
  const query = new URLSearchParams({ ...(search && { list: search.slice(1) }), ...(value && { value }) });
  return context.redirect(`/orders/bulk/${id}${query.size > 0 ? `?${query}` : ''}`);
}

const tagProblem = (tag: string) => (normalizeTag(tag) === '' ? message('no_visible_character') : undefined);

const runForms = {
  paid: fields({ value: choice(PAYMENT_METHODS) }),
  tag: fields({ value: checked(text(MAX_TAG_LENGTH), tagProblem) }),
  confirm: fields({}),
  cancel: fields({}),
  book: fields({}),
  deliver: fields({}),
} as const;

async function run(context: StoreContext): Promise<OfficeResponse> {
  const bulk = requestedBulk(context);
  const form: Form<{ value?: string }> = context.form<v.GenericSchema<unknown, { value?: string }>>(
    runForms[bulk.action],
  );
  return form.submit(
    async ({ value = null }) => {
      const chosen = bulk.action === 'tag' ? normalizeTag(value ?? '') : value;
      const confirmed = { accountId: context.account.id, value: chosen };
      await context.write((tx) => startBulkAction(tx, bulk, confirmed, context.now));
      return context.redirect(`/orders/bulk/${bulk.id}${listQuery(context)}`);
    },
    () => bulkPage({ context, bulk, form }),
  );
}
