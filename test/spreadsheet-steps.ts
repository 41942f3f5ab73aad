import { readTable } from '../src/lib/spreadsheet/read-table.ts';

export const read = async (content: string | Uint8Array, maxRows?: number) => {
  const { columns, rows, sheet, headerRow } = await readTable(Buffer.from(content as Uint8Array), 'goods.xlsx', {
    maxRows,
  });
  return {
    columns,
    headerRow,
    sheet,
    rows: rows.map(({ row, cells }) => [row, ...[...cells].map(([, text]) => text)]),
  };
};
