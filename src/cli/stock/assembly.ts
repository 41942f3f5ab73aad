import type { Command } from 'commander';
import { assemble, disassemble } from '../../domain/stock/assembly.ts';
import { type DocumentOptions, NOTE_OPTION } from '../document-options.ts';
import { findUser, USER_OPTION } from '../find.ts';
import type { Shell } from '../shell.ts';
import { answerDocument } from './document-answers.ts';
import { findQuantity, type QuantityOptions, takesQuantity } from './quantity.ts';

const VERBS = [
  {
    name: 'assemble',
    verb: assemble,
    does: 'put QTY of a variant together from its parts (assemble_deducted, assemble_added)',
  },
  {
    name: 'disassemble',
    verb: disassemble,
    does: 'take QTY of a variant apart into its parts (disassemble_deducted, disassemble_added)',
  },
];

/** A variant put together of its parts, and taken apart. */
export function stockAssemblyCommands(shell: Shell, stock: Command): void {
  for (const { name, verb, does } of VERBS)
    takesQuantity(stock.command(name).description(does))
      .option(...USER_OPTION)
      .option(...NOTE_OPTION)
      .action((first: string | undefined, second: string | undefined, options: QuantityOptions & DocumentOptions) =>
        shell.withDatabase(async (ctx) => {
          const { variant, ...found } = findQuantity(ctx, [first, second], options);
          const { id: variantId, storeId } = variant;
          const assembly = { ...found, variantId, storeId, userId: findUser(ctx, options), note: options.note };
          const id = await ctx.write((db) => verb(db, assembly, ctx.now()));
          answerDocument(shell, ctx, id);
        }),
      );
}
