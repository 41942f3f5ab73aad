import type { Command } from 'commander';
import { applyAllCounts } from '../../domain/stock/counted.ts';
import {
  commitCount,
  countSheet,
  discardCount,
  enterCounts,
  removeCount,
  startCount,
} from '../../domain/stock/counts.ts';
import { listDocuments } from '../../domain/stock/document-list.ts';
import { type DocumentOptions, documentHead, NOTE_OPTION } from '../document-options.ts';
import { USER_OPTION, WAREHOUSE_OPTION } from '../find.ts';
import { type PageOptions, pageOf, takesPage } from '../paging.ts';
import { idArgument, type Shell, STORE_OPTION, storeOption } from '../shell.ts';
import { type LineOptions, takesLines, withLines } from '../variant-lines.ts';
import { answerDocument, answerDocuments } from './document-answers.ts';

/** Count sheets: begun, filled in as often as it takes, then committed or discarded. */
export function countCommands(shell: Shell): void {
  const count = shell.program.command('count').description('count sheets: what a warehouse really holds');
  const ofSheet = (name: string, description: string): Command =>
    count.command(name).description(description).argument('<sheet>', 'the count sheet’s id');
  count
    .command('start')
    .description('begin a count sheet')
    .option(...WAREHOUSE_OPTION)
    .option(...STORE_OPTION)
    .option(...USER_OPTION)
    .option(...NOTE_OPTION)
    .action((options: DocumentOptions) =>
      shell.withDatabase(async (ctx) => {
        const head = documentHead(ctx, options);
        answerDocument(shell, ctx, await ctx.write((db) => startCount(db, head, ctx.now())));
      }),
    );
  takesLines(ofSheet('enter', 'write down what was counted, in place of what the sheet said before')).action(
    (sheet: string, args: string[], options: LineOptions) =>
      shell.withDatabase(async (ctx) => {
        const sheetId = idArgument(sheet, 'SHEET');
        const { storeId } = countSheet(ctx.db, sheetId);
        const entered = await withLines(ctx, { storeId, args, options, rules: { least: 0 } }, async (lines) => {
          const counted = lines.map(({ variantId, qty }) => ({ variantId, counted: qty }));
          await ctx.write((db) => enterCounts(db, sheetId, counted));
          return new Set(lines.map(({ variantId }) => variantId));
        });
        answerDocument(shell, ctx, sheetId, ({ variantId }) => entered.has(variantId));
      }),
  );
  ofSheet('remove', 'take variants off the sheet')
    .argument('<variant...>', 'their ids')
    .action((sheet: string, variants: string[]) =>
      shell.withDatabase(async (ctx) => {
        const sheetId = idArgument(sheet, 'SHEET');
        const ids = variants.map((variant) => idArgument(variant, 'VARIANT'));
        await ctx.write((db) => {
          for (const id of ids) removeCount(db, sheetId, id);
        });
        answerDocument(shell, ctx, sheetId);
      }),
    );
  ofSheet('show', 'what it says, what is on hand, and what has moved since it was counted').action((sheet: string) =>
    shell.withDatabase((ctx) => answerDocument(shell, ctx, countSheet(ctx.db, idArgument(sheet, 'SHEET')).id)),
  );
  ofSheet('commit', 'make what was counted what is on hand (stock_counted)').action((sheet: string) =>
    shell.withDatabase(async (ctx) => {
      const sheetId = idArgument(sheet, 'SHEET');
      await ctx.write((db) => commitCount(db, sheetId, ctx.now()));
      await applyAllCounts(ctx);
      answerDocument(shell, ctx, sheetId, ({ difference }) => difference !== 0);
    }),
  );
  ofSheet('discard', 'end it without a change').action((sheet: string) =>
    shell.withDatabase(async (ctx) => {
      const sheetId = idArgument(sheet, 'SHEET');
      await ctx.write((db) => discardCount(db, sheetId));
      answerDocument(shell, ctx, sheetId);
    }),
  );
  takesPage(count.command('list').description('a store’s count sheets, newest first'))
    .option(...STORE_OPTION)
    .action((options: PageOptions & { store?: string }) =>
      shell.withDatabase((ctx) => {
        const { id } = storeOption(ctx, options);
        answerDocuments(shell, listDocuments(ctx.db, id, { ...pageOf(options), kind: 'count' }));
      }),
    );
}
