import * as v from 'valibot';
import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import { flag, integer, text, textUpTo } from '../../lib/field-schemas.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { below, message } from '../../lib/messages/message.ts';
import { strictObject } from '../../lib/schema-builders.ts';
import { newSecret, secretVersion } from '../../lib/secrets.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { invalid, problem, problems } from '../../lib/validation.ts';
import { audit } from '../audit/audit-log.ts';
import type { CourierConnection } from './adapters/connection.ts';
import { bookingCounts } from './courier-state.ts';
import { type Courier, type CourierName, deleteCourier, findCourier, replaceCourier, secretOf } from './couriers.ts';
import { adapterProblem } from './fitting-adapters.ts';
import { type NumberRange, putRange, rangesOf, removeRange } from './number-pools.ts';
import { deleteOldSecret, keepOldSecret } from './old-secrets.ts';
import { shareApiKey, shippopDefaults, shippopFields } from './shippop-accounts.ts';

/** Settings by their names in a store file; null removes one. */
export type CourierChange = Readonly<Record<string, unknown>>;

/**
 * The courier's entry in a store file after the change, or its problems. Missing settings stay, unless the adapter
 * changes. `urlProblem` checks a new URL. A change with fields of a number range applies to the range with its prefix
 * and first number; a change without them keeps the first range.
 */
export function changedEntry(
  db: Reader,
  name: CourierName,
  change: CourierChange,
  urlProblem: UrlProblem = noProblem,
): { entry: CourierEntry } | { problems: Message[] } {
  const merged = mergedEntry(db, name, change);
  const unknownNames = unknownSettings(merged);
  for (const key of unknownNames) delete merged[key];
  const parsed = v.safeParse(courierEntry, merged);
  const found = [
    ...problems(parsed.issues ?? []),
    ...unknownNames.map((path) => message('courier_setting_unknown', { path, adapter: String(merged.adapter) })),
    ...missingSecret(merged),
    ...(parsed.success ? adapterProblem(db, name, parsed.output.adapter) : []),
    ...newUrlProblems(change, urlProblem),
  ];
  return parsed.success && found.length === 0 ? { entry: parsed.output } : { problems: found };
}

/** Why raan never connects to a URL; see `courierConnection`. */
type UrlProblem = CourierConnection['urlProblem'];
const noProblem: UrlProblem = () => undefined;

function newUrlProblems({ url }: CourierChange, urlProblem: UrlProblem): Message[] {
  const problem = typeof url === 'string' ? urlProblem(url) : undefined;
  return problem ? [below('url', problem)] : [];
}

function mergedEntry(
  db: Reader,
  { storeId, shippingType }: CourierName,
  change: CourierChange,
): Record<string, unknown> {
  const known = findCourier(db, storeId, shippingType);
  const adapter = change.adapter ?? known?.settings.adapter ?? '';
  const kept = known && adapter === known.settings.adapter ? keptSettings(known, change) : {};
  const range = known && adapter === 'number_pool' ? rangeToChange(rangesOf(db, known.id), change) : {};
  const shared =
    adapter === 'shippop' && known?.settings.adapter !== adapter
      ? shippopDefaults(db, { storeId, shippingType }, change)
      : {};
  return { ...shared, ...kept, ...range, ...change, adapter, shipping_type: shippingType };
}

/** SHIPPOP's two services have separate accounts: the key of one is not valid at the other. */
function keptSettings({ settings }: Courier, { url }: CourierChange): Partial<Courier['settings']> {
  if (settings.adapter !== 'shippop' || url === undefined || url === settings.url) return settings;
  const { secret, ...kept } = settings;
  return kept;
}

function rangeToChange(ranges: readonly NumberRange[], change: CourierChange): Partial<NumberRange> {
  const isIdentified = RANGE_NAMES.some((name) => change[name] !== undefined && change[name] !== null);
  const found = isIdentified
    ? ranges.find(({ prefix, first }) => prefix === change.prefix && first === change.first)
    : ranges[0];
  return found ? { prefix: found.prefix, first: found.first, count: found.count, cod: found.cod } : {};
}

/** Empty for an unknown adapter. */
function unknownSettings({ adapter, ...settings }: Record<string, unknown>): string[] {
  const names = SETTING_NAMES.get(adapter);
  return names ? Object.keys(settings).filter((key) => key !== 'shipping_type' && !names.includes(key)) : [];
}

/** A store file may lack secrets, because dumps omit them. A courier that is set up here must work, so it needs one. */
function missingSecret({ adapter, secret }: Record<string, unknown>): Message[] {
  if ((adapter === 'flash' || adapter === 'shippop') && !secret)
    return [message('courier_secret_required', { path: 'secret' })];
  return adapter === 'http' && secret === null ? [message('courier_secret_not_removable', { path: 'secret' })] : [];
}

/** A courier and its new secret, if one was generated: it is shown once. */
interface SetUp {
  courier: Courier;
  secret?: string;
}

/** Sets up what the entry contains. @returns the generated secret, shown once @throws AppError as `putRange` */
export function setUpCourier(tx: WriteTx, storeId: Id, entry: CourierEntry): SetUp {
  const { shipping_type, ...settings } = entry;
  if (settings.adapter === 'number_pool') return { courier: setUpPool(tx, storeId, shipping_type, settings) };
  if (settings.adapter === 'shippop') shareApiKey(tx, { storeId, shippingType: shipping_type }, settings);
  if (settings.adapter !== 'http' || settings.secret)
    return { courier: replaceCourier(tx, storeId, shipping_type, settings) };
  const secret = newSecret();
  return { courier: replaceCourier(tx, storeId, shipping_type, { ...settings, secret }), secret };
}

/** Applies `changedEntry` and `setUpCourier`. @throws AppError invalid_request with the first problem */
export function changeCourier(tx: WriteTx, name: CourierName, change: CourierChange, urlProblem?: UrlProblem): SetUp {
  const read = changedEntry(tx, name, change, urlProblem);
  if ('problems' in read) throw invalidRequest(read.problems[0] as Message);
  return setUpCourier(tx, name.storeId, read.entry);
}

type PoolEntry = Omit<Extract<CourierEntry, { adapter: 'number_pool' }>, 'shipping_type'>;

function setUpPool(tx: WriteTx, storeId: Id, shippingType: string, entry: PoolEntry): Courier {
  const { prefix, first, count, cod, given, ...settings } = entry;
  const courier = replaceCourier(tx, storeId, shippingType, settings);
  putRange(tx, courier.id, { prefix, first, count, cod, given });
  return courier;
}

interface Reset {
  now: number;
  /** Milliseconds for which callbacks with the old secret are accepted. */
  keepOldFor?: number | undefined;
}

/** Replaces the courier's secret. @throws AppError not_found; invalid_request if raan does not generate it */
export function resetCourierSecret(
  tx: WriteTx,
  { storeId, shippingType }: CourierName,
  { now, keepOldFor = 0 }: Reset,
): Required<SetUp> {
  const { settings } = existingCourier(tx, storeId, shippingType);
  if (settings.adapter === 'flash' || settings.adapter === 'shippop')
    throw invalidRequest('courier_makes_its_secret', { shippingType });
  if (settings.adapter === 'simulated') throw invalidRequest('sandbox_couriers_are_simulated');
  if (settings.adapter === 'manual') throw invalidRequest('courier_has_no_secret', { shippingType });
  const secret = newSecret();
  const courier = replaceCourier(tx, storeId, shippingType, { ...settings, secret });
  if (keepOldFor > 0 && settings.secret)
    keepOldSecret(tx, courier.id, { secret: settings.secret, endTime: now + keepOldFor });
  audit(tx, 'courier_secret_reset', {
    storeId,
    subjectId: courier.id,
    detail: { shipping_type: shippingType, old_secret_valid_for: keepOldFor },
  });
  return { courier, secret };
}

/** Identifies the current secret. */
export const courierSecretVersion = ({ settings }: Courier): string => secretVersion(secretOf(settings) || '');

/** Resets the secret unless it was reset since the form was shown: then undefined. */
export function replaceCourierSecret(
  tx: WriteTx,
  name: CourierName,
  { version, ...reset }: Reset & { version: string | undefined },
): string | undefined {
  const isCurrent = courierSecretVersion(existingCourier(tx, name.storeId, name.shippingType)) === version;
  return isCurrent ? resetCourierSecret(tx, name, reset).secret : undefined;
}

/** Rejects callbacks with the old secret from now on. @throws AppError not_found */
export function endOldCourierSecret(tx: WriteTx, { storeId, shippingType }: CourierName): Courier {
  const courier = existingCourier(tx, storeId, shippingType);
  if (deleteOldSecret(tx, courier.id))
    audit(tx, 'old_courier_secret_ended', { storeId, subjectId: courier.id, detail: { shipping_type: shippingType } });
  return courier;
}

/** @throws AppError as `removeRange`; invalid_request if it is the pool's only range */
export function removeRangeOf(tx: WriteTx, { storeId, shippingType }: CourierName, rangeId: Id): void {
  const courier = existingCourier(tx, storeId, shippingType);
  const ranges = rangesOf(tx, courier.id);
  if (ranges.length === 1 && ranges[0]?.id === rangeId)
    throw invalidRequest('number_range_is_the_only_one', { shippingType });
  removeRange(tx, courier.id, rangeId);
}

/** Replaces an unused range that was entered incorrectly. @throws AppError as `removeRange` and `changeCourier` */
export function replaceRangeOf(tx: WriteTx, name: CourierName, rangeId: Id, range: CourierChange): void {
  removeRange(tx, existingCourier(tx, name.storeId, name.shippingType).id, rangeId);
  changeCourier(tx, name, range);
}

/** @throws AppError not_found; invalid_request if bookings are open or numbers are used */
export function removeCourier(tx: WriteTx, storeId: Id, shippingType: string): void {
  const courier = existingCourier(tx, storeId, shippingType);
  const { waiting, requested, failed } = bookingCounts(tx, courier);
  const open = waiting + requested + failed;
  if (open > 0) throw invalidRequest('courier_has_open_bookings', { shippingType, open });
  for (const { id } of rangesOf(tx, courier.id)) removeRange(tx, courier.id, id);
  deleteCourier(tx, courier);
}

/** @throws AppError not_found */
function existingCourier(db: Reader, storeId: Id, shippingType: string): Courier {
  const courier = findCourier(db, storeId, shippingType);
  if (!courier) throw notFound('courier_not_set_up', { shippingType });
  return courier;
}

const MAX_NUMBERS = 100_000_000;

const setting = textUpTo(MAX_LENGTH.setting);

const webUrl = v.pipe(
  textUpTo(MAX_LENGTH.url),
  v.check((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), invalid('not_a_web_address')),
);

const commonFields = {
  shipping_type: textUpTo(MAX_LENGTH.name),
  tracking_url: v.optional(
    v.pipe(
      webUrl,
      v.check((url) => url.includes('{number}'), invalid('courier_url_without_number')),
    ),
  ),
  number_example: v.optional(textUpTo(MAX_LENGTH.name)),
};

/** One range of a number pool. */
const range = {
  prefix: v.pipe(text, v.regex(/^[A-Z]{2}$/, invalid('number_range_prefix_malformed'))),
  first: integer(0, MAX_NUMBERS - 1),
  count: integer(1, MAX_NUMBERS),
  cod: v.optional(flag, false),
  given: v.optional(integer(0, MAX_NUMBERS)), // so that another installation does not use numbers again
};

const { email, courier_code, parcel_size } = shippopFields(webUrl);
const SINGLE_SETTINGS = { ...commonFields, prefix: range.prefix, url: webUrl, email, courier_code, parcel_size };

/** Checks one setting regardless of the others. */
export function settingProblem(name: keyof typeof SINGLE_SETTINGS, value: string): Message | undefined {
  const { issues } = v.safeParse(SINGLE_SETTINGS[name], value);
  return issues && problem(issues[0]);
}

const COURIERS = [
  strictObject({
    ...commonFields,
    adapter: v.literal('number_pool'),
    ...range,
    warn_below: v.optional(integer(0, MAX_NUMBERS)),
    url: v.optional(webUrl),
    token: v.optional(setting),
    secret: v.optional(setting),
  }),
  strictObject({ ...commonFields, adapter: v.literal('http'), url: webUrl, secret: v.optional(setting) }),
  strictObject({
    ...commonFields,
    adapter: v.literal('flash'),
    url: webUrl,
    merchant_id: setting,
    secret: v.optional(setting),
  }),
  strictObject({ ...commonFields, adapter: v.literal('shippop'), ...shippopFields(webUrl) }),
  strictObject({ ...commonFields, adapter: v.literal('manual') }),
] as const;

/** A courier in a store file. A number pool has one entry per range. */
export const courierEntry = v.variant(
  'adapter',
  COURIERS,
  invalid('not_one_of', { codes: COURIERS.map(({ entries }) => entries.adapter.literal) }),
);

export type CourierEntry = v.InferOutput<typeof courierEntry>;

/** The settings of each adapter. */
export const SETTING_NAMES: ReadonlyMap<unknown, readonly string[]> = new Map(
  COURIERS.map(({ entries }) => [
    entries.adapter.literal,
    Object.keys(entries).filter((name) => name !== 'shipping_type' && name !== 'adapter'),
  ]),
);

const RANGE_NAMES: readonly string[] = Object.keys(range);
