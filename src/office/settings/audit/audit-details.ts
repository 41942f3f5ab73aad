import { PERMISSIONS, parsePermissions } from '../../../domain/accounts/permissions.ts';
import type { AuditEntry } from '../../../domain/audit/audit-log.ts';
import { subjectOf } from '../../../domain/audit/audit-subjects.ts';
import { courierName } from '../../../lib/courier-names.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Language } from '../../../lib/messages/catalogue.ts';
import { fieldLabel } from '../../../lib/messages/field-labels.ts';
import { parseMoney, ZERO } from '../../../lib/money.ts';
import { count, money, spanText, weightText } from '../../../lib/number-format.ts';
import { bankName } from '../../../lib/thai-banks.ts';
import { bulkTexts } from '../../orders/bulk/bulk-texts.ts';
import { undoReasonNames } from '../../orders/cod/cod-texts.ts';
import { voidReasonNames } from '../../orders/detail/receipt-texts.ts';
import { minuteText } from '../../page/format.ts';
import { appTexts } from '../../partners/apps/app-texts.ts';
import { partnerTexts } from '../../partners/partner-texts.ts';
import type { StoreContext } from '../../request-context.ts';
import { pageName } from '../../search/commands.ts';
import { permissionNames, roleNames } from '../accounts/role-texts.ts';
import { orderDataNames, serviceTexts, wayNames } from '../alerts/alert-texts.ts';
import { courierTexts } from '../couriers/courier-texts.ts';
import { paymentSettingTexts } from '../payments/payment-setting-texts.ts';
import { settingsTexts } from '../settings-texts.ts';
import { shippingRatesTexts } from '../shipping/shipping-rates-texts.ts';
import { auditFieldTexts, auditTexts, signInMethodNames } from './audit-texts.ts';

// The details of an entry as the office names and writes them.

type FieldText = keyof ReturnType<typeof auditFieldTexts>;

/** Names of fields that other pages already name. */
const LABELS: Readonly<Record<string, (language: Language) => string>> = {
  sellBelowZero: (language) => settingsTexts(language).sellBelowZero,
  codCountsAsReady: (language) => paymentSettingTexts(language).codCountsAsReady,
  orderQuota: (language) => settingsTexts(language).quota,
  promptpayId: (language) => paymentSettingTexts(language).promptpay,
  promptpayName: (language) => paymentSettingTexts(language).promptpayName,
  vatPercent: (language) => settingsTexts(language).vat,
  suspended: (language) => settingsTexts(language).suspended,
  shippingRates: (language) => shippingRatesTexts(language).title,
  freeShippingFrom: (language) => shippingRatesTexts(language).freeFrom,
  remoteArea: (language) => shippingRatesTexts(language).remoteArea,
  permissions: (language) => partnerTexts(language).permissions,
  ownOrdersOnly: (language) => partnerTexts(language).ownOrdersOnly,
  priceTierId: (language) => partnerTexts(language).tier,
  appId: (language) => partnerTexts(language).app,
  expireTime: (language) => partnerTexts(language).expiry,
  stockAvailableUpdated: (language) => appTexts(language).stockEvent,
  orderUpdated: (language) => appTexts(language).orderEvent,
  productUpdated: (language) => appTexts(language).productEvent,
};

/** The label of a field of an entry. */
export function labelOf(event: string, name: string, language: Language): string {
  const own = auditFieldTexts(language);
  const special = `${event}.${name}`;
  if (special in own) return own[special as FieldText];
  if (name in own) return own[name as FieldText];
  return LABELS[name]?.(language) ?? fieldLabel(name, language);
}

type Show = (value: string, context: StoreContext) => string;

const nameOf =
  (event: 'app_changed' | 'price_tier_changed' | 'role_changed' | 'store_changed'): Show =>
  (value, { db }) =>
    subjectOf(db, event, Number(value) as Id)?.name ?? `#${value}`;

const yesOrNo: Show = (value, { language }) => auditTexts(language)[value === '1' ? 'yes' : 'no'];

const baht: Show = (value) => {
  const amount = parseMoney(value);
  return amount === undefined ? value : money(amount);
};

/** Formats of values that are not readable as stored. */
const SHOW: Readonly<Record<string, Show>> = {
  priceTierId: nameOf('price_tier_changed'),
  appId: nameOf('app_changed'),
  roleId: nameOf('role_changed'),
  storeId: nameOf('store_changed'),
  new_device: yesOrNo,
  role: (value, { language }) =>
    value === 'custom' ? auditTexts(language).ownRole : (roleNames(language)[value as 'owner'] ?? value),
  permissions: (value, { language }) =>
    value
      .split(/[ ,]+/)
      .map((word) => permissionText(word, language))
      .join(', '),
  language: (value) => (value === 'th' ? 'ไทย' : 'English'),
  expireTime: (value, { language }) => minuteText(Number(value), language),
  old_secret_valid_for: (value, { language }) =>
    value === '0' ? auditTexts(language).notAtAll : spanText(Number(value), language),
  shippingRates: (value, { language }) =>
    value
      .split(',')
      .map((rate) => rateText(rate, language))
      .join(', '),
  freeShippingFrom: baht,
  remoteArea: (value) => value.replace(/^\S+/, (fee) => `+${money(parseMoney(fee) ?? ZERO)}:`),
  amount: baht,
  fee: baht,
  reason: (value, { language }) => undoReasonNames(language)[value as 'mistake'] ?? value,
  void_reason: (value, { language }) => voidReasonNames(language)[value as 'seller'] ?? value,
  bank: (value, { language }) => bankName(value, language),
  shipping_type: (value, { language }) => courierName(value, language),
  adapter: (value, { language }) => courierTexts(language)[value as 'manual'] ?? value,
  action: (value, { language }) => bulkTexts(language)[value as 'paid'] ?? value,
  kind: (value, { language }) => auditTexts(language)[value === 'address' ? 'ofAddress' : 'ofAccount'],
  file: (value, { language }) => fileText(value, language),
  way: (value, { language }) => wayNames(language)[value as 'email'] ?? value,
  order_data: (value, { language }) => orderDataNames(language)[value as 'order'] ?? value,
  security: (value, { language }) => serviceTexts(language)[value as 'tls'] ?? value,
  port: (value) => value,
  method: (value, { language }) => signInMethodNames(language)[value as 'password'] ?? value,
  is_primary: yesOrNo,
  is_removed: yesOrNo,
};

/** An exported list by its page, such as `Orders (CSV)`; other files keep their name or path. */
function fileText(file: string, language: Language): string {
  if (file === '/settings/backups/copy') return auditTexts(language).backupFile;
  const [, path = '', format = ''] = /^(.*?)(?:\/(?:list|sales|channels))?\.(csv|xlsx)$/.exec(file) ?? [];
  const page = pageName(path, language);
  return page === undefined ? file : `${page} (${format === 'csv' ? 'CSV' : 'Excel'})`;
}

/** `* 40 10 500=35 +=80`: the courier, the first and each further unit, and the steps by weight. */
function rateText(rate: string, language: Language): string {
  const [courier = '', first = '', eachMore = '', ...steps] = rate.split(' ');
  const t = shippingRatesTexts(language);
  const name = courier === '*' ? t.everyCourier : courierName(courier, language);
  const amounts = [first, eachMore].map((amount) => money(parseMoney(amount) ?? ZERO)).join(' + ');
  const byWeight = steps.map((step) => {
    const [upTo, price = ''] = step.split('=');
    const amount = money(parseMoney(price) ?? ZERO);
    return upTo === '+' ? t.heavierText(amount) : t.stepText(weightText(Number(upTo), language), amount);
  });
  return `${name} ${amounts}${byWeight.length > 0 ? ` (${byWeight.join('; ')})` : ''}`;
}

function permissionText(word: string, language: Language): string {
  const [known] = PERMISSIONS.filter((permission) => parsePermissions(word).has(permission));
  return known ? permissionNames(language)[known] : (partnerTexts(language)[word as 'orders.read'] ?? word);
}

function valueText(context: StoreContext, name: string, value: unknown): string {
  const t = auditTexts(context.language);
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return t.empty;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  const show = SHOW[name];
  if (show) return show(String(value), context);
  if (typeof value === 'number') return count(value);
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** Whether the fields of the event have a value before and after. */
const isChange = (event: string): boolean => /_changed$|^courier_set$|^slip_verifier_set$/.test(event);

/** Fields that only other programs and the payment log read. */
const IDS = ['payment', 'refunds'];

/** The subject, the fields, and how often it happened. */
export function detailText(context: StoreContext, entry: AuditEntry): string {
  const { event, subjectId, count: times } = entry;
  const repeated = times > 1 ? [auditTexts(context.language).times(count(times))] : [];
  return [...subjectTexts(context, event, subjectId), ...fieldTexts(context, entry), ...repeated].join(' · ');
}

/** The fields with their labels. @param except names of fields */
export function fieldTexts(
  context: StoreContext,
  { event, detail }: Pick<AuditEntry, 'event' | 'detail'>,
  except: readonly string[] = [],
): string[] {
  const shown = Object.entries(detail).filter(([name]) => !IDS.includes(name) && !except.includes(name));
  return shown.map(([name, value]) => {
    const isPair = isChange(event) && Array.isArray(value) && value.length === 2;
    const texts =
      value === 'secret'
        ? [auditTexts(context.language).hidden]
        : (isPair ? value : [value]).map((item) => valueText(context, name, item));
    return `${labelOf(event, name, context.language)}: ${texts.join(' → ')}`;
  });
}

function subjectTexts({ db, language }: StoreContext, event: AuditEntry['event'], id: Id | null): string[] {
  if (id === null) return [];
  const { kind, name } = subjectOf(db, event, id) ?? {};
  if (kind === 'courier') return event.startsWith('number_range') ? [courierName(name ?? '', language)] : [];
  return [name ?? `#${id}`];
}
