export const TELEPHONE = '0812345678';
export const TAX_ID = '1234567890121';
export const WALLET = '004999012345678';

export const RECEIVERS: [string, Record<string, string>][] = [
  [TELEPHONE, { '01': '0066812345678' }],
  [TAX_ID, { '02': TAX_ID }],
  [WALLET, { '03': WALLET }],
];
