import { Option } from 'commander';
import type { Context, WriteTx } from '../../context.ts';
import { purchase } from '../../domain/catalogue/purchase.ts';
import { applyAllCounts } from '../../domain/stock/count-lines.ts';
import { applyFulfilment } from '../../domain/stock/counts.ts';
import { type CountLine, countLines, listDocuments } from '../../domain/stock/document-list.ts';
import { type Goods, receive, transfer, writeOff } from '../../domain/stock/goods.ts';
import type { Id } from '../../lib/ids.ts';
import { type PageOptions, parsePage } from '../arguments.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { findUser, findWarehouse, selectedStore } from '../lookup.ts';
import { applyLines, type LineOptions } from '../variant-lines.ts';
import { formatCount, printDocument, printDocuments } from './document-output.ts';

const WRITE_OFFS = ['damaged', 'lost', 'withdrawn'] as const;

/** Commands that receive, write off and transfer goods. Each creates a stock document. */
export function stockDocumentCommands(cli: Cli, stock: CliCommand): void {
  const linesCommand = (name: string, summary: string, reasons: readonly string[], withCost = false): CliCommand =>
    stock
      .command(name)
      .describeChange(summary, ...reasons)
      .lineArguments(withCost)
      .storeOption()
      .userOption()
      .noteOption();
  linesCommand('purchase', 'Receive purchased goods and update the average cost of their variants', ['purchased'], true)
    .warehouseOption()
    .action(posting(cli, () => purchase, true));
  linesCommand('deposit', 'Receive goods on consignment', ['deposited'])
    .warehouseOption()
    .action(posting(cli, () => (tx, goods, now) => receive(tx, { ...goods, kind: 'deposit' }, now)));
  linesCommand('write-off', 'Write off goods', WRITE_OFFS)
    .addOption(new Option('--as <what>', 'Reason').choices(WRITE_OFFS).makeOptionMandatory())
    .warehouseOption()
    .action(
      posting<{ as: (typeof WRITE_OFFS)[number] }>(
        cli,
        ({ as }) =>
          (tx, goods, now) =>
            writeOff(tx, { ...goods, kind: as }, now),
      ),
    );
  linesCommand('transfer', 'Transfer goods to another warehouse', ['user_deducted', 'user_added'])
    .requiredOption('--from <warehouse>', 'Source warehouse id or key')
    .requiredOption('--to <warehouse>', 'Target warehouse id or key')
    .action(
      posting<{ to: string }>(cli, ({ to }, ctx, { storeId }) => {
        const toWarehouseId = findWarehouse(ctx, storeId, to);
        return (tx, goods, now) => transfer(tx, { ...goods, toWarehouseId }, now);
      }),
    );
  stock
    .command('documents')
    .description('List the stock documents of a store, newest first, or show one')
    .pageOptions()
    .argument('[id]', 'Document id')
    .storeOption()
    .databaseAction((ctx, id: Id | undefined, options: PageOptions & { store?: string }) => {
      if (id !== undefined) printDocument(cli, ctx, id);
      else printDocuments(cli, listDocuments(ctx.db, selectedStore(ctx, options).id, parsePage(options)));
    });
}

type Verb = (tx: WriteTx, goods: Goods, now: number) => Id;

/** The action that creates a document from the given lines with the verb its options select, and prints it. */
const posting =
  <More extends object>(
    cli: Cli,
    verbFor: (options: More, ctx: Context, head: Omit<Goods, 'lines'>) => Verb,
    withCost = false,
  ) =>
  (args: string[], options: DocumentOptions & LineOptions & More & { from?: string }): Promise<void> =>
    cli.withDatabase(async (ctx) => {
      const head = parseDocumentHead(ctx, { ...options, warehouse: options.from ?? options.warehouse });
      const verb = verbFor(options, ctx, head);
      const given = { storeId: head.storeId, args, options, rules: { min: 1, withCost } } as const;
      const id = await applyLines(ctx, given, (lines) => ctx.write((tx) => verb(tx, { ...head, lines }, ctx.now())));
      printDocument(cli, ctx, id);
    });

export function stockFulfilmentCommand(cli: Cli, stock: CliCommand): void {
  stock
    .command('fulfilment')
    .describeChange('Set stock on hand from the CSV or XLSX file of a fulfillment center', 'fullfilment_updated')
    .argument('<file>', 'CSV or XLSX file with columns variant or sku, qty; - reads standard input')
    .dryRunOption()
    .warehouseOption()
    .storeOption()
    .noteOption()
    .databaseAction(
      async (ctx, file: string, { dryRun = false, ...options }: DocumentOptions & { dryRun?: boolean }) => {
        const head = parseDocumentHead(ctx, options);
        const given = { storeId: head.storeId, args: [], options: { file }, rules: { min: 0 } } as const;
        const id = await applyLines(ctx, given, async (read) => {
          const lines = read.map(({ variantId, qty }) => ({ variantId, counted: qty }));
          const document = await ctx.write((tx) => applyFulfilment(tx, { ...head, lines }, ctx.now()));
          await applyAllCounts(ctx);
          return document;
        });
        if (dryRun) printDryRun(cli, countLines(ctx.db, id));
        else printDocument(cli, ctx, id, isChanged);
      },
    );
}

const isChanged = ({ difference }: CountLine) => difference !== 0;

function printDryRun(cli: Cli, lines: readonly CountLine[]): void {
  const changed = lines.filter(isChanged);
  const output = formatCount(changed);
  cli.print({ dry_run: true, line_count: lines.length, lines: output.lineJson }, [
    `${changed.length} of ${lines.length} lines would change what is on hand`,
    ...output.lines,
  ]);
}
/** Options of every command that creates a stock document. */
export interface DocumentOptions {
  store?: string;
  warehouse?: string;
  user?: string;
  note?: string;
}

export function parseDocumentHead(ctx: Context, options: DocumentOptions): Omit<Goods, 'lines'> {
  const { id: storeId } = selectedStore(ctx, options);
  return {
    storeId,
    warehouseId: findWarehouse(ctx, storeId, options.warehouse),
    userId: findUser(ctx, options),
    note: options.note,
  };
}
