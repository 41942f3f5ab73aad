import type { PastedAddress } from '../src/lib/thai-address/parse.ts';

/** The parts of a pasted address; missing ones are empty, or 0. */
export type Expected = [
  name: string,
  telephone: string,
  address1: string,
  sub: string,
  district: string,
  province: string,
  code: number,
];

export const partsOf = (address: PastedAddress): Expected => [
  address.name ?? '',
  address.telephone ?? '',
  address.address1 ?? '',
  address.sub_district ?? '',
  address.district ?? '',
  address.province ?? '',
  address.postal_code ?? 0,
];
