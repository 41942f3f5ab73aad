import type { Printed } from '../../domain/print/run.ts';
import { textCell } from '../../domain/storefile/csv/cells.ts';
import { writeCsv } from '../../lib/csv.ts';

type Cell = string | number | null | undefined;

/** A CSV file in which no text runs as a spreadsheet formula. `name` without `.csv`. */
export function csvFile(name: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): Response {
  const safe = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? textCell(cell) : (cell ?? null))));
  return download(Buffer.from(writeCsv(columns, safe)), { name: `${name}.csv`, type: 'text/csv; charset=utf-8' });
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
