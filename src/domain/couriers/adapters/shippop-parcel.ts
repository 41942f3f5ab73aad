import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { moneyText } from '../../../lib/money.ts';
import { hasVisibleCharacter, truncate } from '../../../lib/text.ts';
import type { Address } from '../../address-fields.ts';
import type { Parcel } from './adapter.ts';
import type { ShippopSettings } from './shippop-requests.ts';

const PER_BAHT = 10_000; // money is stored in 1/10,000 baht
const DEFAULT_WEIGHT = 1_000; // grams; the courier weighs the parcel itself
const DEFAULT_SIZE = '1x1x1'; // centimeters, as in SHIPPOP's examples: the courier measures the parcel
const MAX_TEXT_LENGTH = 200; // of texts whose limit SHIPPOP does not document

type ParcelSettings = Pick<ShippopSettings, 'courierCode' | 'parcelSize'>;

type ShippopParcel = { problem: Message; fields?: undefined } | { fields: object; problem?: undefined };

/** The parcel in a booking request, or why it is impossible: nothing is rounded or dropped silently. */
export function shippopParcel(
  parcel: Parcel,
  { courierCode, parcelSize = DEFAULT_SIZE }: ParcelSettings,
): ShippopParcel {
  const problem = problemOf(parcel);
  if (problem !== undefined) return { problem };
  const cod = (parcel.codAmount ?? 0) / PER_BAHT;
  const weight = Math.max(1, Math.ceil(parcel.weight ?? DEFAULT_WEIGHT));
  const [width, length, height] = parcelSize.split('x').map(Number);
  const name = truncate(parcel.items.map(({ name, qty }) => `${name} × ${qty}`).join(', '), MAX_TEXT_LENGTH) || '-';
  const fields = {
    from: addressOf({ ...(parcel.sender as Address), name: parcel.senderName }),
    to: addressOf(parcel.recipient),
    parcel: { name, weight, width, length, height },
    courier_code: courierCode,
    remark: truncate(parcel.note ?? '', MAX_TEXT_LENGTH),
    meta: { ref_no_1: parcel.key, ref_no_2: parcel.orderNumber },
    // COD parcels must list products; the whole parcel is listed as one product with the COD amount as its price
    ...(cod > 0
      ? {
          cod_amount: cod,
          product: [{ product_code: parcel.orderNumber, name, category: '-', price: cod, amount: 1, weight }],
        }
      : {}),
  };
  return { fields };
}

function problemOf({ codAmount, sender, senderName, recipient }: Parcel): Message | undefined {
  if (codAmount !== null && codAmount % PER_BAHT !== 0)
    return message('shippop_cod_uneven', { amount: moneyText(codAmount) });
  if (!sender) return message('parcel_sender_missing');
  return addressProblem('sender', { ...sender, name: senderName }) ?? addressProblem('recipient', recipient);
}

/** SHIPPOP calls the sub-district `district` and the district `state`. */
const addressOf = (address: Address) => ({
  name: address.name,
  address: [address.address1, address.address2, address.address3].filter(Boolean).join(' '),
  district: address.sub_district ?? '',
  state: address.district ?? '',
  province: address.province ?? '',
  postcode: String(address.postal_code ?? ''),
  tel: address.telephone ?? '',
});

/** Our names of the fields, all of which SHIPPOP requires. */
const FIELDS = {
  name: 'name',
  tel: 'telephone',
  address: 'address1',
  district: 'sub_district',
  state: 'district',
  province: 'province',
  postcode: 'postal_code',
} as const;

function addressProblem(owner: 'sender' | 'recipient', address: Address): Message | undefined {
  const values = addressOf(address);
  const missing = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).filter((name) => !hasVisibleCharacter(values[name]));
  if (missing.length === 0) return undefined;
  return message('parcel_address_lacks', { owner, fields: missing.map((name) => FIELDS[name]) });
}
