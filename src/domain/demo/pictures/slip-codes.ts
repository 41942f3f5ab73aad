import { crc16 } from '../../orders/payments/promptpay.ts';
import type { SlipCode } from '../../orders/payments/slip-code.ts';
import { drawQrs } from '../../print/print-job.ts';

/** Of the transfer with this number in the history. */
export const slipCodeOf = (transfer: number): SlipCode => ({
  sendingBank: '004',
  reference: String(400_000_000_000_000 + transfer * 7_919_000_003),
});

/** PNG of the QR codes by references. One thread draws them while the history is made. */
export async function drawSlipCodes(transfers: readonly number[]): Promise<Map<string, Uint8Array>> {
  const codes = [...new Set(transfers)].map(slipCodeOf);
  const drawn = await drawQrs(codes.map(slipCodeText));
  return new Map(drawn.map(({ png }, i) => [codes[i]?.reference ?? '', png]));
}

const field = (tag: string, value: string): string => `${tag}${String(value.length).padStart(2, '0')}${value}`;

/** As `readSlipCode` reads it. */
function slipCodeText({ sendingBank, reference }: SlipCode): string {
  const content = field('00', '000001') + field('01', sendingBank) + field('02', reference);
  const text = `${field('00', content)}${field('51', 'TH')}9104`;
  return text + crc16(text);
}
