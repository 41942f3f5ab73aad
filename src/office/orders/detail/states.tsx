import { packedTime } from '../../../domain/orders/packing.ts';
import { PackedTag } from '../packed-tag.tsx';
import { CodTag, OrderTag, PaymentTag, ShippingTag } from '../state-tags.tsx';
import { hasCod } from './cod.tsx';
import { type Fresh, inPlace } from './fresh.ts';

/** How the order stands. */
export const States = ({ visit, order, replaces = false }: Fresh) => (
  <p class="tags" id="states" hx-swap-oob={inPlace(replaces)}>
    <OrderTag state={order.status} language={visit.language} />{' '}
    <PaymentTag state={order.paymentStatus} language={visit.language} />{' '}
    <ShippingTag state={order.shippingStatus} language={visit.language} />{' '}
    {packedTime(visit.ctx.db, order.id) !== undefined && <PackedTag language={visit.language} />}{' '}
    {order.codStatus !== null && hasCod(order) && <CodTag state={order.codStatus} language={visit.language} />}
  </p>
);
