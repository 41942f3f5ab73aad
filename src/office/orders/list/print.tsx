import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import { WAITING } from '../../../domain/orders/list/tabs.ts';
import { receiptObstacle, takeReceiptNumber } from '../../../domain/orders/payments/receipts.ts';
import { existingOrder } from '../../../domain/orders/read.ts';
import { LABEL_SIZES, type LabelSize } from '../../../domain/print/labels/label.ts';
import { printManifests, printReceipts } from '../../../domain/print/print-many.ts';
import { printOrderLabels, printPackingSlips, printPickLists } from '../../../domain/print/print-orders.ts';
import type { Printed } from '../../../domain/print/printed.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Answer } from '../../answer.ts';
import { fields, optionalChoice } from '../../forms/fields.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { pdfFile } from '../../page/downloads.ts';
import { post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { cameFrom } from './came-from.ts';
import { resultsPage } from './results.tsx';
import { texts } from './texts.ts';
import { tickedOrders } from './ticked.ts';

type Texts = ReturnType<typeof texts>;

interface Document {
  name: (t: Texts) => string;
  /** Why it cannot be printed of this order; undefined: it can. */
  lacks: (order: OrderEntry, t: Texts, visit: Visit) => string | undefined;
  print: (visit: Visit, ids: readonly Id[]) => Promise<Printed>;
}

export const DOCUMENTS = {
  labels: {
    name: (t) => t.labels,
    lacks: ({ parcels }, t) => (parcels.some(({ trackingNumber }) => trackingNumber !== null) ? undefined : t.noLabel),
    print: (visit, ids) => printOrderLabels(visit.ctx.db, ids, sizeOf(visit), visit.now),
  },
  'pick-list': {
    name: (t) => t.pick_list,
    lacks: ({ stage }, t) => (WAITING.includes(stage) ? undefined : t.noPick),
    print: (visit, ids) => printPickLists(visit.ctx.db, ids, visit.now),
  },
  'packing-slips': {
    name: (t) => t.packing_slips,
    lacks: () => undefined,
    print: (visit, ids) => printPackingSlips(visit.ctx.db, ids, visit.now),
  },
  manifest: {
    name: (t) => t.manifest,
    lacks: ({ parcels }, t) => (parcels.some(({ status }) => status === 'booked') ? undefined : t.noManifest),
    print: (visit, ids) => printManifests(visit.ctx.db, visit.store.id, ids, visit.now),
  },
  receipts: {
    name: (t) => t.receipts,
    lacks: lacksReceipt,
    print: printReceiptsOf,
  },
} as const satisfies Record<string, Document>;

function lacksReceipt({ id }: OrderEntry, t: Texts, { ctx }: Visit): string | undefined {
  const obstacle = receiptObstacle(ctx.db, existingOrder(ctx.db, id));
  if (obstacle === undefined) return undefined;
  return obstacle === 'no_tax_id' ? t.noTaxId : t.noReceipt;
}

async function printReceiptsOf(visit: Visit, ids: readonly Id[]): Promise<Printed> {
  const receipts = await visit.ctx.write((db) => ids.map((id) => takeReceiptNumber(db, id, visit.act())));
  return printReceipts(receipts, visit.now);
}

const SIZES = Object.keys(LABEL_SIZES) as LabelSize[];

const sizeOf = (visit: Visit): LabelSize =>
  visit.form(fields({ size: optionalChoice(SIZES) })).value?.size ?? '100x150';

export const printScreens: readonly Screen[] = Object.entries<Document>(DOCUMENTS).map(([what, document]) =>
  post(`/orders/print/${what}`, 'staff', (visit) => printTicked(visit, what, document)),
);

/** The document of all ticked orders; where some cannot have it, which, and a way to print the others. */
async function printTicked(visit: Visit, what: string, { name, lacks, print }: Document): Promise<Answer> {
  const t = texts(visit.language);
  const orders = tickedOrders(visit);
  if (!Array.isArray(orders)) return orders;
  const failed = orders.flatMap((order) => {
    const reason = lacks(order, t, visit);
    return reason === undefined ? [] : [{ order, reason }];
  });
  if (failed.length === 0)
    return pdfFile(
      name(t),
      await print(
        visit,
        orders.map(({ id }) => id),
      ),
    );
  const rest = orders.filter((order) => failed.every((one) => one.order !== order));
  const children = rest.length > 0 && <PrintRest visit={visit} what={what} rest={rest} />;
  return resultsPage(visit, { title: `${name(t)}: ${t.notPrintable(failed.length)}`, failed, children });
}

const PrintRest = ({ visit, what, rest }: { visit: Visit; what: string; rest: readonly OrderEntry[] }) => (
  <Post visitor={visit} action={`/orders/print/${what}`} plain>
    {rest.map(({ id }) => (
      <input type="hidden" name="ids" value={String(id)} />
    ))}
    <input type="hidden" name="size" value={sizeOf(visit)} />
    <input type="hidden" name="from" value={new URL(cameFrom(visit), visit.asked.url).search} />
    <Submit>{texts(visit.language).printRest(rest.length)}</Submit>
  </Post>
);
