import type { Child } from 'hono/jsx';
import { storeAddresses } from '../../domain/addresses.ts';
import { defaultTier, priceTiers, warehouses } from '../../domain/catalogue/places.ts';
import { listCouriers } from '../../domain/couriers/couriers.ts';
import { courierState, lacksSecret } from '../../domain/couriers/state.ts';
import { quotaUsed } from '../../domain/stores.ts';
import type { Page } from '../answer.ts';
import { count } from '../page/format.ts';
import { Heading, Tag, Time } from '../page/parts.tsx';
import { get, type Screen } from '../screen.ts';
import type { Visit } from '../visit.ts';
import { type Listed, listedBackups } from './listed-backups.ts';
import { settingsTexts } from './settings-texts.ts';

export const homeScreens: readonly Screen[] = [get('/settings', 'owner', homePage)];

async function homePage(visit: Visit): Promise<Page> {
  const t = settingsTexts(visit.language);
  const listed = visit.isOperator ? await listedBackups(visit.ctx.config) : undefined;
  return {
    title: t.settings,
    body: (
      <>
        <Heading title={t.settings} />
        <ul class="sections">
          <Section path="store" title={t.store} state={<StoreState visit={visit} />} />
          <Section path="addresses" title={t.addresses} state={<AddressState visit={visit} />} />
          <Section path="warehouses" title={t.warehouses} state={<WarehouseState visit={visit} />} />
          <Section path="tiers" title={t.tiers} state={<TierState visit={visit} />} />
          <Section path="couriers" title={t.couriers} state={<CourierState visit={visit} />} />
          <Section path="accounts" title={t.accounts} state={t.aboutAccounts} />
          {listed && <Section path="backups" title={t.backups} state={<BackupState visit={visit} listed={listed} />} />}
        </ul>
      </>
    ),
  };
}

function BackupState({ visit, listed: { backups, unreadable } }: { visit: Visit; listed: Listed }) {
  const t = settingsTexts(visit.language);
  if (unreadable !== undefined) return <Tag tone="bad">{t.badFolder}</Tag>;
  const [latest] = backups;
  if (!latest) return <Tag tone="warn">{visit.ctx.config.backup.folder === '' ? t.noFolder : t.noBackup}</Tag>;
  return (
    <>
      {t.lastBackup} <Time visit={visit} at={latest.time} ago />
    </>
  );
}

const Section = ({ path, title, state }: { path: string; title: string; state: Child }) => (
  <li class="card">
    <h2>
      <a href={`/office/settings/${path}`}>{title}</a>
    </h2>
    <p>{state}</p>
  </li>
);

function StoreState({ visit: { ctx, store, now, language } }: { visit: Visit }) {
  const t = settingsTexts(language);
  const used = quotaUsed(ctx.db, store.id, now);
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

function AddressState({ visit: { ctx, store, language } }: { visit: Visit }) {
  const t = settingsTexts(language);
  const [first] = storeAddresses(ctx.db, store.id);
  return first ? <span>{t.sentFrom(first.name)}</span> : <Tag tone="warn">{t.noAddress}</Tag>;
}

function WarehouseState({ visit: { ctx, store, language } }: { visit: Visit }) {
  const t = settingsTexts(language);
  const places = warehouses(ctx.db, store.id);
  return places[0] ? <span>{t.firstOf(places[0].name, places.length)}</span> : <Tag tone="bad">{t.noWarehouse}</Tag>;
}

function TierState({ visit: { ctx, store, language } }: { visit: Visit }) {
  const t = settingsTexts(language);
  const tier = defaultTier(ctx.db, store.id);
  return tier ? (
    <span>{t.defaultIs(tier.name, priceTiers(ctx.db, store.id).length)}</span>
  ) : (
    <Tag tone="bad">{t.noTier}</Tag>
  );
}

function CourierState({ visit: { ctx, store, language } }: { visit: Visit }) {
  const t = settingsTexts(language);
  const couriers = listCouriers(ctx.db, store.id);
  const isLow = couriers.some((courier) => courierState(ctx, courier).numbers?.some(({ low }) => low));
  return (
    <>
      {couriers.length === 0 ? t.noCourier : t.setUp(couriers.length)} {isLow && <Tag tone="warn">{t.lowNumbers}</Tag>}{' '}
      {couriers.some(lacksSecret) && <Tag tone="bad">{t.needSecret}</Tag>}
    </>
  );
}
