import { existingOrder } from '../../../domain/orders/order.ts';
import { isCanceled } from '../../../domain/orders/order-states.ts';
import { bookShipment } from '../../../domain/orders/shipments/book.ts';
import {
  type ChosenColumns,
  guessedColumns,
  NUMBER_COLUMNS,
  numberFileHeader,
} from '../../../domain/orders/shipments/number-file.ts';
import { shipmentsOf } from '../../../domain/orders/shipments/shipment.ts';
import type { FileTable } from '../../../lib/csv.ts';
import { AppError, notFound } from '../../../lib/errors.ts';
import { count } from '../../../lib/number-format.ts';
import { readTable } from '../../../lib/spreadsheet/read-table.ts';
import { errorText } from '../../error-text.ts';
import { fields, file, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { FileField, Post, Submit } from '../../forms/inputs.tsx';
import { requireTable, TABLE_TYPES } from '../../forms/uploaded-file.ts';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { MAX_ROWS, type Pair, parsePairs, parseTable } from './file-rows.ts';
import { numberFileTexts } from './number-file-texts.ts';
import { FILE_PATH, failuresPage, reviewPage } from './review-page.tsx';

const MEGABYTE = 2 ** 20;
const MAX_TABLE_TEXT = 8 * MEGABYTE; // JSON of a 5 MB file
const MAX_PAIRS_TEXT = MEGABYTE;
const AT_ONCE = 50; // orders in one commit

const chosenColumns = {
  number: optionalText(200),
  reference: optionalText(200),
  telephone: optionalText(200),
  postal_code: optionalText(200),
};
const fileForm = fields({ file, ...chosenColumns });
const columnForm = fields({ table: text(MAX_TABLE_TEXT), ...chosenColumns });
const pairsForm = fields({ pairs: text(MAX_PAIRS_TEXT) });

/** Adds tracking numbers from a courier's file: upload, review, apply. Exactly the reviewed rows are applied. */
export const numberFileScreens: readonly Screen[] = [
  get(FILE_PATH, 'orders', (context) => filePage(context, context.form(fileForm))),
  post(FILE_PATH, 'orders', reviewFile, { maxBytes: 5 * MEGABYTE, isLarge: () => true }),
  post(`${FILE_PATH}/columns`, 'orders', reviewColumns, { maxBytes: 2 * MAX_TABLE_TEXT, isLarge: () => true }),
  post(`${FILE_PATH}/apply`, 'orders', applyPairs, { maxBytes: 2 * MAX_PAIRS_TEXT, isLarge: () => true }),
];

function reviewFile(context: StoreContext): Promise<OfficeResponse> {
  const form = context.form(fileForm);
  return form.submit(
    async ({ file, ...typed }) => {
      requireTable(file, 'file');
      const table = await readTable(file.bytes, file.name, { maxRows: MAX_ROWS, rating: numberFileHeader });
      const chosen = columnsOf(table, typed);
      return reviewPage(context, table, hasColumns(chosen) ? chosen : guessedColumns(table.columns));
    },
    () => filePage(context, form),
  );
}

/** The chosen columns that exist in the file. */
const columnsOf = ({ columns }: Pick<FileTable, 'columns'>, chosen: ChosenColumns): ChosenColumns =>
  Object.fromEntries(NUMBER_COLUMNS.map((name) => [name, columns.find((column) => column === chosen[name])]));

const hasColumns = (chosen: ChosenColumns): boolean => Object.values(chosen).some((column) => column !== undefined);

function reviewColumns(context: StoreContext): Promise<OfficeResponse> {
  const form = context.form(columnForm);
  const review = (text: string, chosen: ChosenColumns) => {
    const table = parseTable(text);
    return table ? reviewPage(context, table, chosen) : changed(context);
  };
  const typed = () => Object.fromEntries(NUMBER_COLUMNS.map((name) => [name, form.typed(name) || undefined]));
  return form.submit(
    ({ table, ...chosen }) => review(table, chosen),
    () => review(form.typed('table') ?? '', typed()),
  );
}

async function applyPairs(context: StoreContext): Promise<OfficeResponse> {
  const t = numberFileTexts(context.language);
  const pairs = parsePairs(context.form(pairsForm).value?.pairs ?? '');
  if (!pairs || pairs.length > MAX_ROWS) return changed(context);
  const failed: (Pair & { reason: string })[] = [];
  for (let start = 0; start < pairs.length; start += AT_ONCE) {
    const some = pairs.slice(start, start + AT_ONCE);
    const reasons = await Promise.all(some.map((pair) => apply(context, pair)));
    failed.push(...some.flatMap((pair, i) => (reasons[i] === undefined ? [] : [{ ...pair, reason: reasons[i] }])));
  }
  const done = t.done(count(pairs.length - failed.length));
  return failed.length === 0 ? context.redirect(FILE_PATH, done) : failuresPage(context, done, failed);
}

/** Adds the number in a transaction of its own, unless the order has it. @returns the reason if it is not possible */
async function apply(context: StoreContext, { orderId, trackingNumber }: Pair): Promise<string | undefined> {
  try {
    await context.write((tx) => {
      const { storeId } = existingOrder(tx, orderId, 0);
      if (storeId !== context.store.id) throw notFound('order_not_found', { order: orderId });
      const isThere = shipmentsOf(tx, orderId).some(
        (parcel) => !isCanceled(parcel) && parcel.trackingNumber?.toUpperCase() === trackingNumber.toUpperCase(),
      );
      if (!isThere) bookShipment(tx, orderId, { trackingNumber }, context.act());
    });
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return errorText(context.language, error);
    throw error;
  }
}

/** The hidden fields are not those of the review page. */
function changed(context: StoreContext): Page {
  const form = context.form(fields({}));
  form.addError(numberFileTexts(context.language).changed);
  return { ...filePage(context, form), status: 422 };
}

function filePage(context: StoreContext, form: Form<unknown>): Page {
  const t = numberFileTexts(context.language);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/orders/pack', label: t.toPack }} />
        <section class="card form-only">
          <p>{t.hint}</p>
          <Post action={FILE_PATH} form={form} files>
            <FileField name="file" label={t.file} accept={TABLE_TYPES} required />
            <Submit label={t.check} />
          </Post>
        </section>
      </>
    ),
  };
}
