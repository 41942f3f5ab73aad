import { editOrder, type OrderEdit } from '../../../domain/orders/edit.ts';
import { differenceOf, requireSeen } from '../../../domain/orders/edit-whole.ts';
import { priceTierOf } from '../../../domain/orders/price-tier.ts';
import { existingOrder, type Order } from '../../../domain/orders/read.ts';
import { isCanceled } from '../../../domain/orders/states.ts';
import type { Answer, Page } from '../../answer.ts';
import { fields, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit, TextAreaField } from '../../forms/inputs.tsx';
import { Heading, Notice } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { orderOf } from '../detail/find.ts';
import { blameCod } from './cod.tsx';
import { type Draft, draftOf, stepped } from './draft.ts';
import type { Entry } from './entry.ts';
import { EntryForm } from './form.tsx';
import { changedSince } from './meanwhile.ts';
import { blameLines, shownForm } from './new.tsx';
import { editForm, fieldOf, wholeOrder } from './schema.ts';
import { texts } from './texts.ts';

export const editOrderScreens: readonly Screen[] = [
  get('/orders/:id/edit', 'staff', openEdit),
  post('/orders/:id/edit', 'staff', sendEdit),
  post('/orders/:id/edit/note', 'staff', sendNote),
];

const isLocked = ({ shipments }: Order): boolean => shipments.some((shipment) => !isCanceled(shipment));

function openEdit(visit: Visit): Page {
  const order = orderOf(visit);
  if (order.status !== 'open') return closedPage(visit, order);
  return isLocked(order) ? notePage(visit, order, visit.form(noteForm)) : editPage(visit, order, draftOf(order));
}

function sendEdit(visit: Visit): Answer | Promise<Answer> {
  const order = orderOf(visit);
  const draft = visit.asked.sent.texts;
  const step = draft.step?.at(-1) ?? 'next';
  return step === 'save' ? saveEdit(visit, order, draft) : editPage(visit, order, stepped(visit, draft, step));
}

function saveEdit(visit: Visit, order: Order, draft: Draft): Promise<Answer> {
  const t = texts(visit.language);
  const form = visit.form(editForm(visit.ctx.config.values));
  if (form.value) {
    blameLines(visit, form, form.value);
    blameCod({ visit, draft, order, tierId: priceTierOf(visit.ctx.db, order) }, form);
  }
  if (form.value && form.value.seen !== order.updateTime) form.blame(changedSince(visit, order, form.value.seen));
  return form.submit(
    async (typed) => {
      await visit.ctx.write((db) => {
        const now = existingOrder(db, order.id);
        requireSeen(now, typed.seen);
        return editOrder(db, order.id, differenceOf(now, wholeOrder(typed, now)), visit.act());
      });
      return visit.redirect(`/orders/${order.id}`, t.changed);
    },
    () => editPage(visit, order, { ...draft, seen: [String(order.updateTime)] }, form),
    form.value && fieldOf(form.value),
  );
}

function editPage(visit: Visit, order: Order, draft: Draft, form: Form<unknown> = shownForm(visit, draft)): Page {
  const action = `/orders/${order.id}/edit`;
  const entry: Entry = { visit, action, draft, form, order, tierId: priceTierOf(visit.ctx.db, order) };
  return page(visit, order, <EntryForm entry={entry} />);
}

const noteForm = fields({ private_note: optionalText() });

function sendNote(visit: Visit): Promise<Answer> {
  const order = orderOf(visit);
  const form = visit.form(noteForm);
  return form.submit(
    async ({ private_note = null }) => {
      const edit: OrderEdit = { privateNote: private_note };
      await visit.ctx.write((db) => editOrder(db, order.id, edit, visit.act()));
      return visit.redirect(`/orders/${order.id}`, texts(visit.language).changed);
    },
    () => notePage(visit, order, form),
  );
}

/** All that can be edited once a parcel is booked. */
function notePage(visit: Visit, order: Order, form: Form<unknown>): Page {
  const t = texts(visit.language);
  return page(
    visit,
    order,
    <>
      <Notice tone="warn">
        {t.locked} <a href={`/office/orders/${order.id}#shipping`}>{t.toParcel}</a>
      </Notice>
      <Post visitor={visit} action={`/orders/${order.id}/edit/note`} form={form} class="card">
        <TextAreaField
          form={form}
          name="private_note"
          label={t.privateNote}
          hint={t.privateNoteHint}
          value={order.privateNote}
          rows={3}
        />
        <Submit>{words(visit.language).save}</Submit>
      </Post>
    </>,
  );
}

const closedPage = (visit: Visit, order: Order): Page =>
  page(visit, order, <Notice tone="plain">{texts(visit.language).closed}</Notice>);

function page(visit: Visit, order: Order, body: Page['body']): Page {
  const t = texts(visit.language);
  const title = t.editOrder(order.orderNumber);
  const back = { href: `/office/orders/${order.id}`, label: t.order(order.orderNumber) };
  return {
    title,
    body: (
      <>
        <Heading title={title} back={back} />
        {body}
      </>
    ),
  };
}
