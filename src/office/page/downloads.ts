import type { Printed } from '../../domain/print/print-job.ts';
import { textCell } from '../../domain/storefile/csv/cells.ts';
import { writeCsv } from '../../lib/csv.ts';

type Cell = string | number | null | undefined;

/**
 * A CSV file in which no text runs as a spreadsheet formula.
 *
 * @param name without `.csv`
 * @param columns the cell of a row by the heading of its column
 */
export function csvFile<Row>(name: string, rows: readonly Row[], columns: Record<string, (row: Row) => Cell>) {
  const safe = (cell: Cell) => (typeof cell === 'string' ? textCell(cell) : (cell ?? null));
  const cells = rows.map((row) => Object.values(columns).map((cellOf) => safe(cellOf(row))));
  const bytes = Buffer.from(writeCsv(Object.keys(columns), cells));
  return download(bytes, { name: `${name}.csv`, type: 'text/csv; charset=utf-8' });
}

/** A PDF that opens in the browser. `name` without `.pdf`. */
export const pdfFile = (name: string, { pdf }: Printed): Response =>
  download(pdf, { name: `${name}.pdf`, type: 'application/pdf', inline: true });

export function download(
  bytes: Uint8Array,
  { name, type, inline = false }: { name: string; type: string; inline?: boolean },
): Response {
  const ascii = name.replace(/[^\w.-]/g, '_');
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
}
