import { takeReceiptNumber } from '../../domain/orders/payments/receipts.ts';
import { printManifest, printPackingSlips, printPickLists, printReceipt } from '../../domain/print/print-orders.ts';
import { actOf, USER_OPTION } from '../find.ts';
import { idArgument, type Shell, STORE_OPTION, storeOption } from '../shell.ts';
import { answerPdf, type FileOptions, writesPdf } from './pdf-file.ts';

const ORDERS = ['<order...>', 'the orders’ ids'] as const;

const readOrders = (ids: readonly string[]) => ids.map((id) => idArgument(id, 'ORDER'));

/** What a store prints besides labels. */
export function printCommands(shell: Shell): void {
  const print = shell.program.command('print').description('what goes with the goods, and before them, as a PDF');
  writesPdf(
    print
      .command('pick-list')
      .description('what these orders have reserved, a list for each warehouse')
      .argument(...ORDERS),
  ).action((ids: string[], options: FileOptions) =>
    shell.withDatabase((ctx) => {
      const orderIds = readOrders(ids);
      return answerPdf(shell, options, async () => printPickLists(ctx.db, orderIds, ctx.now()));
    }),
  );
  writesPdf(
    print
      .command('packing-slip')
      .description('what is in each parcel of these orders, without prices')
      .argument(...ORDERS),
  ).action((ids: string[], options: FileOptions) =>
    shell.withDatabase((ctx) => {
      const orderIds = readOrders(ids);
      return answerPdf(shell, options, () => printPackingSlips(ctx.db, orderIds, ctx.now()));
    }),
  );
  manifestCommand(shell, print);
  writesPdf(
    print
      .command('receipt')
      .description(
        'the order’s receipt, a tax invoice where the store is registered for VAT; it keeps its number and what it says',
      )
      .argument('<order>', 'the order’s id')
      .option(...USER_OPTION),
  ).action((id: string, { user, ...options }: FileOptions & { user?: string }) =>
    shell.withDatabase((ctx) => {
      const orderId = idArgument(id, 'ORDER');
      return answerPdf(shell, options, async () => {
        const receipt = await ctx.write((db) => takeReceiptNumber(db, orderId, actOf(ctx, { user })));
        return printReceipt(receipt, ctx.now());
      });
    }),
  );
}

interface ManifestOptions extends FileOptions {
  courier: string;
  store?: string;
}

function manifestCommand(shell: Shell, print: ReturnType<Shell['program']['command']>): void {
  const manifest = print
    .command('manifest')
    .description('the parcels that a courier takes along, for both sides to sign')
    .argument('[order...]', 'the orders’ ids; all that wait to be picked up by default')
    .requiredOption('--courier <shipping_type>', 'whose parcels they are')
    .option(...STORE_OPTION);
  writesPdf(manifest).action((ids: string[], { courier, store, ...options }: ManifestOptions) =>
    shell.withDatabase((ctx) => {
      const orderIds = ids.length > 0 ? readOrders(ids) : undefined;
      const handover = { storeId: storeOption(ctx, { store }).id, shippingType: courier, orderIds };
      return answerPdf(shell, options, () => printManifest(ctx.db, handover, ctx.now()));
    }),
  );
}
