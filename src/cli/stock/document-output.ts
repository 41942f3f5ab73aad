import type { Context } from '../../context.ts';
import {
  type CountLine,
  countLines,
  existingDocument,
  isCommittedByAnother,
  type MovedLine,
  movedLines,
  type StockDocument,
} from '../../domain/stock/document-list.ts';
import { type Id, idText, optionalIdText } from '../../lib/ids.ts';
import { moneyText } from '../../lib/money.ts';
import type { Cli } from '../cli.ts';
import { fieldLines, table, timeText } from '../table.ts';
import { NAME_HEADINGS, nameCells, namesDocument } from './stock-output.ts';

const documentJson = (document: StockDocument) => ({
  id: idText(document.id),
  store_id: idText(document.storeId),
  kind: document.kind,
  status: document.status,
  warehouse_id: idText(document.warehouseId),
  warehouse: document.warehouseKey,
  to_warehouse_id: optionalIdText(document.toWarehouseId),
  to_warehouse: document.toWarehouseKey ?? undefined,
  order_id: optionalIdText(document.orderId),
  user_id: optionalIdText(document.userId),
  commit_user_id: optionalIdText(document.commitUserId),
  note: document.note ?? undefined,
  create_time: document.createTime,
  commit_time: document.commitTime ?? undefined,
  line_count: document.lineCount,
});

const userText = ({ userId, userName }: Pick<StockDocument, 'userId' | 'userName'>) =>
  userName ?? (userId === null ? '' : `user ${userId}`);

const committerText = ({ commitUserId, commitUserName }: StockDocument) =>
  userText({ userId: commitUserId, userName: commitUserName });

const warehousesText = ({ warehouseKey, toWarehouseKey }: StockDocument) =>
  toWarehouseKey === null ? warehouseKey : `${warehouseKey} → ${toWarehouseKey}`;

const headLines = (document: StockDocument): string[] =>
  fieldLines([
    ['document', `${document.id}  ${document.kind}, ${document.status}`],
    ['warehouse', warehousesText(document)],
    ['order', document.orderId],
    ['by', userText(document)],
    ...(isCommittedByAnother(document) ? [['committed by', committerText(document)] as const] : []),
    ['note', document.note],
    ['time', timeText(document.commitTime ?? document.createTime)],
  ]);

export function printDocuments(cli: Cli, documents: readonly StockDocument[]): void {
  const headings = ['id', 'kind', 'status', 'warehouse', 'order', 'by', 'lines', 'time', 'note'];
  const cells = documents.map((document) => [
    document.id,
    document.kind,
    document.status,
    warehousesText(document),
    document.orderId,
    userText(document),
    document.lineCount,
    timeText(document.commitTime ?? document.createTime),
    document.note,
  ]);
  cli.print({ documents: documents.map(documentJson) }, table(headings, cells));
}

/** Prints the document with its lines. @param isShown which lines of a count to print */
export function printDocument(
  cli: Cli,
  ctx: Context,
  id: Id,
  isShown: (line: CountLine) => boolean = () => true,
): void {
  const document = existingDocument(ctx.db, id);
  const isCount = document.kind === 'count' || document.kind === 'fulfilment';
  const { lineJson, lines } = isCount
    ? formatCount(countLines(ctx.db, id).filter(isShown))
    : formatMoves(movedLines(ctx.db, id));
  cli.print({ document: { ...documentJson(document), lines: lineJson } }, [...headLines(document), ...lines]);
}

export const formatCount = (lines: readonly CountLine[]) => ({
  lineJson: lines.map((line) => ({
    ...namesDocument(line),
    counted: line.counted,
    expected: line.expected,
    on_hand: line.onHand,
    difference: line.difference,
    moved_since: line.movedSince,
  })),
  lines: table(
    [...NAME_HEADINGS, 'counted', 'expected', 'on hand', 'difference', 'moved since'],
    lines.map((line) => [
      ...nameCells(line),
      line.counted,
      line.expected,
      line.onHand,
      signed(line.difference),
      signed(line.movedSince),
    ]),
  ),
});

const signed = (value: number) => (value > 0 ? `+${value}` : value || '');

const formatMoves = (lines: readonly MovedLine[]) => ({
  lineJson: lines.map((line) => ({
    ...namesDocument(line),
    qty: line.qty,
    cost: line.cost === null ? undefined : moneyText(line.cost),
    order_line_id: optionalIdText(line.orderLineId),
  })),
  lines: table(
    [...NAME_HEADINGS, 'qty', 'cost'],
    lines.map((line) => [...nameCells(line), line.qty, line.cost === null ? '' : moneyText(line.cost)]),
  ),
});
