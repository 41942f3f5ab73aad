import { flashCourier } from '../src/domain/couriers/adapters/flash.ts';
import { type CourierServer, LOCAL, openAdapter } from './courier-server.ts';

export const adapterOf = ({ origin, merchantId, secret }: CourierServer, timeout = 2_000) =>
  flashCourier({ connection: LOCAL, url: `${origin}/`, merchantId, secret, timeout });

export const open = () => openAdapter(adapterOf);
