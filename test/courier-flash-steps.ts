import { flashCourier } from '../src/domain/couriers/adapters/flash.ts';
import { type CourierServer, LOCAL, openCourier } from './courier-server.ts';

export const adapterOf = ({ origin, merchantId, secret }: CourierServer, timeout = 2_000) =>
  flashCourier({ connection: LOCAL, url: `${origin}/`, merchantId, secret, timeout });

export async function open() {
  const courier = await openCourier();
  return { courier, adapter: adapterOf(courier) };
}
