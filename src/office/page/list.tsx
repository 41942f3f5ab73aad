import type { Child } from 'hono/jsx';
import type { Money } from '../../lib/money.ts';
import { sameDecimals } from '../../lib/number-format.ts';
import { ariaSort, type SortHeading, SortLink } from './sort.tsx';

/** A column heading; `hidden` for one that only screen readers need, `selectAll` labels a box that checks all rows. */
type ColumnHeading = string | { hidden: string } | (SortHeading & { selectAll?: string });

/** Label of the cell on phones. */
const labelOf = (heading: ColumnHeading): string | undefined => {
  if (typeof heading === 'string') return heading;
  return 'label' in heading ? heading.label : undefined;
};

const HeadingText = ({ heading }: { heading: ColumnHeading }) => {
  if (typeof heading === 'string') return <>{heading}</>;
  if (!('label' in heading)) return <span class="visually-hidden">{heading.hidden}</span>;
  return (
    <>
      {heading.selectAll !== undefined && (
        <input type="checkbox" class="scripted-only" aria-label={heading.selectAll} data-select-all="ids" />
      )}
      <SortLink {...heading} />
    </>
  );
};

const sortState = (heading: ColumnHeading) =>
  typeof heading !== 'string' && 'label' in heading ? ariaSort(heading) : undefined;

/** The head of a table. Headings of numbers and amounts are right-aligned. */
export const Columns = ({
  headings,
}: {
  headings: readonly (ColumnHeading | readonly [ColumnHeading, kind?: string])[];
}) => (
  <thead>
    <tr>
      {headings.map((column) => {
        const [heading, kind = ''] = Array.isArray(column) ? column : [column];
        return (
          <th
            scope="col"
            class={/number|money|right/.test(kind) ? 'right' : undefined}
            aria-sort={sortState(heading as ColumnHeading)}
          >
            <HeadingText heading={heading as ColumnHeading} />
          </th>
        );
      })}
    </tr>
  </thead>
);

type Cell<Row> = (row: Row, at: number) => Child;

interface Column<Row> {
  heading: ColumnHeading;
  /** Class of the cells, such as `number`, `money` or `break`. */
  kind?: string;
  cell: Cell<Row>;
}

/** Describes a column: its heading, the class of its cells if they have one, and the content of a cell. */
interface ColumnOf<Row> {
  (heading: ColumnHeading, cell: Cell<Row>): Column<Row>;
  (heading: ColumnHeading, kind: string, cell: Cell<Row>): Column<Row>;
  /** Amounts with two decimals, or a dash if one is unknown. */
  money: (heading: ColumnHeading, amountOf: (row: Row) => Money | null) => Column<Row>;
}

function columnOf<Row>(rows: readonly Row[]): ColumnOf<Row> {
  const column = (heading: ColumnHeading, kind: string | Cell<Row>, cell?: Cell<Row>): Column<Row> =>
    typeof kind === 'string' ? { heading, kind, cell: cell as Cell<Row> } : { heading, cell: kind };
  const amounts: ((row: Row) => Money | null)[] = [];
  let format: ((amount: Money) => string) | undefined;
  const money: ColumnOf<Row>['money'] = (heading, amountOf) => {
    amounts.push(amountOf);
    return column(heading, 'money', (row) => {
      format ??= sameDecimals(rows.flatMap((each) => amounts.flatMap((of) => of(each) ?? [])));
      const amount = amountOf(row);
      return amount === null ? '—' : format(amount);
    });
  };
  return Object.assign(column, { money });
}

interface ListProps<Row> {
  rows: readonly Row[];
  /** `false` leaves a column out. */
  columns: (column: ColumnOf<Row>) => readonly (Column<Row> | false)[];
  class?: string;
  /** Shown instead of a table without rows. */
  empty?: Child;
  /** The row below the others, with sums. */
  foot?: Child;
  /** Index of the column that names the row. */
  nameAt?: number | 'none';
  /** A click on a row opens the page that its name links to. */
  opensRows?: boolean;
}

/** A table with a row per item. On a phone, each cell shows the heading of its column. */
export function List<Row>(props: ListProps<Row>) {
  const { rows, columns, class: look = 'list', empty, foot, nameAt = 0, opensRows } = props;
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  const visible = columns(columnOf(rows)).filter((column) => column !== false);
  return (
    <table class={look} data-opens-rows={opensRows ? '' : undefined}>
      <Columns headings={visible.map(({ heading, kind = '' }) => [heading, kind])} />
      <tbody>
        {rows.map((row, at) => (
          <tr>
            {visible.map((column, i) => (
              <ListCell column={column} content={column.cell(row, at)} isName={i === nameAt} />
            ))}
          </tr>
        ))}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  );
}

/** A cell; without content, it has no heading on a phone. */
function ListCell({ column: { heading, kind }, content, isName }: CellProps) {
  if (isName)
    return (
      <th scope="row" class={kind}>
        {content}
      </th>
    );
  if (content === undefined) return <td />;
  return (
    <td data-label={labelOf(heading)} class={kind}>
      {content}
    </td>
  );
}

interface CellProps {
  column: Pick<Column<never>, 'heading' | 'kind'>;
  content: Child;
  isName: boolean;
}
