import { unknown } from 'valibot';
import { hasProducts } from '../../../domain/catalogue/find.ts';
import { listCouriers } from '../../../domain/couriers/couriers.ts';
import { keyInOrder } from '../../../domain/orders/key-in.ts';
import type { Answer, Page } from '../../answer.ts';
import { fields, optionalId } from '../../forms/fields.ts';
import { Form } from '../../forms/form.ts';
import { ButtonLink, Empty, Heading } from '../../page/parts.tsx';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { orderOf } from '../detail/find.ts';
import { blameCod } from './cod.tsx';
import { type Draft, draftLike, newDraft, stepped } from './draft.ts';
import { type Entry, tierOf } from './entry.ts';
import { EntryForm } from './form.tsx';
import { fieldOf, keyedOrder, type NewFields, newForm, typedLines } from './schema.ts';
import { texts } from './texts.ts';

const PATH = '/orders/new';

export const newOrderScreens: readonly Screen[] = [get(PATH, 'staff', openNew), post(PATH, 'staff', sendNew)];

function openNew(visit: Visit): Page {
  const { copy } = visit.query(fields({ copy: optionalId }));
  const draft = copy === undefined ? newDraft(firstCourier(visit)) : draftLike(orderOf(visit, copy));
  return newPage(visit, draft);
}

const firstCourier = ({ ctx, store }: Visit): string => listCouriers(ctx.db, store.id)[0]?.shippingType ?? 'ems';

function sendNew(visit: Visit): Answer | Promise<Answer> {
  const draft = visit.asked.sent.texts;
  const step = draft.step?.at(-1) ?? 'next';
  return step === 'save' ? saveNew(visit, draft) : newPage(visit, stepped(visit, draft, step));
}

function saveNew(visit: Visit, draft: Draft): Promise<Answer> {
  const t = texts(visit.language);
  const form = visit.form(newForm(visit.ctx.config.values));
  if (form.value) {
    blameLines(visit, form, form.value);
    blameCod({ visit, draft, order: undefined, tierId: tierOf(draft) }, form);
  }
  return form.submit(
    async (typed) => {
      const order = await visit.ctx.write((db) => keyInOrder(db, visit.store.id, keyedOrder(typed), visit.act()));
      return visit.redirect(`/orders/${order.id}`, t.made(order.orderNumber));
    },
    () => newPage(visit, draft, form),
    form.value && fieldOf(form.value),
  );
}

/** What the verb could not say at a field: that there is no line, and where how many is not said. */
export function blameLines(
  visit: Visit,
  form: Form<unknown>,
  typed: Pick<NewFields, 'line' | 'variant' | 'sku' | 'qty' | 'price'>,
): void {
  const t = texts(visit.language);
  const lines = typedLines(typed);
  if (lines.length === 0) form.blame(t.needLines, 'lines');
  for (const { at, qty } of lines) if (qty === 0) form.blame(t.needQty, ['qty', at]);
}

function newPage(visit: Visit, draft: Draft, form: Form<unknown> = shownForm(visit, draft)): Page {
  const t = texts(visit.language);
  const entry: Entry = { visit, action: PATH, draft, form, order: undefined, tierId: tierOf(draft) };
  return {
    title: t.newOrder,
    body: (
      <>
        <Heading title={t.newOrder} back={{ href: '/office/orders', label: t.orders }} />
        {hasProducts(visit.ctx.db, visit.store.id) ? <EntryForm entry={entry} /> : <NoProducts visit={visit} />}
      </>
    ),
  };
}

/** The draft as it is, without asking whether it can be saved. */
export const shownForm = (visit: Visit, draft: Draft): Form<unknown> =>
  new Form(unknown(), { texts: draft, files: {} }, visit.language);

function NoProducts({ visit }: { visit: Visit }) {
  const t = texts(visit.language);
  return (
    <Empty title={t.noProducts}>
      <p>{t.noProductsHint}</p>
      {visit.isOwner && <ButtonLink href="/office/products/new">{t.addProduct}</ButtonLink>}
    </Empty>
  );
}
