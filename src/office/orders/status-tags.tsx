import type { Language } from '../../domain/accounts/accounts.ts';
import { bilingual } from '../language.ts';
import { Tag } from '../page/components.tsx';
import { BOOKING, COD, ORDER, PARCEL, PAYMENT, RECORD, SHIPPING, type StatusLabel } from './order-labels.ts';

const tagOf =
  <State extends string>(labels: Record<State, StatusLabel>) =>
  ({ state, language }: { state: State; language: Language }) => {
    const [tone, thai, english] = labels[state];
    return Tag({ tone, children: language === 'th' ? thai : english });
  };

export const OrderTag = tagOf(ORDER);
export const PaymentTag = tagOf(PAYMENT);
export const ShippingTag = tagOf(SHIPPING);
export const CodTag = tagOf(COD);
export const ParcelTag = tagOf(PARCEL);
export const PaymentRecordTag = tagOf(RECORD);
export const BookingTag = tagOf(BOOKING);

const packedText = bilingual({ packed: ['แพ็กแล้ว', 'Packed'] });

export const PackedTag = ({ language }: { language: Language }) =>
  Tag({ tone: 'good', children: packedText(language).packed });
