import type { Order } from '../../../domain/orders/read.ts';
import type { Page } from '../../answer.ts';
import { Post, SelectField, Submit, TextAreaField } from '../../forms/inputs.tsx';
import { money } from '../../page/format.ts';
import { Heading, Notice } from '../../page/parts.tsx';
import type { StoreContext } from '../../request-context.ts';
import { About } from './about.tsx';
import { Action, type OpenForm, type Shown } from './action.tsx';
import { Cod, hasCod } from './cod.tsx';
import { Hints } from './hints.tsx';
import { History } from './history.tsx';
import { Lines } from './lines.tsx';
import { Payments } from './payments.tsx';
import { Shipping } from './shipping.tsx';
import { States } from './states.tsx';
import { texts } from './texts.ts';
import { Tools } from './tools.tsx';

/** Everything about an order, and everything that can be done about it. */
export function orderPage(context: StoreContext, order: Order, open?: OpenForm): Page {
  const t = texts(context.language);
  const shown: Shown = { context, order, open };
  return {
    title: t.order(order.orderNumber),
    body: (
      <>
        <Heading title={t.order(order.orderNumber)} back={{ href: '/office/orders', label: t.orders }}>
          <Tools context={context} order={order} />
        </Heading>
        <States context={context} order={order} />
        <Hints context={context} order={order} />
        <div class="with-side">
          <div>
            <Lines context={context} order={order} />
            <Payments {...shown} />
            <Shipping {...shown} />
            {hasCod(order) && <Cod {...shown} />}
          </div>
          <div>
            <About context={context} order={order} />
            <PrivateNote {...shown} />
            <History context={context} order={order} />
            {order.status === 'open' && <Cancel {...shown} />}
          </div>
        </div>
      </>
    ),
  };
}

function PrivateNote({ context, order, open }: Shown) {
  const t = texts(context.language);
  const action = `/orders/${order.id}/note`;
  const form = open?.path === action ? open.form : undefined;
  if (order.status !== 'open')
    return order.privateNote === null ? null : <OldNote context={context} note={order.privateNote} />;
  return (
    <section class="card">
      <Post context={context} action={action} form={form}>
        <TextAreaField
          form={form}
          name="private_note"
          label={t.privateNote}
          hint={t.privateNoteHint}
          value={order.privateNote}
          rows={3}
          maxlength={1000}
        />
        <Submit class="secondary outline small">{t.saveNote}</Submit>
      </Post>
    </section>
  );
}

const OldNote = ({ context, note }: { context: StoreContext; note: string }) => (
  <section class="card">
    <h2>{texts(context.language).privateNote}</h2>
    <p class="break lines">{note}</p>
  </section>
);

function Cancel(shown: Shown) {
  const { paidAmount } = shown.order;
  const t = texts(shown.context.language);
  const who = [
    { value: 'store', label: t.byStore },
    { value: 'buyer', label: t.byBuyer },
    { value: 'reseller', label: t.byReseller },
  ];
  return (
    <Action {...shown} path="/cancel" label={t.cancelOrder} danger>
      {(form) => (
        <>
          <p class="quietly">{t.cancelHint}</p>
          {paidAmount > 0 && <Notice tone="warn">{t.cancelKeeps(money(paidAmount))}</Notice>}
          <SelectField form={form} name="by" label={t.canceledBy} options={who} />
        </>
      )}
    </Action>
  );
}
