import { isJsonObject, type JsonObject } from '../../../lib/json-object.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { hasVisibleCharacter } from '../../../lib/text.ts';
import { type CourierResponse, isRefusal } from './post.ts';

// SHIPPOP answers `{status: true | false, code?, message?, …}`. Lists are arrays, or objects with the keys 0, 1, …

export type Fields = JsonObject;

export type ShippopResponse =
  | { is: 'accepted'; body: Fields }
  | { is: 'refused'; body: Fields; reason: Message }
  | Exclude<CourierResponse, { is: 'received' }>;

export function shippopResponse(response: CourierResponse): ShippopResponse {
  if (response.is !== 'received') return response;
  const { status } = response;
  const body = fieldsOf(response.body);
  const isOk = status === 200;
  if (isOk && isTrue(body.status)) return { is: 'accepted', body };
  if ((isOk && body.status !== undefined) || isRefusal(status))
    return { is: 'refused', body, reason: refusalReason(body) ?? message('courier_answered', { status }) };
  return {
    is: 'unknown',
    reason: isOk ? message('courier_answer_malformed') : message('courier_answered', { status }),
  };
}

export const fieldsOf = (value: unknown): Fields => (isJsonObject(value) ? value : {});

export const listOf = (value: unknown): Fields[] =>
  (typeof value === 'object' && value !== null ? Object.values(value) : []).map(fieldsOf);

export const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1';

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** Messages for SHIPPOP's error codes that say what to do. */
const KNOWN_CODES: readonly (readonly [RegExp, (code: string) => Message])[] = [
  [/^(SERVICE|ERR)_MAINTENANCE$/, () => message('shippop_maintenance')],
  [/^DAY_OFF$/, () => message('shippop_day_off')],
  [/^ERR_ORIGIN$/, () => message('shippop_origin_unknown')],
  [/^(ERR_DEST|ERR_POSTCODE|ERR_OUT_OF_AREA)$/, () => message('shippop_destination_unknown')],
  [/^(ERR_)?NOT_SUPPORT_COD$/, () => message('shippop_no_cod')],
  [/^ERR_COD_AMOUNT_EXCEED$/, () => message('shippop_cod_too_much')],
  [/^(INVALID|ERR_OVER)_WEIGHT$/, () => message('shippop_weight_refused')],
  [/^(ERR_SIZE(_\d+)?|ERR_OVER_SIZE)$/, () => message('shippop_size_refused')],
  [/^ERR_MIN_ORDER_\d+$/, (code) => message('shippop_too_few', { least: Number(code.split('_').at(-1)) })],
];

const CODE_FIELDS = ['error_code', 'err_code', 'code', 'message', 'remark'] as const;

/** The reason of a rejection or of a rejected parcel; undefined if there is none. */
export function refusalReason(body: Fields): Message | undefined {
  const texts = textsIn(body);
  const [known] = texts.flatMap((code) =>
    KNOWN_CODES.filter(([pattern]) => pattern.test(code)).map(([, messageOf]) => messageOf(code)),
  );
  if (known) return known;
  const explanations = texts.filter((text) => hasVisibleCharacter(text) && !/^\d+$/.test(text));
  return explanations.length === 0
    ? undefined
    : message('shippop_answered', { text: [...new Set(explanations)].join(': ').slice(0, 400).toWellFormed() });
}

/** Codes and texts of the response, of its `error` and of its list, which may consist of texts. */
const textsIn = (body: Fields): string[] => [
  ...[body, fieldsOf(body.error), ...listOf(body.data), ...listOf(body.result)].flatMap((fields) =>
    CODE_FIELDS.map((name) => textOf(fields[name])),
  ),
  ...(typeof body.data === 'object' && body.data !== null ? Object.values(body.data) : [body.data]).map(textOf),
];

/** Temporary rejections. */
export const isTemporary = ({ key }: Message): boolean => key === 'shippop_maintenance' || key === 'shippop_day_off';
