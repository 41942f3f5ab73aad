import type { Context } from '../context.ts';
import { orderOrDeleted } from '../domain/orders/order.ts';
import { erasePerson } from '../domain/privacy/erase.ts';
import { exportPerson } from '../domain/privacy/export.ts';
import { exportJson, exportPage } from '../domain/privacy/export-page.ts';
import { findPersons, personOfOrder } from '../domain/privacy/person.ts';
import { type Id, idText } from '../lib/ids.ts';
import type { Cli } from './cli.ts';
import { FORCE_OPTION, requireNewFile, writeNewFile } from './files.ts';
import { selectedStore } from './lookup.ts';
import { table, timeText } from './table.ts';

const ORDER = 'Id of an order of the customer; "customer find" prints it';

export function customerCommands(cli: Cli): void {
  const customer = cli.program.command('customer').description('Find, export and erase the data of a customer');
  customer
    .command('find')
    .description('Find customers by a part of the name or the telephone')
    .argument('<text>', 'Name or telephone')
    .storeOption()
    .databaseAction((ctx, text: string, options: { store?: string }) => find(cli, ctx, text, options));
  customer
    .command('export')
    .description('Write all data of a customer into a file: JSON, or a page to read if the name ends in .html')
    .idArgument('order', ORDER)
    .requiredOption('--out <file>', 'File to write')
    .option(...FORCE_OPTION)
    .databaseAction(async (ctx, orderId: Id, { out, ...options }: { out: string; force?: boolean }) => {
      requireNewFile(out, options);
      const { storeId } = orderOrDeleted(ctx.db, orderId);
      const exported = await exportPerson(ctx, storeId, personOfOrder(ctx.db, orderId));
      writeNewFile(out, await (out.endsWith('.html') ? exportPage(exported) : exportJson(exported)), options);
      cli.print(
        { file: out, orders: exported.orders.length, addresses: exported.addresses.length },
        `wrote ${exported.orders.length} orders and ${exported.addresses.length} addresses to ${out}`,
      );
    });
  customer
    .command('erase')
    .summary('Erase a customer for good')
    .description(
      'Erase the name, telephone, addresses, notes and slips of a customer from all orders, for good. Amounts, receipts and stock stay.',
    )
    .idArgument('order', ORDER)
    .databaseAction(async (ctx, orderId: Id) => {
      const { storeId } = orderOrDeleted(ctx.db, orderId);
      const { orders, addresses } = await erasePerson(ctx, storeId, personOfOrder(ctx.db, orderId));
      cli.print(
        { erased_orders: orders.map(idText), erased_addresses: addresses.map(idText) },
        `erased the customer from ${orders.length} orders and ${addresses.length} addresses`,
      );
    });
}

function find(cli: Cli, ctx: Context, text: string, options: { store?: string }): void {
  const found = findPersons(ctx.db, selectedStore(ctx, options).id, text, ctx.now());
  cli.print(
    {
      customers: found.map(({ orderId, orderNumber, lastOrderTime, telephone, ...person }) => ({
        order_id: idText(orderId),
        ...person,
        telephone: telephone ?? undefined,
        last_order_time: lastOrderTime,
      })),
    },
    table(
      ['order', 'name', 'telephone', 'orders', 'last order'],
      found.map(({ orderId, name, telephone, orders, lastOrderTime }) => [
        orderId,
        name,
        telephone,
        orders,
        timeText(lastOrderTime),
      ]),
    ),
  );
}
