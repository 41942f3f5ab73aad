import type { Command } from 'commander';
import { editOrder } from '../../domain/orders/edit.ts';
import type { LineChange } from '../../domain/orders/edit-lines.ts';
import type { Id } from '../../lib/ids.ts';
import { actOf, USER_OPTION } from '../find.ts';
import { idArgument, type Shell, WrongUsage } from '../shell.ts';
import { answerOrder } from './answers.ts';
import { readLinePrices, readLineQtys, readNewLines } from './lines.ts';

interface EditOptions {
  set?: string[];
  price?: string[];
  add?: string[];
  remove?: string[];
  user?: string;
}

export const editCommand = (shell: Shell, order: Command): Command =>
  order
    .command('edit')
    .description('edit the lines of an open order of which nothing is booked or shipped (order_edited)')
    .argument('<id>', 'the order’s id')
    .option('--set <line=qty...>', 'make QTY how many of a line are ordered; LINE is its id, which order show prints')
    .option('--price <line=price...>', 'make PRICE what one of a line costs, in baht')
    .option('--add <variant=qty...>', 'add a line: VARIANT=QTY or VARIANT=QTY@PRICE, by the variant’s id')
    .option('--remove <line...>', 'take a line out of the order')
    .option(...USER_OPTION)
    .action((id: string, { user, ...options }: EditOptions) =>
      shell.withDatabase(async (ctx) => {
        if (Object.keys(options).length === 0)
          throw new WrongUsage('say what to edit: --set, --price, --add or --remove');
        const orderId = idArgument(id, 'ID');
        const edit = {
          set: changesOf(options),
          add: readNewLines(options.add ?? []),
          remove: (options.remove ?? []).map((line) => idArgument(line, 'LINE')),
        };
        answerOrder(shell, await ctx.write((db) => editOrder(db, orderId, edit, actOf(ctx, { user }))));
      }),
    );

/** What is said of each line by `--set` and `--price` together. */
function changesOf({ set = [], price = [] }: EditOptions): LineChange[] {
  const changes = new Map<Id, LineChange>();
  for (const change of [...readLineQtys(set), ...readLinePrices(price)])
    changes.set(change.lineId, { ...changes.get(change.lineId), ...change });
  return [...changes.values()];
}
