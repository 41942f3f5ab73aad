import type { Reader } from '../../db/reader.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { type Courier, type CourierName, findCourier } from './couriers.ts';

type AdapterName = Courier['settings']['adapter'];

const POST: readonly AdapterName[] = ['number_pool', 'shippop', 'http', 'manual'];
const FLASH: readonly AdapterName[] = ['flash', 'shippop', 'http', 'manual'];
const OTHERS: readonly AdapterName[] = ['shippop', 'http', 'manual'];

const FITTING: Readonly<Record<string, readonly AdapterName[]>> = {
  ems: POST,
  register: POST,
  parcel: POST,
  flash: FLASH,
  flash_bulky: FLASH,
  spx_pickup: OTHERS,
  spx_dropoff: OTHERS,
  kex: OTHERS,
  jt: OTHERS,
  best: OTHERS,
  ninjavan: OTHERS,
  dhl: OTHERS,
  inter_express: OTHERS,
  nim_express: OTHERS,
  lalamove: ['http', 'manual'], // SHIPPOP needs a position on the map
  store_pickup: ['manual'],
};

/** Whether the adapter has numbers of the courier. `other` and the codes of the config may be any courier. */
export const isFitting = (shippingType: string, adapter: AdapterName): boolean =>
  !Object.hasOwn(FITTING, shippingType) || FITTING[shippingType]?.includes(adapter) === true;

/** Why the courier cannot be set up with the adapter. One from a store file may keep its own. */
export function adapterProblem(db: Reader, { storeId, shippingType }: CourierName, adapter: AdapterName): Message[] {
  const isKept = findCourier(db, storeId, shippingType)?.settings.adapter === adapter;
  return isKept || isFitting(shippingType, adapter)
    ? []
    : [message('courier_adapter_unfit', { path: 'adapter', shippingType })];
}
