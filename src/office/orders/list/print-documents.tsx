import type { WriteTx } from '../../../context.ts';
import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import { WAITING } from '../../../domain/orders/list/tabs.ts';
import { existingOrder } from '../../../domain/orders/order.ts';
import { issueReceiptToPrint, receiptObstacle, receiptOfOrder } from '../../../domain/orders/payments/receipts.ts';
import { LABEL_SIZES, type LabelSize } from '../../../domain/print/labels/label.ts';
import { hasNumberedLabel } from '../../../domain/print/parcels.ts';
import type { Printed } from '../../../domain/print/print-job.ts';
import {
  printAddressLabels,
  printManifests,
  printOrderLabels,
  printPackingSlips,
  printPickLists,
} from '../../../domain/print/print-orders.ts';
import { printIssuedReceipts } from '../../../domain/print/print-originals.ts';
import { taxProblems } from '../../../domain/tax-fields.ts';
import type { Id } from '../../../lib/ids.ts';
import type { RequiredPermissions } from '../../access.ts';
import { errorText } from '../../error-text.ts';
import { fields, optionalChoice } from '../../forms/fields.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { pdfFile } from '../../page/downloads.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { post, type Screen } from '../../screen.ts';
import { mayPrintLabel, slipOptions } from '../customer-prints.ts';
import { resultsPage } from './failed-orders.tsx';
import { orderListTexts } from './order-list-texts.ts';
import { receiptQuestion } from './receipt-question.tsx';
import { SelectionFields, selectedOrders } from './selected-orders.tsx';

type Texts = ReturnType<typeof orderListTexts>;

interface Document {
  access: RequiredPermissions;
  name: (t: Texts) => string;
  /** Why the document cannot be printed for the order; undefined if it can. */
  obstacle: (order: OrderEntry, t: Texts, context: StoreContext) => string | undefined;
  /** A page that asks before printing; undefined if there is nothing to ask. */
  question?: (context: StoreContext, orders: readonly OrderEntry[]) => Page | undefined;
  print: (context: StoreContext, ids: readonly Id[]) => Promise<Printed>;
}

export const DOCUMENTS = {
  labels: {
    access: 'orders',
    name: (t) => t.labels,
    obstacle: ({ parcels, isAddressIncomplete }, t, context) => {
      if (!parcels.some(({ trackingNumber }) => trackingNumber !== null)) return t.noLabel;
      if (isAddressIncomplete) return t.addressIncomplete;
      return mayPrintLabel(context, parcels) ? undefined : t.labelOfSent;
    },
    print: (context, ids) => printOrderLabels(context.db, ids, { size: sizeOf(context), now: context.now }),
  },
  'address-labels': {
    access: 'orders',
    name: (t) => t.addressLabels,
    obstacle: ({ status, stage, parcels, isAddressIncomplete }, t) => {
      if (status !== 'open') return t.notOpen;
      if (isAddressIncomplete) return t.addressIncomplete;
      return hasNumberedLabel(parcels, !WAITING.includes(stage)) ? t.hasLabel : undefined;
    },
    print: (context, ids) => printAddressLabels(context.db, ids, { size: sizeOf(context), now: context.now }),
  },
  'pick-list': {
    access: 'orders',
    name: (t) => t.pick_list,
    obstacle: ({ stage }, t) => (WAITING.includes(stage) ? undefined : t.noPick),
    print: (context, ids) => printPickLists(context.db, ids, context.now),
  },
  'packing-slips': {
    access: 'orders',
    name: (t) => t.packing_slips,
    obstacle: () => undefined,
    print: (context, ids) => printPackingSlips(context.db, ids, slipOptions(context)),
  },
  'packing-slips-a6': {
    access: 'orders',
    name: (t) => t.packing_slips_a6,
    obstacle: () => undefined,
    print: (context, ids) => printPackingSlips(context.db, ids, { ...slipOptions(context), format: 'a6' }),
  },
  manifest: {
    access: 'orders',
    name: (t) => t.manifest,
    obstacle: ({ parcels }, t) => (parcels.some(({ status }) => status === 'booked') ? undefined : t.noManifest),
    print: (context, ids) => printManifests(context.db, context.store.id, ids, context.now),
  },
  receipts: {
    access: 'money and customer_data',
    name: (t) => t.receipts,
    obstacle: receiptProblem,
    question: receiptQuestion,
    print: printReceiptsOf,
  },
} as const satisfies Record<string, Document>;

function receiptProblem({ id }: OrderEntry, t: Texts, { app, language }: StoreContext): string | undefined {
  const obstacle = receiptObstacle(app.db, existingOrder(app.db, id));
  if (obstacle !== undefined) return obstacle === 'no_tax_id' ? t.noTaxId : t.noReceipt;
  if (receiptOfOrder(app.db, id)) return undefined;
  const [problem] = taxProblems(existingOrder(app.db, id, 0).recipientAddress);
  return problem && errorText(language, problem);
}

async function printReceiptsOf(context: StoreContext, ids: readonly Id[]): Promise<Printed> {
  const take = (tx: WriteTx) => ids.map((id) => issueReceiptToPrint(tx, id, context.act()));
  return (await printIssuedReceipts(context, take, context.now)).printed;
}

const SIZES = Object.keys(LABEL_SIZES) as LabelSize[];

const sizeOf = (context: StoreContext): LabelSize =>
  context.form(fields({ size: optionalChoice(SIZES) })).value?.size ?? '100x150';

export const printScreens: readonly Screen[] = Object.entries<Document>(DOCUMENTS).map(([documentName, document]) =>
  post(`/orders/print/${documentName}`, document.access, (context) => printSelected(context, documentName, document)),
);

/** The document of all selected orders; if it is not possible for some, a page that lists them and prints the others. */
async function printSelected(
  context: StoreContext,
  documentName: string,
  { name, obstacle, question, print }: Document,
): Promise<OfficeResponse> {
  const t = orderListTexts(context.language);
  const orders = await selectedOrders(context);
  if (!Array.isArray(orders)) return orders;
  const failed = orders.flatMap((order) => {
    const reason = obstacle(order, t, context);
    return reason === undefined ? [] : [{ order, reason }];
  });
  if (failed.length === 0) {
    const ids = orders.map(({ id }) => id);
    return question?.(context, orders) ?? pdfFile(name(t), await print(context, ids), { ascii: documentName });
  }
  const printable = orders.filter((order) => failed.every((failure) => failure.order !== order));
  const children = printable.length > 0 && (
    <PrintOthers context={context} documentName={documentName} orders={printable} />
  );
  return resultsPage(context, { title: `${name(t)}: ${t.notPrintable(failed.length)}`, failed, children });
}

const PrintOthers = ({
  context,
  documentName,
  orders,
}: StoreProps<{ documentName: string; orders: readonly OrderEntry[] }>) => (
  <Post action={`/orders/print/${documentName}`} plain>
    <SelectionFields context={context} orders={orders} />
    <input type="hidden" name="size" value={sizeOf(context)} />
    <Submit label={orderListTexts(context.language).printOthers(orders.length)} />
  </Post>
);
