import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { moneyText } from '../../../lib/money.ts';
import { codePoints, hasVisibleCharacter } from '../../../lib/text.ts';
import type { Address } from '../../address-fields.ts';
import type { Parcel } from './adapter.ts';

export type FlashParameters = Record<string, string>;

const KEY = /^[!-~]{1,64}$/; // outTradeNo
const PER_SATANG = 100; // money is stored in 1/10,000 baht
const DEFAULT_WEIGHT = 1_000; // grams; Flash weighs the parcel itself
const MAX_REMARK_LENGTH = 200;

/** Article "others"; express category "standard", or "bulky" for its own shipping type. */
const ARTICLE = '99';
const expressCategory = (shippingType: string) => (shippingType === 'flash_bulky' ? '4' : '1');

type FlashRequest = { problem: Message; parameters?: undefined } | { parameters: FlashParameters; problem?: undefined };

/** The parameters of a booking, or why it is impossible: nothing is rounded or dropped silently. */
export function flashParcel(parcel: Parcel): FlashRequest {
  const problem = problemOf(parcel);
  if (problem !== undefined) return { problem };
  const cod = parcel.codAmount ?? 0;
  const parameters = {
    outTradeNo: parcel.key,
    ...addressOf('src', { ...(parcel.sender as Address), name: parcel.senderName }),
    ...addressOf('dst', parcel.recipient),
    articleCategory: ARTICLE,
    expressCategory: expressCategory(parcel.shippingType),
    weight: String(Math.max(1, Math.ceil(parcel.weight ?? DEFAULT_WEIGHT))),
    insured: '0',
    codEnabled: cod > 0 ? '1' : '0',
    ...(cod > 0 ? { codAmount: String(cod / PER_SATANG) } : {}),
    remark: [...(parcel.note ?? '')].slice(0, MAX_REMARK_LENGTH).join(''),
  };
  return { parameters };
}

function problemOf({ key, codAmount, sender, senderName, recipient }: Parcel): Message | undefined {
  if (!KEY.test(key)) return message('flash_key_malformed');
  if (codAmount !== null && codAmount % PER_SATANG !== 0)
    return message('flash_cod_uneven', { amount: moneyText(codAmount) });
  if (!sender) return message('parcel_sender_missing');
  return (
    addressProblem('sender', addressOf('src', { ...sender, name: senderName })) ??
    addressProblem('recipient', addressOf('dst', recipient))
  );
}

const addressOf = (side: 'src' | 'dst', address: Address): FlashParameters => ({
  [`${side}Name`]: address.name,
  [`${side}Phone`]: address.telephone ?? '',
  [`${side}ProvinceName`]: address.province ?? '',
  [`${side}CityName`]: address.district ?? '',
  [`${side}DistrictName`]: address.sub_district ?? '',
  [`${side}PostalCode`]: String(address.postal_code ?? ''),
  [`${side}DetailAddress`]: [address.address1, address.address2, address.address3].filter(Boolean).join(' '),
});

/** Flash's limits per parameter (without `src` or `dst`): our field name and the maximum length. */
const LIMITS: Record<string, { field: string; most: number; optional?: true }> = {
  Name: { field: 'name', most: 50 },
  Phone: { field: 'telephone', most: 20 },
  ProvinceName: { field: 'province', most: 150 },
  CityName: { field: 'district', most: 150 },
  DistrictName: { field: 'sub_district', most: 150, optional: true },
  PostalCode: { field: 'postal_code', most: 20 },
  DetailAddress: { field: 'address1', most: 200 },
};

function addressProblem(owner: 'sender' | 'recipient', parameters: FlashParameters): Message | undefined {
  const entries = Object.entries(parameters).map(
    ([name, value]) => [LIMITS[name.slice(3)] as (typeof LIMITS)[string], value] as const,
  );
  const missing = entries.filter(([{ optional }, value]) => !optional && !hasVisibleCharacter(value));
  if (missing.length > 0)
    return message('parcel_address_lacks', { owner, fields: missing.map(([{ field }]) => field) });
  const tooLong = entries.find(([{ most }, value]) => codePoints(value) > most);
  return tooLong && message('flash_address_too_long', { owner, field: tooLong[0].field, most: tooLong[0].most });
}
