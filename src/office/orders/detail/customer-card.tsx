import type { StoredAddress } from '../../../domain/addresses.ts';
import { channelById } from '../../../domain/channels/channels.ts';
import type { Order } from '../../../domain/orders/read.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { CopyButton, Facts, Time } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { courierLabel, salesChannelName } from '../display-names.ts';
import { texts } from './order-detail-texts.ts';

/** The recipient, and when, where and how the order was placed. */
export function CustomerCard({ context, order }: { context: StoreContext; order: Order }) {
  const t = texts(context.language);
  const { recipientAddress: to } = order;
  const time = (at: number | null) => (at === null ? undefined : <Time at={at} />);
  return (
    <section class="card">
      <h2>{t.customer}</h2>
      <address id="recipient" class="break">
        {addressLines(to).map((line) => (
          <div>{line}</div>
        ))}
      </address>
      <p class="actions">
        <CopyButton of="recipient" label={t.copyAddress} class="quiet" />
        {to.telephone !== undefined && (
          <a href={`/office/orders?${new URLSearchParams({ q: to.telephone, tab: 'all' })}`}>{t.sameTelephone}</a>
        )}
      </p>
      <Facts
        facts={[
          [t.taxId, to.legal_entity_id],
          [t.ordered, time(order.orderTime)],
          [t.received, isLater(order) ? time(order.createTime) : undefined],
          [t.channel, order.salesChannel === null ? undefined : salesChannelName(order.salesChannel, context.language)],
          [t.partner, order.channelId === null ? undefined : channelById(context.db, order.channelId)?.name],
          [t.externalId, order.externalOrderId ?? undefined],
          [t.courier, courierLabel(order.shippingType, context.language)],
          [t.deadline, time(order.shipDeadlineTime)],
          [t.expires, order.status === 'open' ? time(order.expirationTime) : undefined],
          [t.labelNote, order.shippingLabelNote ?? undefined],
          [t.sender, order.senderName],
          [t.shipBeforePay, order.shipBeforePay ? commonTexts(context.language).yes : undefined],
        ]}
      />
    </section>
  );
}

const MINUTE = 60_000;

/** A partner may report an order later than it was placed; lists sort by the time raan received it. */
const isLater = ({ orderTime, createTime }: Order): boolean => Math.abs(createTime - orderTime) > MINUTE;

/** The address as on an envelope. */
export function addressLines(address: StoredAddress): string[] {
  const area = [address.sub_district, address.district, address.province, address.postal_code];
  const lines = [address.name, address.telephone, address.address1, address.address2, address.address3];
  return [...lines, area.filter((part) => part !== undefined).join(' '), address.note].filter(
    (line): line is string => line !== undefined && line !== '',
  );
}
