import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { hasBucket } from '../domain/backups/bucket.ts';
import { type OlderCopies, olderCopies } from '../domain/backups/older-copies.ts';
import { withBackupSettings } from '../domain/backups/settings.ts';
import { orderOrDeleted } from '../domain/orders/order.ts';
import { erasePerson } from '../domain/privacy/erase.ts';
import { exportPerson } from '../domain/privacy/export.ts';
import { exportJson, exportPage } from '../domain/privacy/export-page.ts';
import { findPersons, MAX_FOUND_ORDERS, personOfOrder } from '../domain/privacy/person.ts';
import { type Id, idText } from '../lib/ids.ts';
import type { Message } from '../lib/messages/catalogue.ts';
import { message } from '../lib/messages/message.ts';
import { describe } from '../lib/messages/messages.ts';
import type { Cli } from './cli.ts';
import { counted } from './counted.ts';
import { FORCE_OPTION, requireNewFile, writeNewFile } from './files.ts';
import { selectedStore } from './lookup.ts';
import { table, timeText } from './table.ts';

const ORDER = 'Id of an order of the customer; "customer find" prints it';

export function customerCommands(cli: Cli): void {
  const customer = cli.program.command('customer').description('Find, export and erase the data of a customer');
  customer
    .command('find')
    .description('Find customers by part of the name or phone number, or by an order number')
    .argument('<text>', 'Name, phone number or order number')
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
        `wrote ${ordersAndAddresses(exported)} to ${out}`,
      );
    });
  customer
    .command('erase')
    .summary('Erase a customer for good')
    .description(
      'Erase the name, phone number, addresses, notes and slips of a customer from all orders, permanently. Amounts, receipts and stock stay.',
    )
    .idArgument('order', ORDER)
    .databaseAction(async (ctx, orderId: Id) => {
      const { storeId } = orderOrDeleted(ctx.db, orderId);
      const erased = await erasePerson(ctx, storeId, personOfOrder(ctx.db, orderId));
      const { config } = withBackupSettings(ctx);
      const { backups, kept } = await olderCopies(config);
      const traces = olderTraces(config, { backups, kept }).map((trace) => describe(trace));
      cli.print(
        {
          erased_orders: erased.orders.map(idText),
          erased_addresses: erased.addresses.map(idText),
          older_backups: backups,
          older_copies: kept,
        },
        [`erased the customer from ${ordersAndAddresses(erased)}`, ...traces],
      );
    });
}

const ordersAndAddresses = ({ orders, addresses }: { orders: unknown[]; addresses: unknown[] }): string =>
  `${counted(orders.length, 'order')} and ${counted(addresses.length, 'address', 'addresses')}`;

/** Places that may still contain data of the customer, each with the way to remove it. */
function olderTraces(config: Config, { backups, kept }: OlderCopies): Message[] {
  const { folder, keep } = config.backup;
  return [
    ...(backups.length > 0 ? [message('customer_in_older_backups', { backups: backups.length, folder, keep })] : []),
    ...(hasBucket(config) ? [message('customer_in_bucket')] : []),
    ...(kept.length > 0 ? [message('customer_in_older_copies', { files: kept })] : []),
  ];
}

function find(cli: Cli, ctx: Context, text: string, options: { store?: string }): void {
  const found = findPersons(ctx.db, selectedStore(ctx, options).id, text, ctx.now());
  if (found.reduce((sum, { orders }) => sum + orders, 0) >= MAX_FOUND_ORDERS)
    cli.warn(message('only_newest_orders_searched', { most: MAX_FOUND_ORDERS }));
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
      ['order', 'name', 'phone number', 'orders', 'last order'],
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
