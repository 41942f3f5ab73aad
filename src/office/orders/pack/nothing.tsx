import type { Order } from '../../../domain/orders/read.ts';
import { hasLeft } from '../../../domain/orders/states.ts';
import { Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { NextOrder } from './next-order.tsx';
import { texts } from './packing-texts.ts';

/** Nothing of the order is to be packed: why, and on to the next one. */
export function Nothing({ context, order }: { context: StoreContext; order: Order }) {
  const t = texts(context.language);
  return (
    <>
      <Notice tone={order.status === 'canceled' || order.status === 'expired' ? 'bad' : 'warn'}>
        {whyNothing(order, t)}
      </Notice>
      <section class="card">
        <h2>{t.next}</h2>
        <NextOrder context={context} />
      </section>
    </>
  );
}

function whyNothing({ status, shipments }: Order, t: ReturnType<typeof texts>): string {
  if (status === 'canceled') return t.canceled;
  if (status === 'expired') return t.expired;
  const left = shipments.filter(hasLeft);
  const numbers = left.flatMap(({ trackingNumber }) => trackingNumber ?? []);
  return left.length === 0 ? t.nothing : t.hasLeft(numbers.join(', '));
}
