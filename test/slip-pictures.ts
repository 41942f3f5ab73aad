import { toBuffer } from 'bwip-js/node';
import sharp from 'sharp';
import { crc16 } from '../src/domain/orders/payments/promptpay.ts';

// Pictures of payment slips with the QR code that Thai banks print.

const field = (tag: string, value: string) => `${tag}${String(value.length).padStart(2, '0')}${value}`;

/** The text of a slip's code. */
export function slipCode(reference: string, bank = '004', apiId = '000001'): string {
  const content = field('00', apiId) + field('01', bank) + field('02', reference);
  const text = `${field('00', content)}${field('51', 'TH')}9104`;
  return text + crc16(text);
}

/** A slip as phones save it, with the code at the bottom right. */
export async function slipPicture(text: string, { turn = 0, quality = 60 } = {}): Promise<Buffer> {
  const code = await toBuffer({
    bcid: 'qrcode',
    text,
    scale: 3,
    paddingwidth: 6,
    paddingheight: 6,
    backgroundcolor: 'FFFFFF',
  });
  const slip = await sharp({ create: { width: 800, height: 1200, channels: 3, background: '#e8f0ea' } })
    .composite([{ input: code, left: 540, top: 940 }])
    .png()
    .toBuffer();
  return sharp(slip).rotate(turn).jpeg({ quality }).toBuffer();
}
