import type { Child } from 'hono/jsx';
import { findCourier, isBookable } from '../../../domain/couriers/couriers.ts';
import type { BulkActionName } from '../../../domain/orders/bulk/bulk-rows.ts';
import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import { stagesOf, WAITING } from '../../../domain/orders/list/tabs.ts';
import { LABEL_SIZES } from '../../../domain/print/labels/label.ts';
import { Submit } from '../../forms/inputs.tsx';
import { Confirm } from '../../page/components.tsx';
import { Icon } from '../../page/icons.tsx';
import { useRequest } from '../../page/render-context.ts';
import type { StoreContext } from '../../request-context.ts';
import { orderListTexts } from './order-list-texts.ts';
import type { DOCUMENTS } from './print-documents.tsx';

interface BarProps {
  context: StoreContext;
  /** On the page. */
  orders: readonly OrderEntry[];
}

/** Shown while orders are selected; on a phone one line, with the other actions folded. */
export const BulkBar = ({ context, orders }: BarProps) => {
  const t = orderListTexts(context.language);
  if (!context.may('orders'))
    return (
      <div class="bulk">
        <SelectedCount context={context} />
        {context.may('money') && <BulkButton action="paid">{t.markPaid}</BulkButton>}
        <PrintButton to="receipts">{t.receipts}</PrintButton>
      </div>
    );
  const main = mainAction(context, orders);
  return (
    <div class="bulk">
      <SelectedCount context={context} />
      <MainButton context={context} main={main} />
      <details class="bulk-more">
        <summary class="button">{t.moreActions}</summary>
        <div class="groups">
          <PrintGroup context={context} main={main} />
          <div class="group">
            {main !== 'request' && (
              <Submit formaction="/office/orders/book" class="secondary outline" label={t.request} />
            )}
            {main !== 'paid' && context.may('money') && <BulkButton action="paid">{t.markPaid}</BulkButton>}
            <BulkButton action="deliver">{t.markDelivered}</BulkButton>
            <BulkButton action="tag">{t.addTag}</BulkButton>
            <Confirm label={t.handOver} danger={false}>
              <p>{t.handOverWarning}</p>
              <Submit formaction="/office/orders/picked-up" label={t.confirmHandOver} />
            </Confirm>
          </div>
          {context.may('money') && (
            <div class="group">
              <BulkButton action="cancel" class="secondary outline dangerous">
                {t.cancelOrders}
              </BulkButton>
            </div>
          )}
        </div>
      </details>
    </div>
  );
};

type MainAction = 'request' | 'labels' | 'address-labels' | 'paid';

/** Actions that are possible for most orders of the page. */
function mainAction(context: StoreContext, orders: readonly OrderEntry[]): MainAction {
  const possible = orders.filter(({ stage }) => WAITING.includes(stage)).map((order) => nextFor(context, order));
  const counts = Map.groupBy(possible, (action) => action);
  const most = [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
  return most === undefined || (most === 'paid' && !context.may('money')) ? 'labels' : most;
}

function nextFor({ db, store }: StoreContext, { stage, parcels, shippingType }: OrderEntry): MainAction {
  if (!stagesOf('to_pack', store)?.includes(stage)) return 'paid';
  if (parcels.some(({ status }) => status === 'booked')) return 'labels';
  return isBookable(findCourier(db, store.id, shippingType)) ? 'request' : 'address-labels';
}

function MainButton({ context, main }: { context: StoreContext; main: MainAction }) {
  const t = orderListTexts(context.language);
  if (main === 'request') return <Submit formaction="/office/orders/book" label={t.request} />;
  if (main !== 'paid') return <PrintLabels context={context} to={main} isMain />;
  return (
    <BulkButton action="paid" class={undefined}>
      {t.markPaid}
    </BulkButton>
  );
}

function PrintGroup({ context, main }: { context: StoreContext; main: MainAction }) {
  const t = orderListTexts(context.language);
  return (
    <div class="group">
      <label class="visually-hidden" for="label-size">
        {t.labelSize}
      </label>
      <select name="size" id="label-size">
        {Object.keys(LABEL_SIZES).map((size) => (
          <option value={size}>{size === 'a4' ? t.a4 : size.replace('x', ' × ').replace('a6', 'A6')}</option>
        ))}
      </select>
      {(['labels', 'address-labels'] as const).map((to) => main !== to && <PrintLabels context={context} to={to} />)}
      <PrintButton to="pick-list">{t.pick_list}</PrintButton>
      <PrintButton to="packing-slips">{t.packing_slips}</PrintButton>
      <PrintButton to="manifest">{t.manifest}</PrintButton>
      <PrintButton to="receipts">{t.receipts}</PrintButton>
    </div>
  );
}

interface LabelsProps {
  context: StoreContext;
  to: 'labels' | 'address-labels';
  isMain?: boolean;
}

function PrintLabels({ context, to, isMain = false }: LabelsProps) {
  const t = orderListTexts(context.language);
  return (
    <PrintButton to={to} class={isMain ? undefined : 'secondary outline'}>
      <Icon name="print" /> {to === 'labels' ? t.labels : t.addressLabels}
    </PrintButton>
  );
}

const SelectedCount = ({ context }: { context: StoreContext }) => {
  const t = orderListTexts(context.language);
  return (
    <>
      <p class="selected-count">{t.selected}</p>
      <p class="all-selected">{t.allSelected}</p>
    </>
  );
};

interface ButtonProps {
  class?: string | undefined;
  children: Child;
}

/** Leads to the preview of a bulk action. */
const BulkButton = ({ action, children, ...look }: ButtonProps & { action: BulkActionName }) => (
  <button type="submit" {...SECONDARY} {...look} name="action" value={action} formaction="/office/orders/bulk">
    {children}
  </button>
);

const PrintButton = ({ to, children, ...look }: ButtonProps & { to: keyof typeof DOCUMENTS }) =>
  useRequest().mayOpen(`/orders/print/${to}`, 'POST') && (
    <button type="submit" {...SECONDARY} {...look} formaction={`/office/orders/print/${to}`} formtarget="_blank">
      {children}
    </button>
  );

const SECONDARY = { class: 'secondary outline' };
