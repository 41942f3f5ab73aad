import { nextStep } from '../../../domain/orders/next-step.ts';
import { packItems } from '../../../domain/orders/packing.ts';
import { receiptObstacle, receiptOfOrder } from '../../../domain/orders/payments/receipts.ts';
import type { Order } from '../../../domain/orders/read.ts';
import type { Page } from '../../answer.ts';
import { Post, SelectField, Submit, TextAreaField } from '../../forms/inputs.tsx';
import { ButtonLink, Heading } from '../../page/parts.tsx';
import type { Visit } from '../../visit.ts';
import { About } from './about.tsx';
import { Action, type OpenForm, type Shown } from './action.tsx';
import { Cod, hasCod } from './cod.tsx';
import { Hints } from './hints.tsx';
import { History } from './history.tsx';
import { Lines } from './lines.tsx';
import { Payments } from './payments.tsx';
import { Shipping } from './shipping.tsx';
import { NextPlace, States } from './states.tsx';
import { texts } from './texts.ts';

/** Everything about an order, and everything that can be done about it. */
export function orderPage(visit: Visit, order: Order, open?: OpenForm): Page {
  const t = texts(visit.language);
  const shown: Shown = { visit, order, open };
  return {
    title: t.order(order.orderNumber),
    body: (
      <>
        <Heading title={t.order(order.orderNumber)} back={{ href: '/office/orders', label: t.orders }}>
          <Tools {...shown} />
        </Heading>
        <States visit={visit} order={order} />
        <Hints visit={visit} order={order} />
        <div class="with-side">
          <div>
            <Lines visit={visit} order={order} />
            <Payments {...shown} />
            <Shipping {...shown} />
            {hasCod(order) && <Cod {...shown} />}
          </div>
          <div>
            <About visit={visit} order={order} />
            <PrivateNote {...shown} />
            <History visit={visit} order={order} />
            {order.status === 'open' && <Cancel {...shown} />}
          </div>
        </div>
      </>
    ),
  };
}

function Tools({ visit, order }: Shown) {
  const t = texts(visit.language);
  const at = `/office/orders/${order.id}`;
  const hasParcel = order.shipments.some(({ status }) => status !== 'canceled');
  return (
    <>
      <NextPlace visit={visit} order={order} />
      {nextStep(visit.ctx.db, order) !== 'pack' && packItems(visit.ctx.db, order).length > 0 && (
        <ButtonLink href={`${at}/pack`} icon="scan">
          {t.pack}
        </ButtonLink>
      )}
      {order.status === 'open' && <ButtonLink href={`${at}/edit`}>{t.edit}</ButtonLink>}
      {hasParcel && (
        <>
          <ButtonLink href={`${at}/label.pdf`} icon="print" target="_blank">
            {t.label}
          </ButtonLink>
          <ButtonLink href={`${at}/packing-slip.pdf`} target="_blank">
            {t.packingSlip}
          </ButtonLink>
        </>
      )}
      <ButtonLink href={`/office/orders/new?copy=${order.id}`}>{t.copy}</ButtonLink>
      <ReceiptButton visit={visit} order={order} />
    </>
  );
}

/** Where there is anything to give a receipt for, and it can be given. */
function ReceiptButton({ visit, order }: { visit: Visit; order: Order }) {
  const t = texts(visit.language);
  const given = receiptOfOrder(visit.ctx.db, order.id);
  if (receiptObstacle(visit.ctx.db, order) !== undefined) return null;
  return (
    <Post visitor={visit} action={`/orders/${order.id}/receipt`} plain target="_blank">
      <Submit class="secondary outline" title={given ? undefined : t.receiptOnce}>
        {given ? `${t.receipt} ${given.number}` : t.issueReceipt}
      </Submit>
    </Post>
  );
}

function PrivateNote({ visit, order, open }: Shown) {
  const t = texts(visit.language);
  const action = `/orders/${order.id}/note`;
  const form = open?.path === action ? open.form : undefined;
  if (order.status !== 'open')
    return order.privateNote === null ? null : <OldNote visit={visit} note={order.privateNote} />;
  return (
    <section class="card">
      <Post visitor={visit} action={action} form={form}>
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

const OldNote = ({ visit, note }: { visit: Visit; note: string }) => (
  <section class="card">
    <h2>{texts(visit.language).privateNote}</h2>
    <p class="break lines">{note}</p>
  </section>
);

function Cancel(shown: Shown) {
  const t = texts(shown.visit.language);
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
          <SelectField form={form} name="by" label={t.canceledBy} options={who} />
        </>
      )}
    </Action>
  );
}
