import { findCourier, isBookable } from '../../../domain/couriers/couriers.ts';
import type { BulkActionName } from '../../../domain/orders/bulk/bulk-rows.ts';
import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import { stagesOf, WAITING } from '../../../domain/orders/list/tabs.ts';
import { LABEL_SIZES } from '../../../domain/print/labels/label.ts';
import { Submit } from '../../forms/inputs.tsx';
import { Confirm } from '../../page/components.tsx';
import { DialogOpener } from '../../page/dialog.tsx';
import { Menu } from '../../page/menu.tsx';
import { useRequest } from '../../page/render-context.ts';
import type { StoreContext } from '../../request-context.ts';
import { DefaultSenderWarning } from '../sender-warning.tsx';
import { orderListTexts } from './order-list-texts.ts';
import { DOCUMENTS } from './print-documents.tsx';
import { TAG_DIALOG } from './tag-dialog.tsx';

interface BarProps {
  context: StoreContext;
  /** On the page. */
  orders: readonly OrderEntry[];
  /** Number of orders that match the filters, such as `999+`; undefined if all of them are on the page. */
  matches: string | undefined;
}

/** Shown while orders are selected: one line with the usual actions, and the others behind a button. */
export const BulkBar = ({ context, orders, matches }: BarProps) => {
  const main = mainAction(context, orders);
  return (
    <div class="bulk">
      <Selected context={context} matches={matches} />
      {context.may('orders') ? (
        <>
          <Action context={context} name={main} isMain />
          <div class="quick">
            {QUICK[main].map((name) => (
              <Action context={context} name={name} />
            ))}
          </div>
          <Menu links={[]}>
            <DefaultSenderWarning context={context} />
            <OtherActions context={context} main={main} />
          </Menu>
        </>
      ) : (
        <>
          {context.may('money') && <Action context={context} name={isReview(context) ? 'confirm' : 'paid'} />}
          <Action context={context} name="receipts" />
        </>
      )}
    </div>
  );
};

/** How many orders are selected; once the page is, a box that selects those of all pages. */
const Selected = ({ context, matches }: Omit<BarProps, 'orders'>) => {
  const t = orderListTexts(context.language);
  return (
    <>
      <p class="selected-count">{t.selected}</p>
      {matches !== undefined && (
        <>
          <p class="all-selected">{t.allSelected(matches)}</p>
          <label class="all-matches">
            <input type="checkbox" name="all" value="yes" /> {t.selectMatches(matches)}
          </label>
        </>
      )}
    </>
  );
};

const OtherActions = ({ context, main }: { context: StoreContext; main: MainAction }) => {
  const show = (names: readonly ActionName[]) =>
    names.map((name) => name !== main && <Action context={context} name={name} isQuick={QUICK[main].includes(name)} />);
  const t = orderListTexts(context.language);
  return (
    <>
      <p class="group">{t.print}</p>
      <LabelSize context={context} />
      {show(PRINTS)}
      <p class="group">{t.change}</p>
      {show(CHANGES)}
      {context.may('money') && show(['cancel'])}
    </>
  );
};

type MainAction = 'request' | 'labels' | 'address-labels' | 'paid' | 'confirm' | 'hand-over' | 'deliver';
type ActionName = MainAction | keyof typeof DOCUMENTS | 'tag' | 'cancel';

const PRINTS = [
  'labels',
  'address-labels',
  'pick-list',
  'packing-slips',
  'packing-slips-a6',
  'manifest',
  'receipts',
] as const;
const CHANGES = ['request', 'paid', 'deliver', 'tag', 'hand-over'] as const;

/** The actions that usually go with the main one. */
const QUICK: Record<MainAction, readonly ActionName[]> = {
  request: ['pick-list', 'packing-slips'],
  labels: ['pick-list', 'packing-slips'],
  'address-labels': ['pick-list', 'packing-slips'],
  paid: ['tag'],
  confirm: ['tag'],
  'hand-over': ['manifest', 'labels'],
  deliver: ['tag', 'receipts'],
};

/** Whether the list is the tab of payments to review, of an account that confirms them. */
const isReview = (context: StoreContext): boolean =>
  context.may('money') && context.request.url.searchParams.get('tab') === 'to_confirm';

/** The next step of most orders of the page; if all that wait are packed, to hand them over. */
function mainAction(context: StoreContext, orders: readonly OrderEntry[]): MainAction {
  if (isReview(context)) return 'confirm';
  const waiting = orders.filter(({ stage }) => WAITING.includes(stage));
  const steps = waiting.map((order) => nextFor(context, order));
  if (waiting.every(({ isPacked }) => isPacked) && steps.includes('hand-over')) return 'hand-over';
  const counts = Map.groupBy(steps, (action) => action);
  const most = [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
  if (most === undefined)
    return orders.some(({ shippingStatus }) => shippingStatus === 'shipped') ? 'deliver' : 'labels';
  return most === 'paid' && !context.may('money') ? 'labels' : most;
}

function nextFor({ db, store }: StoreContext, { stage, parcels, shippingType, isPacked }: OrderEntry): MainAction {
  if (!stagesOf('to_pack', store)?.includes(stage)) return 'paid';
  if (parcels.some(({ status }) => status === 'booked')) return isPacked ? 'hand-over' : 'labels';
  return isBookable(findCourier(db, store.id, shippingType)) ? 'request' : 'address-labels';
}

interface ActionProps {
  context: StoreContext;
  name: ActionName;
  isMain?: boolean;
  /** Also one of the quick actions, if there is room for them. */
  isQuick?: boolean;
}

function Action({ context, name, isMain = false, isQuick = false }: ActionProps) {
  const t = orderListTexts(context.language);
  const look = { class: isMain ? undefined : `secondary outline${isQuick ? ' also-quick' : ''}` };
  switch (name) {
    case 'request':
      return <Submit formaction="/office/orders/book" {...look} label={t.request} />;
    case 'hand-over':
      return <HandOver context={context} isMain={isMain} />;
    case 'paid':
      return context.may('money') && <BulkButton action="paid" text={t.markPaid} {...look} />;
    case 'confirm':
      return <BulkButton action="confirm" text={t.confirmTransfers} {...look} />;
    case 'deliver':
      return <BulkButton action="deliver" text={t.markDelivered} {...look} />;
    case 'tag':
      return <DialogOpener id={TAG_DIALOG} label={t.addTag} {...look} />;
    case 'cancel':
      return <BulkButton action="cancel" text={t.cancelOrders} class="secondary outline dangerous" />;
    default:
      return <PrintButton to={name} text={DOCUMENTS[name].name(t)} {...look} />;
  }
}

function HandOver({ context, isMain }: { context: StoreContext; isMain: boolean }) {
  const t = orderListTexts(context.language);
  return (
    <Confirm label={t.handOver} danger={false} main={isMain}>
      <p>{t.handOverWarning}</p>
      <Submit formaction="/office/orders/picked-up" label={t.confirmHandOver} />
    </Confirm>
  );
}

function LabelSize({ context }: { context: StoreContext }) {
  const t = orderListTexts(context.language);
  return (
    <div class="label-size">
      <label for="label-size">{t.labelSize}</label>
      <select name="size" id="label-size">
        {Object.keys(LABEL_SIZES).map((size) => (
          <option value={size}>{size === 'a4' ? t.a4 : size.replace('x', ' × ').replace('a6', 'A6')}</option>
        ))}
      </select>
    </div>
  );
}

interface ButtonProps {
  class?: string | undefined;
  text: string;
}

/** Leads to the preview of a bulk action. */
const BulkButton = ({ action, text, ...look }: ButtonProps & { action: BulkActionName }) => (
  <button type="submit" {...look} name="action" value={action} formaction="/office/orders/bulk">
    {text}
  </button>
);

const PrintButton = ({ to, text, ...look }: ButtonProps & { to: keyof typeof DOCUMENTS }) =>
  useRequest().mayOpen(`/orders/print/${to}`, 'POST') && (
    <button type="submit" {...look} formaction={`/office/orders/print/${to}`} formtarget="_blank">
      {text}
    </button>
  );
