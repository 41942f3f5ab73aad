import type { Order } from '../../../domain/orders/read.ts';
import type { Page } from '../../answer.ts';
import { ButtonLink, Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { NextOrder } from './packing-components.tsx';
import { texts } from './packing-texts.ts';

/** The page after packing; it prints the label once, if the order has a parcel. */
export function packedPage(context: StoreContext, order: Order): Page {
  const t = texts(context.language);
  const label = `/office/orders/${order.id}/label.pdf`;
  const hasLabel = order.shipments.some(({ status, trackingNumber }) => status === 'booked' && trackingNumber !== null);
  const isJustPacked = context.request.notice === t.done;
  return {
    title: t.done,
    body: (
      <>
        <Heading
          title={t.pack(order.orderNumber)}
          back={{ href: `/office/orders/${order.id}`, label: t.order(order.orderNumber) }}
        />
        {!isJustPacked && <Notice tone="good">{t.done}</Notice>}
        {!hasLabel && <Notice tone="warn">{t.noLabel}</Notice>}
        {hasLabel && isJustPacked && (
          <p class="muted" data-prints={label} data-opening={t.printing}>
            {t.printed}
          </p>
        )}
        <div class="actions">
          {hasLabel && <ButtonLink href={label} icon="print" target="_blank" main label={t.printLabel} />}
          <ButtonLink href={`/office/orders/${order.id}`} label={t.order(order.orderNumber)} />
        </div>
        <section class="card">
          <h2>{t.next}</h2>
          <NextOrder context={context} />
          <p>
            <a href="/office/orders/pack">{t.toPack}</a>
          </p>
        </section>
      </>
    ),
  };
}
