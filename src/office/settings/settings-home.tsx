import type { Child } from 'hono/jsx';
import { storeAddresses } from '../../domain/addresses.ts';
import { withBackupSettings } from '../../domain/backups/settings.ts';
import { bankAccounts } from '../../domain/bank-accounts.ts';
import { defaultTier, priceTiers } from '../../domain/catalogue/price-tiers.ts';
import { warehouses } from '../../domain/catalogue/warehouses.ts';
import { couriersWithState, lacksSecret } from '../../domain/couriers/courier-state.ts';
import { quotaUsed } from '../../domain/order-counters.ts';
import { webAddress } from '../../domain/web-address.ts';
import { count, money } from '../../lib/number-format.ts';
import type { Page } from '../office-response.ts';
import { methodName } from '../orders/order-labels.ts';
import { Heading, Tag, Time } from '../page/components.tsx';
import { Icon, type IconName } from '../page/icons.tsx';
import { useRequest } from '../page/render-context.ts';
import type { StoreContext } from '../request-context.ts';
import { get, type Screen } from '../screen.ts';
import { alertTexts } from './alerts/alert-texts.ts';
import { auditTexts } from './audit/audit-texts.ts';
import { type Listed, listedBackups } from './backups/backup-page.tsx';
import { customerDataTexts } from './customer-data/customer-data-texts.ts';
import { paymentSettingTexts } from './payments/payment-setting-texts.ts';
import { settingsTexts } from './settings-texts.ts';
import { shippingRatesTexts } from './shipping/shipping-rates-texts.ts';

export const homeScreens: readonly Screen[] = [get('/settings', 'settings', homePage)];

async function homePage(context: StoreContext): Promise<Page> {
  const t = settingsTexts(context.language);
  const alerts = alertTexts(context.language);
  const audit = auditTexts(context.language);
  const customerData = customerDataTexts(context.language);
  const listed = context.isOperator ? await listedBackups(withBackupSettings(context.app).config) : undefined;
  return {
    title: t.settings,
    body: (
      <>
        <Heading title={t.settings} />
        <div class="card settings-list">
          <Group title={t.storeGroup}>
            <Section path="store" icon="store" title={t.store} state={<StoreState context={context} />} />
            <Section path="addresses" icon="pin" title={t.addresses} state={<AddressState context={context} />} />
            <Section path="warehouses" icon="stock" title={t.warehouses} state={<WarehouseState context={context} />} />
          </Group>
          <Group title={t.sellingGroup}>
            <Section
              path="payments"
              icon="card"
              title={paymentSettingTexts(context.language).title}
              state={<PaymentState context={context} />}
            />
            <Section path="couriers" icon="truck" title={t.couriers} state={<CourierState context={context} />} />
            <Section
              path="shipping"
              icon="pack"
              title={shippingRatesTexts(context.language).title}
              state={<ShippingState context={context} />}
            />
            <Section path="tiers" icon="tag" title={t.tiers} state={<TierState context={context} />} />
          </Group>
          <Group title={t.peopleGroup}>
            <Section path="accounts" icon="me" title={t.accounts} state={t.accountsHint} />
            <Section path="alerts" icon="bell" title={alerts.title} state={alerts.settingsHint} />
            <Section path="customers" icon="customers" title={customerData.title} state={customerData.hint} />
          </Group>
          <Group title={t.securityGroup}>
            <Section
              path="web-address"
              icon="partners"
              title={t.webAddress}
              state={webAddress(context.app) ?? <Tag tone="warn">{t.noWebAddress}</Tag>}
            />
            <Section path="audit" icon="list" title={audit.title} state={audit.hint} />
            {listed && (
              <Section
                path="backups"
                icon="backup"
                title={t.backups}
                state={<BackupState context={context} listed={listed} />}
              />
            )}
          </Group>
        </div>
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

/** The stylesheet hides a group without sections. */
const Group = ({ title, children }: { title: string; children: Child }) => (
  <section>
    <h2>{title}</h2>
    <ul>{children}</ul>
  </section>
);

interface SectionProps {
  path: string;
  icon: IconName;
  title: string;
  state: Child;
}

/** Not shown if the account may not open the page. */
const Section = ({ path, icon, title, state }: SectionProps) =>
  useRequest().mayOpen(`/settings/${path}`) && (
    <li>
      <Icon name={icon} />
      <div>
        <a href={`/office/settings/${path}`}>{title}</a>
        <p>{state}</p>
      </div>
      <Icon name="next" />
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
  const ways = [store.promptpayId !== null && methodName('promptpay', language), length > 0 && t.accounts(length)];
  const shown = ways.filter((way) => way !== false);
  return shown.length === 0 ? <Tag tone="warn">{t.nothingSetUp}</Tag> : <span>{shown.join(' · ')}</span>;
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

function ShippingState({ context: { store, language } }: { context: StoreContext }) {
  const t = shippingRatesTexts(language);
  const { shippingRates, freeShippingFrom, remoteArea } = store;
  const every = shippingRates.find(({ shippingType }) => shippingType === null);
  const others = shippingRates.length - (every ? 1 : 0);
  const [lightest] = every?.weightSteps ?? [];
  const parts = [
    ...(every ? [lightest ? t.weightRate(money(lightest.price)) : money(every.first)] : []),
    ...(others > 0 ? [t.rateCount(others)] : []),
    ...(shippingRates.length === 0 ? [t.none] : []),
    ...(freeShippingFrom === null ? [] : [t.isFreeFrom(money(freeShippingFrom))]),
    ...(remoteArea ? [t.remoteRate(money(remoteArea.fee))] : []),
  ];
  return parts.join(' · ');
}
