import { applyAllCounts } from '../../domain/stock/count-lines.ts';
import {
  commitCount,
  countSheet,
  discardCount,
  enterCounts,
  removeCount,
  startCount,
} from '../../domain/stock/counts.ts';
import { listDocuments } from '../../domain/stock/document-list.ts';
import type { Id } from '../../lib/ids.ts';
import { type PageOptions, parseIdArgument, parsePage } from '../arguments.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { findUser, selectedStore } from '../lookup.ts';
import { applyLines, type LineOptions } from '../variant-lines.ts';
import { printDocument, printDocuments } from './document-output.ts';
import { type DocumentOptions, parseDocumentHead } from './documents.ts';

export function countCommands(cli: Cli): void {
  const count = cli.program.command('count').description('Count stock with count sheets');
  const ofSheet = (name: string, description = ''): CliCommand =>
    count.command(name).description(description).idArgument('sheet', 'Count sheet id');
  count
    .command('start')
    .description('Start a count sheet')
    .warehouseOption()
    .storeOption()
    .userOption()
    .noteOption()
    .databaseAction(async (ctx, options: DocumentOptions) => {
      const head = parseDocumentHead(ctx, options);
      printDocument(cli, ctx, await ctx.write((tx) => startCount(tx, head, ctx.now())));
    });
  ofSheet('enter', 'Enter counted quantities, replacing earlier entries')
    .lineArguments()
    .databaseAction(async (ctx, sheetId: Id, args: string[], options: LineOptions) => {
      const { storeId } = countSheet(ctx.db, sheetId);
      const entered = await applyLines(ctx, { storeId, args, options, rules: { min: 0 } }, async (lines) => {
        const counted = lines.map(({ variantId, qty }) => ({ variantId, counted: qty }));
        await ctx.write((tx) => enterCounts(tx, sheetId, counted));
        return new Set(lines.map(({ variantId }) => variantId));
      });
      printDocument(cli, ctx, sheetId, ({ variantId }) => entered.has(variantId));
    });
  ofSheet('remove', 'Remove variants from a count sheet')
    .argument('<variant...>', 'Variant ids')
    .databaseAction(async (ctx, sheetId: Id, variants: string[]) => {
      const ids = variants.map((variant) => parseIdArgument(variant, 'VARIANT'));
      await ctx.write((tx) => {
        for (const id of ids) removeCount(tx, sheetId, id);
      });
      printDocument(cli, ctx, sheetId);
    });
  ofSheet('show', 'Show a count sheet with stock on hand and movements since the count').databaseAction(
    (ctx, sheetId: Id) => printDocument(cli, ctx, countSheet(ctx.db, sheetId).id),
  );
  ofSheet('commit')
    .describeChange('Set stock on hand to the counted quantities', 'stock_counted')
    .option('--keep-movements', 'Add the movements since each line was counted, instead of undoing them')
    .userOption()
    .databaseAction(async (ctx, sheetId: Id, { user, keepMovements }: { user?: string; keepMovements?: boolean }) => {
      const options = { userId: findUser(ctx, { user }), keepMovements };
      await ctx.write((tx) => commitCount(tx, sheetId, ctx.now(), options));
      await applyAllCounts(ctx);
      printDocument(cli, ctx, sheetId, ({ difference }) => difference !== 0);
    });
  ofSheet('discard', 'Discard a count sheet without changing stock').databaseAction(async (ctx, sheetId: Id) => {
    await ctx.write((tx) => discardCount(tx, sheetId));
    printDocument(cli, ctx, sheetId);
  });
  count
    .command('list')
    .description('List the count sheets of a store, newest first')
    .pageOptions()
    .storeOption()
    .databaseAction((ctx, options: PageOptions & { store?: string }) => {
      const { id } = selectedStore(ctx, options);
      printDocuments(cli, listDocuments(ctx.db, id, { ...parsePage(options), kind: 'count' }));
    });
}
