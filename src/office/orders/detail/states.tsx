import { packedTime } from '../../../domain/orders/packing.ts';
import { PackedTag } from '../packed-tag.tsx';
import { CodTag, OrderTag, PaymentTag, ShippingTag } from '../status-tags.tsx';
import { hasCod } from './cod-card.tsx';
import { oobSwap, type RefreshableProps } from './fresh.ts';

/** How the order stands. */
export const StatusTags = ({ context, order, replaces = false }: RefreshableProps) => (
  <p class="tags" id="states" hx-swap-oob={oobSwap(replaces)}>
    <OrderTag state={order.status} language={context.language} />{' '}
    <PaymentTag state={order.paymentStatus} language={context.language} />{' '}
    <ShippingTag state={order.shippingStatus} language={context.language} />{' '}
    {packedTime(context.db, order.id) !== undefined && <PackedTag language={context.language} />}{' '}
    {order.codStatus !== null && hasCod(order) && <CodTag state={order.codStatus} language={context.language} />}
  </p>
);
