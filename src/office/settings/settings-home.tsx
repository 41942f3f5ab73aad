import type { Child } from 'hono/jsx';
import { storeAddresses } from '../../domain/addresses.ts';
import { withBackupSettings } from '../../domain/backups/settings.ts';
import { bankAccounts } from '../../domain/bank-accounts.ts';
import { defaultTier, priceTiers } from '../../domain/catalogue/price-tiers.ts';
import { warehouses } from '../../domain/catalogue/warehouses.ts';
import { couriersWithState, lacksSecret } from '../../domain/couriers/courier-state.ts';
import { quotaUsed } from '../../domain/order-counters.ts';
import { count } from '../../lib/number-format.ts';
import type { Page } from '../office-response.ts';
import { Heading, Tag, Time } from '../page/components.tsx';
import { useRequest } from '../page/render-context.ts';
import type { StoreContext } from '../request-context.ts';
import { get, type Screen } from '../screen.ts';
import { alertTexts } from './alerts/alert-texts.ts';
import { auditTexts } from './audit/audit-texts.ts';
import { type Listed, listedBackups } from './backups/backup-page.tsx';
import { customerTexts } from './customers/customer-texts.ts';
import { paymentSettingTexts } from './payments/payment-setting-texts.ts';
import { settingsTexts } from './settings-texts.ts';

export const homeScreens: readonly Screen[] = [get('/settings', 'settings', homePage)];

async function homePage(context: StoreContext): Promise<Page> {
  const t = settingsTexts(context.language);
  const alerts = alertTexts(context.language);
  const audit = auditTexts(context.language);
  const customers = customerTexts(context.language);
  const listed = context.isOperator ? await listedBackups(withBackupSettings(context.app).config) : undefined;
  return {
    title: t.settings,
    body: (
      <>
        <Heading title={t.settings} />
        <ul class="sections">
          <Section path="store" title={t.store} state={<StoreState context={context} />} />
          <Section
            path="payments"
            title={paymentSettingTexts(context.language).title}
            state={<PaymentState context={context} />}
          />
          <Section path="addresses" title={t.addresses} state={<AddressState context={context} />} />
          <Section path="warehouses" title={t.warehouses} state={<WarehouseState context={context} />} />
          <Section path="tiers" title={t.tiers} state={<TierState context={context} />} />
          <Section path="couriers" title={t.couriers} state={<CourierState context={context} />} />
          <Section path="accounts" title={t.accounts} state={t.accountsHint} />
          <Section path="alerts" title={alerts.title} state={alerts.settingsHint} />
          <Section path="customers" title={customers.title} state={customers.hint} />
          <Section path="audit" title={audit.title} state={audit.hint} />
          {listed && (
            <Section path="backups" title={t.backups} state={<BackupState context={context} listed={listed} />} />
          )}
        </ul>
      </>
    ),
  };
}

function BackupState({ context, listed: { backups, unreadable } }: { context: StoreContext; listed: Listed }) {
  const t = settingsTexts(context.language);
  if (unreadable !== undefined) return <Tag tone="bad">{t.unreadableFolder}</Tag>;
  const [latest] = backups;
  if (!latest)
    return (
      <Tag tone="warn">{withBackupSettings(context.app).config.backup.folder === '' ? t.noFolder : t.noBackup}</Tag>
    );
  return (
    <>
      {t.lastBackup} <Time at={latest.time} ago />
    </>
  );
}

/** Not shown if the account may not open the page. */
const Section = ({ path, title, state }: { path: string; title: string; state: Child }) =>
  useRequest().mayOpen(`/settings/${path}`) && (
    <li class="card">
      <h2>
        <a href={`/office/settings/${path}`}>{title}</a>
      </h2>
      <p>{state}</p>
    </li>
  );

function StoreState({ context: { app, store, now, language } }: { context: StoreContext }) {
  const t = settingsTexts(language);
  const used = quotaUsed(app.db, store.id, now);
  const isFull = store.orderQuota > 0 && used >= store.orderQuota;
  return (
    <>
      {store.suspended && <Tag tone="bad">{t.suspended}</Tag>}{' '}
      <span class={isFull ? 'full' : undefined}>
        {t.quotaUsed} {store.orderQuota > 0 ? t.quotaOf(count(used), count(store.orderQuota)) : count(used)}
      </span>
    </>
  );
}

function PaymentState({ context: { app, store, language } }: { context: StoreContext }) {
  const t = paymentSettingTexts(language);
  const { length } = bankAccounts(app.db, store.id);
  return <span>{length === 0 ? t.noAccount : t.accounts(length)}</span>;
}

function AddressState({ context: { app, store, language } }: { context: StoreContext }) {
  const t = settingsTexts(language);
  const [first] = storeAddresses(app.db, store.id);
  return first ? <span>{t.sentFrom(first.name)}</span> : <Tag tone="warn">{t.noAddress}</Tag>;
}

function WarehouseState({ context: { app, store, language } }: { context: StoreContext }) {
  const t = settingsTexts(language);
  const list = warehouses(app.db, store.id);
  return list[0] ? <span>{t.firstWarehouse(list[0].name, list.length)}</span> : <Tag tone="bad">{t.noWarehouse}</Tag>;
}

function TierState({ context: { app, store, language } }: { context: StoreContext }) {
  const t = settingsTexts(language);
  const tier = defaultTier(app.db, store.id);
  return tier ? (
    <span>{t.defaultTier(tier.name, priceTiers(app.db, store.id).length)}</span>
  ) : (
    <Tag tone="bad">{t.noTier}</Tag>
  );
}

function CourierState({ context: { app, store, language } }: { context: StoreContext }) {
  const t = settingsTexts(language);
  const couriers = couriersWithState(app, store.id);
  const isLow = couriers.some(({ numbers }) => numbers?.some(({ low }) => low));
  return (
    <>
      {couriers.length === 0 ? t.noCourier : t.courierCount(couriers.length)}{' '}
      {isLow && <Tag tone="warn">{t.lowNumbers}</Tag>}{' '}
      {couriers.some(lacksSecret) && <Tag tone="bad">{t.missingSecret}</Tag>}
    </>
  );
}
