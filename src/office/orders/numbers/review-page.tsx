import { type ChosenColumns, NUMBER_COLUMNS, numberRows } from '../../../domain/orders/shipments/number-file.ts';
import {
  matchNumbers,
  type NamedOrder,
  type NumberMatch,
  type NumberProblem,
} from '../../../domain/orders/shipments/number-matches.ts';
import type { FileTable } from '../../../lib/csv.ts';
import { count } from '../../../lib/number-format.ts';
import { shorten } from '../../../lib/text.ts';
import { errorText } from '../../error-text.ts';
import { FileField, Post, SelectField, Submit } from '../../forms/inputs.tsx';
import { TABLE_TYPES } from '../../forms/uploaded-file.ts';
import type { Page } from '../../office-response.ts';
import { Heading, Notice } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { filledColumns, type Pair, pairsText, tableText } from './file-rows.ts';
import { numberFileTexts, problemText } from './number-file-texts.ts';

export const FILE_PATH = '/orders/numbers/file';

const MAX_SHOWN = 200; // rows of each list
const MAX_CARRIED = 40_000; // characters of a file that the page carries: a page weighs at most 150 KB

type Table = Pick<FileTable, 'columns' | 'rows'>;

/** The orders that rows refer to, and the columns that were used. */
export function reviewPage(context: StoreContext, table: Table, chosen: ChosenColumns): Page {
  const t = numberFileTexts(context.language);
  const missing = missingColumn(chosen, t);
  const rows = missing === undefined ? numberRows(table, chosen) : [];
  const { matched, problems, applied } = matchNumbers(context.db, context.store.id, rows, context.now);
  return {
    title: t.preview,
    body: (
      <>
        <Heading title={t.preview} back={{ href: `/office${FILE_PATH}`, label: t.title }} />
        {missing !== undefined && <Notice tone="warn">{missing}</Notice>}
        {missing === undefined && (
          <Notice tone={matched.length > 0 ? 'good' : 'warn'}>{t.matched(count(matched.length))}</Notice>
        )}
        {applied.length > 0 && <Notice>{t.applied(count(applied.length))}</Notice>}
        {problems.length > 0 && <Problems context={context} problems={problems} />}
        {matched.length > 0 && <Matched context={context} matched={matched} />}
        <Columns context={context} table={table} chosen={chosen} isOpen={missing !== undefined} />
      </>
    ),
  };
}

/** The columns without which no row can be matched. */
function missingColumn(
  { number, reference, telephone, postal_code }: ChosenColumns,
  t: ReturnType<typeof numberFileTexts>,
): string | undefined {
  if (number === undefined) return t.chooseNumber;
  const hasRecipient = telephone !== undefined && postal_code !== undefined;
  return reference === undefined && !hasRecipient ? t.chooseOrder : undefined;
}

interface ColumnsProps {
  context: StoreContext;
  table: Table;
  chosen: ChosenColumns;
  isOpen: boolean;
}

function Columns({ context, table, chosen, isOpen }: ColumnsProps) {
  const t = numberFileTexts(context.language);
  const options = filledColumns(table).map((column) => ({ value: column, label: shorten(column) }));
  const text = tableText(table);
  const isCarried = text.length <= MAX_CARRIED;
  return (
    <details class="card" open={isOpen}>
      <summary>{t.columns}</summary>
      <Post action={isCarried ? `${FILE_PATH}/columns` : FILE_PATH} files>
        {isCarried ? (
          <input type="hidden" name="table" value={text} />
        ) : (
          <FileField name="file" label={t.file} hint={t.fileAgain} accept={TABLE_TYPES} required />
        )}
        <div class="fields">
          {NUMBER_COLUMNS.map((name) => (
            <SelectField name={name} label={t[name]} options={options} value={chosen[name]} empty={t.noColumn} />
          ))}
        </div>
        <Submit label={t.again} class="secondary outline" />
      </Post>
    </details>
  );
}

const OrderLink = ({ id, number }: Pick<NamedOrder, 'id' | 'number'>) => <a href={`/office/orders/${id}`}>#{number}</a>;

function Matched({ context, matched }: { context: StoreContext; matched: readonly NumberMatch[] }) {
  const t = numberFileTexts(context.language);
  return (
    <>
      <Post action={`${FILE_PATH}/apply`} files>
        <input type="hidden" name="pairs" value={pairsText(matched)} />
        <Submit label={t.apply(count(matched.length))} />
      </Post>
      <List
        class="list tight pairs"
        rows={matched.slice(0, MAX_SHOWN)}
        columns={(column) => [
          column(t.order, ({ order }) => <OrderLink {...order} />),
          context.may('customer_data') && column(t.recipient, 'wide', ({ order }) => order.recipientName),
          column(t.number, 'break', ({ trackingNumber }) => trackingNumber),
          column(t.row, 'number', ({ row }) => row),
        ]}
      />
      <More context={context} rows={matched.length} />
    </>
  );
}

function Problems({ context, problems }: { context: StoreContext; problems: readonly NumberProblem[] }) {
  const t = numberFileTexts(context.language);
  const named = ({ reference, telephone }: NumberProblem) =>
    reference !== '' ? shorten(reference) : (context.may('customer_data') && telephone) || '—';
  return (
    <>
      <h2>{t.problems(count(problems.length))}</h2>
      <List
        class="list tight"
        rows={problems.slice(0, MAX_SHOWN)}
        columns={(column) => [
          column(t.reference, 'break', named),
          column(t.number, 'break', ({ trackingNumber }) => shorten(trackingNumber) || '—'),
          column(t.problem, ({ kind, reason }) =>
            reason ? errorText(context.language, reason) : problemText(context.language)[kind],
          ),
          column(t.order, ({ orders }) =>
            orders.length === 0 ? '—' : orders.slice(0, 5).map((order) => [<OrderLink {...order} />, ' ']),
          ),
          column(t.row, 'number', ({ row }) => row),
        ]}
      />
      <More context={context} rows={problems.length} />
    </>
  );
}

const More = ({ context, rows }: { context: StoreContext; rows: number }) =>
  rows > MAX_SHOWN ? <p class="muted">{numberFileTexts(context.language).more(count(rows - MAX_SHOWN))}</p> : null;

type Failure = Pair & { reason: string };

/** Rows that became impossible after the review. */
export function failuresPage(context: StoreContext, done: string, failed: readonly Failure[]): Page {
  const t = numberFileTexts(context.language);
  return {
    title: t.title,
    status: 422,
    body: (
      <>
        <Heading title={t.title} back={{ href: `/office${FILE_PATH}`, label: t.title }} />
        <Notice tone="good">{done}</Notice>
        <h2>{t.failed(count(failed.length))}</h2>
        <List
          class="list tight"
          rows={failed.slice(0, MAX_SHOWN)}
          columns={(column) => [
            column(t.number, 'break', ({ trackingNumber }) => shorten(trackingNumber)),
            column(t.problem, ({ reason, orderId }) => <a href={`/office/orders/${orderId}`}>{reason}</a>),
            column(t.row, 'number', ({ row }) => row),
          ]}
        />
      </>
    ),
  };
}
