import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import { WAITING } from '../../../domain/orders/list/tabs.ts';
import { count, minuteText, money } from '../../page/format.ts';
import { Icon } from '../../page/icons.tsx';
import { Tag, Time } from '../../page/parts.tsx';
import { refusalText } from '../../refusals.ts';
import type { Visit } from '../../visit.ts';
import { courierLabel, salesChannelName } from '../state-names.ts';
import { CodTag, OrderTag, PaymentTag, ShippingTag } from '../state-tags.tsx';
import { texts } from './texts.ts';

interface Row {
  visit: Visit;
  order: OrderEntry;
}

/** One order: a row of the table, on a phone a card. */
export const OrderRow = ({ visit, order }: Row) => {
  const t = texts(visit.language);
  return (
    <tr>
      <td class="tick">
        <input type="checkbox" name="ids" value={String(order.id)} aria-label={t.tickOne(order.orderNumber)} />
      </td>
      <th scope="row" class="what">
        <a href={`/office/orders/${order.id}`}>#{order.orderNumber}</a>
        <Time visit={visit} at={order.createTime} />
        <Origin visit={visit} order={order} />
      </th>
      <td class="who">
        <span class="name">{order.recipientName}</span>
        <span class="quietly">{[order.telephone, order.province].filter(Boolean).join(' · ')}</span>
      </td>
      <td class="goods">
        <span class="name">{order.firstLine}</span>
        <span class="quietly">
          {order.lines > 1 && `${t.more(order.lines - 1)} · `}
          {t.pieces(count(order.pieces))}
        </span>
        <Remarks visit={visit} order={order} />
      </td>
      <td class="sum">
        <strong>{money(order.total)}</strong>
        <Money visit={visit} order={order} />
      </td>
      <td class="way">
        <Way visit={visit} order={order} />
        <Troubles visit={visit} order={order} />
      </td>
    </tr>
  );
};

const Origin = ({ visit: { language }, order: { salesChannel } }: Row) =>
  salesChannel === null ? null : <span class="quietly">{salesChannelName(salesChannel, language)}</span>;

/** What is paid; of a COD order that nobody has paid otherwise, what has become of its money. */
const Money = ({ visit: { language }, order: { status, codStatus, paymentStatus } }: Row) => {
  const isUnpaid = paymentStatus === 'unpaid';
  if (isUnpaid && (status === 'canceled' || status === 'expired')) return null;
  if (codStatus !== null && (isUnpaid || codStatus === 'remitted'))
    return <CodTag state={codStatus} language={language} />;
  return <PaymentTag state={paymentStatus} language={language} />;
};

const Way = ({ visit: { language }, order }: Row) => {
  const { status, parcels } = order;
  const numbers = parcels.flatMap(({ trackingNumber }) => trackingNumber ?? []);
  const courier = courierLabel(parcels[0]?.shippingType ?? order.shippingType, language);
  return (
    <>
      {status === 'canceled' || status === 'expired' ? (
        <OrderTag state={status} language={language} />
      ) : (
        <ShippingTag state={order.shippingStatus} language={language} />
      )}
      {order.isPacked && <Tag tone="good">{texts(language).packed}</Tag>}
      <span class="quietly">{courier}</span>
      {numbers.length > 0 && <span class="tracking">{numbers.join(', ')}</span>}
    </>
  );
};

/** What the packing room has to see: a deadline, a booking that failed. */
const Troubles = ({ visit: { language }, order }: Row) => {
  const t = texts(language);
  const { shipDeadlineTime: deadline, isLate, bookingFailed } = order;
  return (
    <>
      {deadline !== null && WAITING.includes(order.stage) && (
        <Tag tone={isLate ? 'bad' : 'plain'}>{(isLate ? t.isLate : t.deadline)(minuteText(deadline, language))}</Tag>
      )}
      {bookingFailed !== null && (
        <span class="trouble">
          <Icon name="warning" /> {t.booking_failed}: {refusalText(language, bookingFailed)}
        </span>
      )}
    </>
  );
};

const Remarks = ({ visit: { language }, order: { hasDifferingReplay, privateNote } }: Row) => {
  const t = texts(language);
  return (
    <>
      {hasDifferingReplay && <Tag tone="warn">{t.replayed}</Tag>}
      {privateNote !== null && (
        <span class="remark">
          <Icon name="note" /> <span class="unseen">{t.note}: </span>
          {privateNote}
        </span>
      )}
    </>
  );
};
