import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { barcodeProblem } from '../../lib/barcodes.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { THAILAND_POST } from './couriers.ts';
import { s10Problem } from './s10.ts';

const THAI_NUMBER = /^[A-Z0-9]{11}TH$/;
const THAI_EXAMPLE = 'EX123456785TH';
/** Other adapters may give numbers of their own for Thailand Post. */
const TYPED: readonly string[] = ['manual', 'number_pool'];

// Without the secrets of the courier, so that orders stay readable when a key is missing.
const formatOfCourier = query<{ adapter: string; examples: string | null }>(
  { reads: ['couriers'] },
  `SELECT settings ->> 'adapter' AS adapter, settings ->> 'number_example' AS examples FROM couriers
   WHERE store_id = ? AND shipping_type = ?`,
);

interface NumberedParcel {
  shippingType: string;
  trackingNumber: string | null;
}

/**
 * Why the number may be mistyped, or that of another courier: it is unlike the examples in the settings of the courier,
 * unlike the numbers of Thailand Post, or the barcode of a product. Only for a warning, since couriers change their formats.
 */
export function numberDoubt(
  db: Reader,
  storeId: Id,
  { shippingType, trackingNumber: number }: NumberedParcel,
): Message | undefined {
  const courier = db.get(formatOfCourier, storeId, shippingType);
  if (number === null || courier?.adapter === 'simulated') return undefined;
  if (isThaiBarcode(number)) return message('tracking_number_is_barcode', { number });
  if (THAILAND_POST.includes(shippingType) && TYPED.includes(courier?.adapter ?? 'manual'))
    return THAI_NUMBER.test(compact(number)) ? s10Problem(compact(number)) : unlike(number, THAI_EXAMPLE);
  const examples = courier?.examples?.split(/\s+/) ?? [];
  const [first] = examples;
  return first === undefined || examples.some((example) => isLike(number, example)) ? undefined : unlike(number, first);
}

/** An EAN-13 of GS1 Thailand. Some couriers have numbers of 13 digits with other prefixes. */
const isThaiBarcode = (number: string): boolean => /^885\d{10}$/.test(number) && barcodeProblem(number) === undefined;

const unlike = (number: string, example: string): Message => message('tracking_number_unlike', { number, example });

/** The same length and the same letters at the beginning. */
function isLike(number: string, example: string): boolean {
  const [prefix = ''] = /^[A-Z]*/.exec(compact(example)) ?? [];
  return compact(number).length === compact(example).length && compact(number).startsWith(prefix);
}

const compact = (number: string): string => number.replace(/[\s-]/g, '').toUpperCase();
