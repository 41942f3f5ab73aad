import type { Parcel } from '../src/domain/couriers/adapters/adapter.ts';
import { httpCourier } from '../src/domain/couriers/adapters/http.ts';
import type { Money } from '../src/lib/money.ts';
import { type CourierServer, LOCAL, openAdapter } from './courier-server.ts';

export const NOW = 1_762_837_200_000;

export const parcel = (change: Partial<Parcel> = {}): Parcel => ({
  key: 'booking-1',
  shippingType: 'kex',
  orderNumber: '1042',
  senderName: 'บ้านกาแฟ',
  sender: { name: 'บ้านกาแฟ', telephone: '021234567', province: 'กรุงเทพมหานคร', postal_code: 10110 },
  recipient: { name: 'สมชาย ใจดี', telephone: '0812345678', legal_entity_id: '1101700230708', postal_code: 50200 },
  weight: 450,
  codAmount: 5_905_000 as Money,
  note: 'ระวังแตก',
  items: [{ name: 'ลาเต้', qty: 2 }],
  ...change,
});

export const adapterOf = (courier: CourierServer, timeout = 2_000) =>
  httpCourier({ connection: LOCAL, url: courier.url, secret: courier.secret, now: () => NOW, timeout });

export const open = () => openAdapter(adapterOf);
