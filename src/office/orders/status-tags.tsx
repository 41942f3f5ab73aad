import type { Language } from '../../domain/accounts/accounts.ts';
import { Tag } from '../page/components.tsx';
import { BOOKING, COD, type Look, ORDER, PARCEL, PAYMENT, RECORD, SHIPPING } from './display-names.ts';

const tagOf =
  <State extends string>(looks: Record<State, Look>) =>
  ({ state, language }: { state: State; language: Language }) => {
    const [tone, thai, english] = looks[state];
    return Tag({ tone, children: language === 'th' ? thai : english });
  };

export const OrderTag = tagOf(ORDER);
export const PaymentTag = tagOf(PAYMENT);
export const ShippingTag = tagOf(SHIPPING);
export const CodTag = tagOf(COD);
export const ParcelTag = tagOf(PARCEL);
export const PaymentRecordTag = tagOf(RECORD);
export const BookingTag = tagOf(BOOKING);
