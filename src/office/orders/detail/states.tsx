import { packedTime } from '../../../domain/orders/packing.ts';
import type { Order } from '../../../domain/orders/read.ts';
import type { Visit } from '../../visit.ts';
import { PackedTag } from '../packed-tag.tsx';
import { CodTag, OrderTag, PaymentTag, ShippingTag } from '../state-tags.tsx';
import { hasCod } from './cod.tsx';
import { Next } from './next.tsx';

interface Shown {
  visit: Visit;
  order: Order;
  /** It comes with another part of the page, and takes the place of the one that is there. */
  replaces?: boolean;
}

/** How the order stands. */
export const States = ({ visit, order, replaces = false }: Shown) => (
  <p class="tags" id="states" hx-swap-oob={replaces ? 'true' : undefined}>
    <OrderTag state={order.status} language={visit.language} />{' '}
    <PaymentTag state={order.paymentStatus} language={visit.language} />{' '}
    <ShippingTag state={order.shippingStatus} language={visit.language} />{' '}
    {packedTime(visit.ctx.db, order.id) !== undefined && <PackedTag language={visit.language} />}{' '}
    {order.codStatus !== null && hasCod(order) && <CodTag state={order.codStatus} language={visit.language} />}
  </p>
);

/** What to do next with it, beside the page's heading. */
export const NextPlace = ({ visit, order, replaces = false }: Shown) => (
  <div id="next" hx-swap-oob={replaces ? 'true' : undefined}>
    <Next visit={visit} order={order} open={undefined} />
  </div>
);
