import type { Command } from 'commander';
import { applyAllCounts } from '../../domain/stock/counted.ts';
import { applyFulfilment } from '../../domain/stock/counts.ts';
import { type CountLine, countLines } from '../../domain/stock/document-list.ts';
import { type DocumentOptions, documentHead, NOTE_OPTION } from '../document-options.ts';
import { WAREHOUSE_OPTION } from '../find.ts';
import { type Shell, STORE_OPTION } from '../shell.ts';
import { withLines } from '../variant-lines.ts';
import { answerDocument, countAnswer } from './document-answers.ts';

/** The stock file of a fulfilment house. */
export function stockFulfilmentCommand(shell: Shell, stock: Command): void {
  stock
    .command('fulfilment')
    .description('make on hand what a fulfilment house’s stock file says, all or nothing (fullfilment_updated)')
    .argument('<file>', 'a CSV file: columns variant or sku, qty; - reads standard input')
    .option('--dry-run', 'check the file and say what it would change, and change nothing')
    .option(...WAREHOUSE_OPTION)
    .option(...STORE_OPTION)
    .option(...NOTE_OPTION)
    .action((file: string, { dryRun = false, ...options }: Omit<DocumentOptions, 'user'> & { dryRun?: boolean }) =>
      shell.withDatabase(
        async (ctx) => {
          const head = documentHead(ctx, options);
          const given = { storeId: head.storeId, args: [], options: { file }, rules: { least: 0 } } as const;
          const id = await withLines(ctx, given, async (read) => {
            const lines = read.map(({ variantId, qty }) => ({ variantId, counted: qty }));
            const document = await ctx.write((db) => applyFulfilment(db, { ...head, lines }, ctx.now()));
            await applyAllCounts(ctx);
            return document;
          });
          if (dryRun) answerDryRun(shell, countLines(ctx.db, id));
          else answerDocument(shell, ctx, id, isChanged);
        },
        { dryRun },
      ),
    );
}

const isChanged = ({ difference }: CountLine) => difference !== 0;

function answerDryRun(shell: Shell, lines: readonly CountLine[]): void {
  const changed = lines.filter(isChanged);
  const answer = countAnswer(changed);
  shell.answer({ dry_run: true, line_count: lines.length, lines: answer.documents }, [
    `${changed.length} of ${lines.length} lines would change what is on hand`,
    ...answer.lines,
  ]);
}
