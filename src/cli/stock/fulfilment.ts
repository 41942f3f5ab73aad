import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { applyFulfilment } from '../../domain/stock/counts.ts';
import { type CountLine, countLines } from '../../domain/stock/document-list.ts';
import { dryRun } from '../dry-run.ts';
import { WAREHOUSE_OPTION } from '../find.ts';
import { withLines } from '../lines.ts';
import { type Shell, STORE_OPTION } from '../shell.ts';
import { answerDocument, countAnswer } from './document-answers.ts';
import { type DocumentOptions, documentHead, NOTE_OPTION } from './documents.ts';

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
    .action((file: string, options: Omit<DocumentOptions, 'user'> & { dryRun?: boolean }) =>
      shell.withDatabase(async (ctx) => {
        const head = documentHead(ctx, options);
        const given = { storeId: head.storeId, args: [], options: { file }, rules: { least: 0 } } as const;
        await withLines(ctx, given, async (lines) => {
          const counted = lines.map(({ variantId, qty }) => ({ variantId, counted: qty }));
          const apply = (db: Context['db']) => applyFulfilment(db, { ...head, lines: counted }, ctx.now());
          if (options.dryRun) answerDryRun(shell, await dryRun(ctx, (db) => countLines(db, apply(db))));
          else answerDocument(shell, ctx, await ctx.write(apply), isChanged);
        });
      }),
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
