import { type Money, moneyText } from '../../../lib/money.ts';
import { codePoints, hasVisibleCharacter } from '../../../lib/text.ts';
import type { Address } from '../../addresses.ts';
import type { Parcel } from './adapter.ts';

/** The parameters of a request to Flash Express. */
export type FlashParameters = Record<string, string>;

const KEY = /^[!-~]{1,64}$/; // outTradeNo
const PER_SATANG = 100; // money is held in 1/10,000 baht
const USUAL_WEIGHT = 1_000; // grams, where the store has not said: Flash weighs again
const LONGEST_REMARK = 200;

/** Article "others"; express category "standard", and "bulky" for its own shipping type. */
const ARTICLE = '99';
const expressCategory = (shippingType: string) => (shippingType === 'flash_bulky' ? '4' : '1');

export type FlashRequest =
  | { refused: string; parameters?: undefined }
  | { parameters: FlashParameters; refused?: undefined };

/** What Flash is asked to book, or why it cannot be: nothing is rounded or left out that it would have to know. */
export function flashParcel(parcel: Parcel): FlashRequest {
  const refused = fault(parcel);
  if (refused !== undefined) return { refused };
  const cod = parcel.codAmount ?? 0;
  const parameters = {
    outTradeNo: parcel.key,
    ...addressOf('src', { ...(parcel.sender as Address), name: parcel.senderName }),
    ...addressOf('dst', parcel.recipient),
    articleCategory: ARTICLE,
    expressCategory: expressCategory(parcel.shippingType),
    weight: String(Math.max(1, Math.ceil(parcel.weight ?? USUAL_WEIGHT))),
    insured: '0',
    codEnabled: cod > 0 ? '1' : '0',
    ...(cod > 0 ? { codAmount: String(cod / PER_SATANG) } : {}),
    remark: [...(parcel.note ?? '')].slice(0, LONGEST_REMARK).join(''),
  };
  return { parameters };
}

function fault({ key, codAmount, sender, senderName, recipient }: Parcel): string | undefined {
  if (!KEY.test(key)) return 'the booking’s key is not 1 to 64 visible ASCII characters';
  if (codAmount !== null && codAmount % PER_SATANG !== 0) return unevenAmount(codAmount);
  if (!sender) return 'the store has no address to send from';
  return (
    addressFault('the sender’s address', addressOf('src', { ...sender, name: senderName })) ??
    addressFault('the recipient’s address', addressOf('dst', recipient))
  );
}

const unevenAmount = (amount: Money) =>
  `Flash collects whole satang, and the COD amount ${moneyText(amount)} has more than 2 decimals`;

const addressOf = (whose: 'src' | 'dst', address: Address): FlashParameters => ({
  [`${whose}Name`]: address.name,
  [`${whose}Phone`]: address.telephone ?? '',
  [`${whose}ProvinceName`]: address.province ?? '',
  [`${whose}CityName`]: address.district ?? '',
  [`${whose}DistrictName`]: address.sub_district ?? '',
  [`${whose}PostalCode`]: String(address.postal_code ?? ''),
  [`${whose}DetailAddress`]: [address.address1, address.address2, address.address3].filter(Boolean).join(' '),
});

/** What Flash takes of each, after `src` and `dst`: our word for it, and at most so many characters. */
const LIMITS: Record<string, { field: string; most: number; optional?: true }> = {
  Name: { field: 'name', most: 50 },
  Phone: { field: 'telephone', most: 20 },
  ProvinceName: { field: 'province', most: 150 },
  CityName: { field: 'district', most: 150 },
  DistrictName: { field: 'sub_district', most: 150, optional: true },
  PostalCode: { field: 'postal_code', most: 20 },
  DetailAddress: { field: 'address1', most: 200 },
};

function addressFault(whose: string, parameters: FlashParameters): string | undefined {
  const entries = Object.entries(parameters).map(
    ([name, value]) => [LIMITS[name.slice(3)] as (typeof LIMITS)[string], value] as const,
  );
  const missing = entries.filter(([{ optional }, value]) => !optional && !hasVisibleCharacter(value));
  if (missing.length > 0) return `${whose} has no ${missing.map(([{ field }]) => field).join(', ')}`;
  const long = entries.find(([{ most }, value]) => codePoints(value) > most);
  return long && `${whose} has a longer ${long[0].field} than the ${long[0].most} characters that Flash takes`;
}
