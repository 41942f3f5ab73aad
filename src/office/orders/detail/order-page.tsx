import { type Hint, hintsOf } from '../../../domain/orders/hints.ts';
import type { Order } from '../../../domain/orders/read.ts';
import type { Page } from '../../answer.ts';
import { Post, SelectField, Submit, TextAreaField } from '../../forms/inputs.tsx';
import { Heading, Notice } from '../../page/components.tsx';
import { money } from '../../page/format.ts';
import type { StoreContext } from '../../request-context.ts';
import { HintText } from '../order-hint.tsx';
import { ActionForm } from './action-form.tsx';
import { CodCard, hasCod } from './cod-card.tsx';
import { CustomerCard } from './customer-card.tsx';
import { HistoryCard } from './history-card.tsx';
import { LinesCard } from './lines-card.tsx';
import { texts } from './order-detail-texts.ts';
import { StatusTags, Toolbar } from './order-header.tsx';
import { PaymentsCard } from './payments-card.tsx';
import type { OpenForm, SectionProps } from './section-props.ts';
import { ShippingCard } from './shipping-card.tsx';

/** The order page: all data and actions of one order. */
export function orderPage(context: StoreContext, order: Order, open?: OpenForm): Page {
  const t = texts(context.language);
  const shown: SectionProps = { context, order, open };
  return {
    title: t.order(order.orderNumber),
    body: (
      <>
        <Heading title={t.order(order.orderNumber)} back={{ href: '/office/orders', label: t.orders }}>
          <Toolbar context={context} order={order} />
        </Heading>
        <StatusTags context={context} order={order} />
        <Hints context={context} order={order} />
        <div class="with-side">
          <div>
            <LinesCard context={context} order={order} />
            <PaymentsCard {...shown} />
            <ShippingCard {...shown} />
            {hasCod(order) && <CodCard {...shown} />}
          </div>
          <div>
            <CustomerCard context={context} order={order} />
            <PrivateNote {...shown} />
            <HistoryCard context={context} order={order} />
            {order.status === 'open' && <Cancel {...shown} />}
          </div>
        </div>
      </>
    ),
  };
}

function PrivateNote({ context, order, open }: SectionProps) {
  const t = texts(context.language);
  const action = `/orders/${order.id}/note`;
  const form = open?.path === action ? open.form : undefined;
  if (order.status !== 'open')
    return order.privateNote === null ? null : <OldNote context={context} note={order.privateNote} />;
  return (
    <section class="card">
      <Post action={action} form={form}>
        <TextAreaField
          name="private_note"
          label={t.privateNote}
          hint={t.privateNoteHint}
          value={order.privateNote}
          rows={3}
          maxlength={1000}
        />
        <Submit class="secondary outline small" label={t.saveNote} />
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

function Cancel(shown: SectionProps) {
  const { paidAmount } = shown.order;
  const t = texts(shown.context.language);
  const cancelers = [
    { value: 'store', label: t.byStore },
    { value: 'buyer', label: t.byBuyer },
    { value: 'reseller', label: t.byReseller },
  ];
  return (
    <ActionForm {...shown} path="/cancel" label={t.cancelOrder} danger>
      <p class="muted">{t.cancelHint}</p>
      {paidAmount > 0 && <Notice tone="warn">{t.cancelKeepsMoney(money(paidAmount))}</Notice>}
      <SelectField name="by" label={t.canceledBy} options={cancelers} />
    </ActionForm>
  );
}

const URGENT: readonly Hint['code'][] = ['deadline_passed', 'below_zero', 'cod_refused_before', 'money_kept'];

/** Warnings to check before processing the order. */
const Hints = ({ context, order }: { context: StoreContext; order: Order }) => (
  <>
    {hintsOf(context.db, order, context.now).map((hint) => (
      <Notice tone={URGENT.includes(hint.code) ? 'bad' : 'warn'}>
        <HintText context={context} hint={hint} />
      </Notice>
    ))}
  </>
);
