import { type Command, Option } from 'commander';
import { addOnHand, deductOnHand, setOnHand } from '../../domain/stock/adjust.ts';
import { listStock } from '../../domain/stock/list.ts';
import type { Reason } from '../../domain/stock/reasons.ts';
import type { Id } from '../../lib/ids.ts';
import { findUser, USER_OPTION } from '../find.ts';
import type { Shell } from '../shell.ts';
import { answerStock } from './answers.ts';
import { findQuantity, type QuantityOptions, takesQuantity } from './quantity.ts';

interface Reasons {
  user: Reason;
  nobody: Reason;
  /** Left out where no operator does it for the owner. */
  admin?: Reason;
}

const byHand = (user: Reason): Reasons => ({ user, nobody: 'command_edited', admin: 'admin_edited' });

const CHANGES = [
  { name: 'set', verb: setOnHand, least: 0, reasons: byHand('user_set'), does: 'make QTY what is on hand' },
  { name: 'add', verb: addOnHand, least: 1, reasons: byHand('user_added'), does: 'add QTY to what is on hand' },
  {
    name: 'deduct',
    verb: deductOnHand,
    least: 1,
    reasons: byHand('user_deducted'),
    does: 'take QTY away from what is on hand',
  },
  {
    name: 'adjust',
    verb: setOnHand,
    least: 0,
    reasons: { user: 'user_adjusted', nobody: 'user_adjusted' },
    does: 'type QTY over what remains, as in the product grid',
  },
] as const satisfies { reasons: Reasons; [field: string]: unknown }[];

interface ChangeOptions extends QuantityOptions {
  user?: string;
  admin?: boolean;
}

/** Changes of one variant's stock by hand. */
export function stockChangeCommands(shell: Shell, stock: Command): void {
  for (const change of CHANGES) changeCommand(shell, stock, change);
}

function changeCommand(shell: Shell, stock: Command, change: (typeof CHANGES)[number]): void {
  const reasons: Reasons = change.reasons;
  const named = [...new Set(Object.values(reasons))].join(', ');
  const command = takesQuantity(stock.command(change.name).description(`${change.does} (${named})`))
    .option(...USER_OPTION)
    .action((first: string | undefined, second: string | undefined, options: ChangeOptions) =>
      shell.withDatabase(async (ctx) => {
        const { variant, ...found } = findQuantity(ctx, [first, second], options, change.least);
        const userId = findUser(ctx, options);
        const reason = reasonFor(reasons, options, userId);
        const adjustment = { ...found, variantId: variant.id, reason, userId };
        await ctx.write((db) => change.verb(db, adjustment, ctx.now()));
        const rows = listStock(ctx.db, variant.storeId, variant.id);
        answerStock(
          shell,
          rows.filter(({ warehouseId }) => warehouseId === found.warehouseId),
        );
      }),
    );
  if (reasons.admin) command.addOption(new Option('--admin', 'the operator does it for the owner').conflicts('user'));
}

const reasonFor = ({ user, nobody, admin }: Reasons, options: ChangeOptions, userId: Id | undefined): Reason =>
  (options.admin && admin) || (userId === undefined ? nobody : user);
