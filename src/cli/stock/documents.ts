import { type Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { purchase } from '../../domain/catalogue/purchase.ts';
import { listDocuments } from '../../domain/stock/document-list.ts';
import { type Goods, receive, transfer, writeOff } from '../../domain/stock/goods.ts';
import type { Id } from '../../lib/ids.ts';
import { type DocumentOptions, documentHead, NOTE_OPTION } from '../document-options.ts';
import { findWarehouse, USER_OPTION, WAREHOUSE_OPTION } from '../find.ts';
import { type PageOptions, pageOf, takesPage } from '../paging.ts';
import { idArgument, type Shell, STORE_OPTION, storeOption } from '../shell.ts';
import { type LineOptions, takesLines, withLines } from '../variant-lines.ts';
import { answerDocument, answerDocuments } from './document-answers.ts';

const WRITE_OFFS = ['damaged', 'lost', 'withdrawn'] as const;

/** Goods received, written off and transferred, and the documents that say so. */
export function stockDocumentCommands(shell: Shell, stock: Command): void {
  const linesCommand = (name: string, description: string, withCost = false): Command =>
    takesLines(stock.command(name).description(description), withCost)
      .option(...STORE_OPTION)
      .option(...USER_OPTION)
      .option(...NOTE_OPTION);
  linesCommand('purchase', 'receive goods bought; what they cost becomes their variants’ cost (purchased)', true)
    .option(...WAREHOUSE_OPTION)
    .action(posting(shell, () => purchase, true));
  linesCommand('deposit', 'receive goods refilled on deposit (deposited)')
    .option(...WAREHOUSE_OPTION)
    .action(posting(shell, () => (db, goods, now) => receive(db, { ...goods, kind: 'deposit' }, now)));
  linesCommand('write-off', `take goods off the books (${WRITE_OFFS.join(', ')})`)
    .addOption(new Option('--as <what>', 'what became of them').choices(WRITE_OFFS).makeOptionMandatory())
    .option(...WAREHOUSE_OPTION)
    .action(
      posting<{ as: (typeof WRITE_OFFS)[number] }>(
        shell,
        ({ as }) =>
          (db, goods, now) =>
            writeOff(db, { ...goods, kind: as }, now),
      ),
    );
  linesCommand('transfer', 'bring goods to another warehouse (user_deducted, user_added)')
    .requiredOption('--from <warehouse>', 'its id or key')
    .requiredOption('--to <warehouse>', 'its id or key')
    .action(
      posting<{ to: string }>(shell, ({ to }, ctx, { storeId }) => {
        const toWarehouseId = findWarehouse(ctx, storeId, to);
        return (db, goods, now) => transfer(db, { ...goods, toWarehouseId }, now);
      }),
    );
  takesPage(stock.command('documents').description('a store’s stock documents, newest first, or one of them whole'))
    .argument('[id]', 'the document’s id')
    .option(...STORE_OPTION)
    .action((id: string | undefined, options: PageOptions & { store?: string }) =>
      shell.withDatabase((ctx) => {
        if (id !== undefined) answerDocument(shell, ctx, idArgument(id, 'ID'));
        else answerDocuments(shell, listDocuments(ctx.db, storeOption(ctx, options).id, pageOf(options)));
      }),
    );
}

type Verb = (db: Context['db'], goods: Goods, now: number) => Id;

/** The action that makes a document of the lines given, with the verb that its options ask for, and answers it. */
const posting =
  <More extends object>(
    shell: Shell,
    verbFor: (options: More, ctx: Context, head: Omit<Goods, 'lines'>) => Verb,
    withCost = false,
  ) =>
  (args: string[], options: DocumentOptions & LineOptions & More & { from?: string }): Promise<void> =>
    shell.withDatabase(async (ctx) => {
      const head = documentHead(ctx, { ...options, warehouse: options.from ?? options.warehouse });
      const verb = verbFor(options, ctx, head);
      const given = { storeId: head.storeId, args, options, rules: { least: 1, withCost } } as const;
      const id = await withLines(ctx, given, (lines) => ctx.write((db) => verb(db, { ...head, lines }, ctx.now())));
      answerDocument(shell, ctx, id);
    });
