import { countMatches } from '../../../domain/orders/list/order-page.ts';
import {
  type CourierProgress,
  type HandedOverParcel,
  type HandOverOverview,
  handOverOverview,
} from '../../../domain/orders/shipments/hand-over-list.ts';
import { lastHandOver } from '../../../domain/orders/shipments/last-hand-over.ts';
import { undoObstacle } from '../../../domain/orders/shipments/undo-hand-over.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { count } from '../../../lib/number-format.ts';
import { fields, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { FormError, Post, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Empty, Heading, Notice, Tabs, Time } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import { Live } from '../../page/live.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ScanForm } from '../../scan/scan-field.tsx';
import { actors } from '../detail/history-texts.ts';
import { ParcelTag } from '../status-tags.tsx';
import { handOverTexts } from './hand-over-texts.ts';

const PATH = '/orders/hand-over';

/** The courier that was chosen above the field, by code. */
export const chosenCourier = (context: StoreContext): string | undefined =>
  context.query(fields({ courier: optionalText(64) })).courier;

/** A path of the page that keeps the chosen courier. */
export function handOverPath(context: StoreContext, below = '', courier = chosenCourier(context)): string {
  const query = courier === undefined ? '' : `?${new URLSearchParams({ courier })}`;
  return `${PATH}${below}${query}`;
}

export interface HandOverForms {
  scan?: Form<unknown>;
  undo?: Form<unknown>;
  /** A code that is handed over only if the user confirms it. */
  doubtful?: string | undefined;
}

const MAX_RECENT = 10;
const MAX_WAITING = 50;

/** One field for all parcels of a courier: each scan hands one over. */
export function handOverPage(context: StoreContext, { scan, undo, doubtful }: HandOverForms = {}): Page {
  const t = handOverTexts(context.language);
  const wanted = { shippingType: chosenCourier(context), recent: MAX_RECENT, waiting: MAX_WAITING };
  const overview = handOverOverview(context.db, context.store.id, wanted, context.now);
  const { progress } = overview;
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/orders?tab=packed', label: t.orders }}>
          <ButtonLink href="/office/orders/pack" icon="scan" label={t.pack} />
        </Heading>
        <CourierTabs context={context} progress={progress} />
        {undo && <FormError form={undo} />}
        <section class="card">
          <p class="hint">{t.hint}</p>
          <ScanForm action={handOverPath(context)} form={scan} label={t.code} beginsGroup={false}>
            <Submit label={t.handOver} />
          </ScanForm>
          {doubtful !== undefined && (
            <Post action={handOverPath(context)}>
              <input type="hidden" name="code" value={doubtful} />
              <input type="hidden" name="confirmed" value="on" />
              <Submit class="secondary outline" label={t.anyway} />
            </Post>
          )}
        </section>
        <Live context={context} id="hand-over">
          <Progress context={context} progress={progress} />
          <HandedOver context={context} parcels={overview.handedOver} />
          <Waiting context={context} overview={overview} />
          <WithoutNumber context={context} />
        </Live>
      </>
    ),
  };
}

interface ProgressProps {
  context: StoreContext;
  progress: readonly CourierProgress[];
}

function CourierTabs({ context, progress }: ProgressProps) {
  const t = handOverTexts(context.language);
  const chosen = chosenCourier(context);
  const codes = [...new Set([...progress.map(({ shippingType }) => shippingType), ...(chosen ? [chosen] : [])])];
  if (codes.length < 2 && chosen === undefined) return null;
  return (
    <Tabs
      label={t.couriers}
      tabs={[
        { href: `/office${PATH}`, label: t.allCouriers, current: chosen === undefined },
        ...codes.map((code) => ({
          href: `/office${handOverPath(context, '', code)}`,
          label: courierName(code, context.language),
          current: code === chosen,
          count: progress.find(({ shippingType }) => shippingType === code)?.waiting,
        })),
      ]}
    />
  );
}

/** The chosen courier, or all. */
export const ofChosen = (context: StoreContext, progress: readonly CourierProgress[]) => {
  const chosen = chosenCourier(context);
  return progress.filter(({ shippingType }) => chosen === undefined || shippingType === chosen);
};

function Progress({ context, progress }: ProgressProps) {
  const t = handOverTexts(context.language);
  const shown = ofChosen(context, progress);
  if (shown.length === 0) return <Empty title={t.nothing} hint={t.nothingHint} />;
  return (
    <List
      class="list lines"
      rows={shown}
      columns={(column) => [
        column(t.courier, ({ shippingType }) => courierName(shippingType, context.language)),
        column(t.handedOver, 'number labeled', ({ handedOver }) => String(handedOver)),
        column(t.waiting, 'number labeled', ({ waiting }) => String(waiting)),
        column({ hidden: t.manifest }, 'right end', ({ shippingType, handedOver }) =>
          handedOver > 0 ? <ManifestLink context={context} shippingType={shippingType} /> : null,
        ),
      ]}
    />
  );
}

/** The list of the parcels handed over today, for both sides to sign. */
function ManifestLink({ context, shippingType }: { context: StoreContext; shippingType: string }) {
  const t = handOverTexts(context.language);
  return (
    <ButtonLink
      href={`/office${handOverPath(context, '/manifest.pdf', shippingType)}`}
      icon="print"
      class="button small"
      target="_blank"
      aria-label={t.manifestOf(courierName(shippingType, context.language))}
      label={t.manifest}
    />
  );
}

interface HandedOverProps {
  context: StoreContext;
  parcels: HandOverOverview['handedOver'];
}

/** The last parcels, each with its undo while that is possible. */
function HandedOver({ context, parcels }: HandedOverProps) {
  const t = handOverTexts(context.language);
  if (parcels.length === 0) return null;
  return (
    <section>
      <h2>{t.justNow}</h2>
      <List
        class="list lines"
        rows={parcels}
        columns={(column) => [
          column(t.parcel, 'break', ({ trackingNumber }) => trackingNumber ?? '—'),
          column(t.order, 'top', ({ orderId, orderNumber }) => (
            <a href={`/office/orders/${orderId}`}>#{orderNumber}</a>
          )),
          column(t.courier, ({ shippingType }) => courierName(shippingType, context.language)),
          column(t.time, (parcel) => <WhenAndWho context={context} parcel={parcel} />),
          column({ hidden: t.undo }, 'right end', (parcel) => <Undo context={context} parcel={parcel} />),
        ]}
      />
    </section>
  );
}

interface ParcelProps {
  context: StoreContext;
  parcel: HandedOverParcel;
}

function WhenAndWho({ context, parcel }: ParcelProps) {
  const handOver = lastHandOver(context.db, parcel);
  const name = handOver && (handOver.actorName ?? actors(context.language)[handOver.actor]);
  return (
    <>
      <Time at={parcel.shipTime} /> {name !== undefined && <small class="muted">{name}</small>}
    </>
  );
}

function Undo({ context, parcel }: ParcelProps) {
  const t = handOverTexts(context.language);
  const { id, status, trackingNumber } = parcel;
  if (status !== 'picked_up') return <ParcelTag state={status} language={context.language} />;
  if (undoObstacle(context.db, parcel)) return null;
  return (
    <Post action={handOverPath(context, '/undo')}>
      <input type="hidden" name="parcel" value={String(id)} />
      <Submit class="secondary outline small" label={t.undo} aria-label={t.undoOf(trackingNumber ?? '')} />
    </Post>
  );
}

const MAX_COUNT = 1_000;

/** Packed orders that have no parcel to scan yet. With the waiting parcels they are the orders of the tab. */
function WithoutNumber({ context }: { context: StoreContext }) {
  const t = handOverTexts(context.language);
  const query = { tab: 'packed', isBooked: false } as const;
  const found = countMatches(context.db, context.store.id, query, MAX_COUNT, context.now);
  if (found.count === 0) return null;
  return (
    <Notice tone="warn">
      {t.withoutNumber(`${count(found.count)}${found.hasMore ? '+' : ''}`)}{' '}
      <a href="/office/orders?tab=packed&number=no">{t.show}</a> · <a href="/office/orders/numbers">{t.addNumbers}</a>
    </Notice>
  );
}

interface WaitingProps {
  context: StoreContext;
  overview: HandOverOverview;
}

function Waiting({ context, overview: { progress, waiting: parcels } }: WaitingProps) {
  const t = handOverTexts(context.language);
  const total = ofChosen(context, progress).reduce((sum, { waiting }) => sum + waiting, 0);
  if (total === 0) return null;
  return (
    <details>
      <summary>{t.stillWaiting(total)}</summary>
      <List
        class="list lines"
        rows={parcels}
        columns={(column) => [
          column(t.parcel, 'break', ({ trackingNumber }) => trackingNumber ?? '—'),
          column(t.order, 'top', ({ orderId, orderNumber }) => (
            <a href={`/office/orders/${orderId}`}>#{orderNumber}</a>
          )),
          column(t.courier, ({ shippingType }) => courierName(shippingType, context.language)),
        ]}
      />
      {total > parcels.length && <p class="muted">{t.more(total - parcels.length)}</p>}
    </details>
  );
}
