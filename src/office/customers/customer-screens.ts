import type * as v from 'valibot';
import type { WriteTx } from '../../context.ts';
import { type Customer, customerIdOf, existingCustomer } from '../../domain/orders/customers/customer.ts';
import { setTierOfCustomer } from '../../domain/orders/customers/customer-tier.ts';
import {
  removeNote,
  rewriteNote,
  tagCustomer,
  untagCustomer,
  writeNote,
} from '../../domain/orders/customers/edit-notes-and-tags.ts';
import { mergeCustomers, separateCustomer } from '../../domain/orders/customers/merge.ts';
import { personOfCustomer } from '../../domain/privacy/person.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { MAX_TAG_LENGTH } from '../../lib/tags.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { choice, fields, optionalId, optionalText, text } from '../forms/fields.ts';
import type { StoreContext } from '../request-context.ts';
import { fileScreens, get, post, type Screen } from '../screen.ts';
import { personScreens } from '../settings/customer-data/person-screens.tsx';
import { customerListPage } from './customer-list-page.tsx';
import { customerPage } from './customer-page.tsx';
import { customersFile } from './customers-file.ts';
import { customersTexts } from './customers-texts.ts';

const requestedCustomer = (context: StoreContext): Customer =>
  existingCustomer(context.db, context.store.id, context.id());

interface CustomerAction<Schema extends v.GenericSchema> {
  /** Below the customer. */
  path: string;
  form: Schema;
  /** Runs in the write transaction. The page of the same customer follows. */
  run: (tx: WriteTx, input: v.InferOutput<Schema>, action: ActionContext) => unknown;
  /** Message after success. */
  done?: (t: ReturnType<typeof customersTexts>) => string;
}

interface ActionContext {
  context: StoreContext;
  storeId: Id;
  customer: Id;
}

/** A POST route for an action on the page of a customer. */
const customerAction = <Schema extends v.GenericSchema>({ path, form: schema, run, done }: CustomerAction<Schema>) =>
  post(`/customers/:id${path}`, 'customer_data', (context) => {
    const customer = requestedCustomer(context);
    const form = context.form(schema);
    return form.submit(
      async (input) => {
        const action = { context, storeId: context.store.id, customer: customer.id };
        await context.write((tx) => run(tx, input, action));
        return context.redirect(`/customers/${customer.id}`, done?.(customersTexts(context.language)));
      },
      () => customerPage(context, customer, { action: context.request.path, form }),
    );
  });

const noteForm = fields({ text: text(MAX_LENGTH.note) });
const editedNoteForm = fields({ text: text(MAX_LENGTH.note), was: optionalText(MAX_LENGTH.note) });
const tagForm = fields({ tag: text(MAX_TAG_LENGTH) });
const noFields = fields({});

export const customersScreens: readonly Screen[] = [
  get('/customers', 'customer_data', customerListPage),
  ...fileScreens('/customers', 'customer_data and settings', customersFile, { sensitive: true }),
  get('/customers/:id', 'customer_data', shownCustomer),
  customerAction({
    path: '/notes',
    form: noteForm,
    run: (tx, input, { context, ...named }) =>
      writeNote(tx, named, { text: input.text, userId: context.account.id, now: context.app.now() }),
    done: (t) => t.noteAdded,
  }),
  customerAction({
    path: '/notes/:note',
    form: editedNoteForm,
    run: (tx, input, { context, ...named }) =>
      rewriteNote(tx, named, { ...input, id: context.id('note'), userId: context.account.id }),
    done: (t) => t.noteSaved,
  }),
  customerAction({
    path: '/notes/:note/remove',
    form: noFields,
    run: (tx, _, { context, ...named }) => removeNote(tx, named, context.id('note')),
    done: (t) => t.noteDeleted,
  }),
  customerAction({ path: '/tags', form: tagForm, run: (tx, { tag }, named) => tagCustomer(tx, named, tag) }),
  customerAction({ path: '/tags/remove', form: tagForm, run: (tx, { tag }, named) => untagCustomer(tx, named, tag) }),
  customerAction({
    path: '/price-tier',
    form: fields({ price_tier_id: optionalId }),
    run: (tx, { price_tier_id }, named) => setTierOfCustomer(tx, named, price_tier_id),
    done: (t) => t.priceTierSaved,
  }),
  customerAction({
    path: '/merge',
    form: fields({ telephone: text(MAX_LENGTH.telephone), main: choice(['this', 'other']) }),
    run: (tx, { telephone, main }, { storeId, customer }) => {
      const other = customerIdOf(tx, storeId, telephone);
      if (other === undefined) throw invalidRequest('no_customer_with_telephone', { path: 'telephone' });
      const pair = main === 'this' ? { from: other, into: customer } : { from: customer, into: other };
      mergeCustomers(tx, storeId, pair);
    },
    done: (t) => t.merged,
  }),
  customerAction({
    path: '/separate/:member',
    form: noFields,
    run: (tx, _, { context, storeId }) => separateCustomer(tx, storeId, context.id('member')),
    done: (t) => t.separated,
  }),
  ...personScreens({
    path: '/customers/:id/data',
    back: (context) => ({ href: `/office/customers/${context.id()}`, label: customersTexts(context.language).title }),
    personOf: (context) => personOfCustomer(context.db, context.store.id, context.id()),
    doneUrl: '/customers',
  }),
];

/** A merged customer is shown on the page of the main one. */
function shownCustomer(context: StoreContext) {
  const customer = requestedCustomer(context);
  if (customer.id !== context.id()) return context.redirect(`/customers/${customer.id}`);
  return customerPage(context, customer);
}
