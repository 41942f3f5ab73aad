import type { Turn } from '../../pictures/prepare.ts';
import { crc16 } from './promptpay.ts';

/** The content of the QR code on a Thai payment slip. */
export interface SlipCode {
  /** Code of the Bank of Thailand. */
  sendingBank: string;
  /** Assigned by the sending bank. */
  reference: string;
}

/** The result of reading a slip. */
export interface SlipReading {
  /** Undefined if the slip has no readable code. */
  code: SlipCode | undefined;
  /** Degrees clockwise until the code is upright. */
  turn: Turn;
}

// The code is a list of fields: a tag of two digits, a length of two digits, the value. Field 00 contains another list.
const CONTENT = '00';
const API_ID = '00';
const SLIP_API = '000001';
const BANK = '01';
const REFERENCE = '02';
const COUNTRY = '51';
const CHECKSUM = '91';
const CHECKSUM_LENGTH = 4;

/** Undefined if the text is not the code of a slip, or is damaged. */
export function readSlipCode(text: string): SlipCode | undefined {
  const fields = fieldsOf(text);
  const content = fieldsOf(fields?.get(CONTENT) ?? '');
  const sendingBank = content?.get(BANK);
  const reference = content?.get(REFERENCE);
  if (!fields || !hasChecksum(text, fields) || fields.get(COUNTRY) !== 'TH') return undefined;
  if (content?.get(API_ID) !== SLIP_API || !sendingBank || !/^\d{3}$/.test(sendingBank)) return undefined;
  return reference && /^[!-~]+$/.test(reference) ? { sendingBank, reference } : undefined;
}

/** The last field is the checksum of everything before its value. Banks write its letters in upper or lower case. */
function hasChecksum(text: string, fields: ReadonlyMap<string, string>): boolean {
  const checksum = fields.get(CHECKSUM);
  if (checksum?.length !== CHECKSUM_LENGTH || !text.endsWith(checksum)) return false;
  return crc16(text.slice(0, -CHECKSUM_LENGTH)) === checksum.toUpperCase();
}

/** The values by tag; undefined if the text is not a list of fields. */
function fieldsOf(text: string): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const [, tag, length] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? [];
    const end = at + 4 + Number(length);
    if (tag === undefined || end > text.length) return undefined;
    fields.set(tag, text.slice(at + 4, end));
    at = end;
  }
  return fields;
}
