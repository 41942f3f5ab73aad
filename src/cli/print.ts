import { Option } from 'commander';
import type { WriteTx } from '../context.ts';
import { existingOrder } from '../domain/orders/order.ts';
import { issueReceiptToPrint } from '../domain/orders/payments/receipts.ts';
import { refundDocumentsToPrint } from '../domain/orders/payments/refund-documents.ts';
import { LABEL_SIZES, type LabelSize } from '../domain/print/labels/label.ts';
import type { Printed } from '../domain/print/print-job.ts';
import {
  printAddressLabels,
  printManifest,
  printOrderLabels,
  printPackingSlips,
  printPickLists,
} from '../domain/print/print-orders.ts';
import { printIssuedReceipts, printIssuedRefundDocuments } from '../domain/print/print-originals.ts';
import { SHEET_FORMATS, type SheetFormat } from '../domain/print/sheets/printed-sheet.ts';
import type { Id } from '../lib/ids.ts';
import { parseIdArgument } from './arguments.ts';
import type { Cli, CliCommand } from './cli.ts';
import { counted } from './counted.ts';
import { FORCE_OPTION, requireNewFile, writeNewFile } from './files.ts';
import { actOf, selectedStore } from './lookup.ts';

const ORDERS = ['<order...>', 'Order ids'] as const;

const parseOrderIds = (ids: readonly string[]) => ids.map((id) => parseIdArgument(id, 'ORDER'));

interface LabelOptions extends PdfOptions {
  size: LabelSize;
  address?: boolean;
}

export function labelCommand(cli: Cli): void {
  const label = cli.program
    .command('label')
    .summary('Print shipping labels')
    .description('Print a shipping label for each shipment with a tracking number, as a PDF.')
    .argument(...ORDERS)
    .addOption(
      new Option('--size <size>', 'Label size in mm; a4 prints four A6 labels on a page')
        .choices(Object.keys(LABEL_SIZES))
        .default('100x150'),
    )
    .option('--address', 'Labels without tracking numbers, for orders whose numbers the courier gives later');
  withPdfOptions(label).databaseAction((ctx, ids: string[], { size, address, ...options }: LabelOptions) => {
    const orderIds = parseOrderIds(ids);
    const printLabels = address ? printAddressLabels : printOrderLabels;
    return printPdf(cli, options, () => printLabels(ctx.db, orderIds, { size, now: ctx.now() }));
  });
}

export function printCommands(cli: Cli): void {
  const print = cli.program
    .command('print')
    .description('Print pick lists, packing slips, manifests, receipts and credit notes');
  withPdfOptions(
    print
      .command('pick-list')
      .description('Print what the orders have reserved, one list per warehouse')
      .argument(...ORDERS),
  ).databaseAction((ctx, ids: string[], options: PdfOptions) => {
    const orderIds = parseOrderIds(ids);
    return printPdf(cli, options, () => printPickLists(ctx.db, orderIds, ctx.now()));
  });
  slipCommand(cli, print);
  manifestCommand(cli, print);
  withPdfOptions(
    print
      .command('receipt')
      .summary('Print the receipt of an order')
      .description(
        'Print the receipt of an order, a tax invoice if the store is registered for VAT. The first print has the original and a copy, later ones only the copy. Number and content never change afterwards.',
      )
      .idArgument('order', 'Order id')
      .userOption(),
  ).databaseAction((ctx, orderId: Id, { user, ...options }: PdfOptions & { user?: string }) => {
    return printPdf(cli, options, async () => {
      const take = (tx: WriteTx) => [issueReceiptToPrint(tx, orderId, actOf(ctx, { user }))];
      return (await printIssuedReceipts(ctx, take, ctx.now())).printed;
    });
  });
  withPdfOptions(
    print
      .command('refunds')
      .summary('Print the credit notes and refund vouchers of an order')
      .description(
        'Print the documents of the refunds after the receipt of an order: credit notes of a tax invoice, otherwise refund vouchers. The first print of each has the original and a copy.',
      )
      .idArgument('order', 'Order id'),
  ).databaseAction((ctx, orderId: Id, options: PdfOptions) =>
    printPdf(cli, options, async () => {
      const { id } = existingOrder(ctx.db, orderId);
      return (await printIssuedRefundDocuments(ctx, (tx) => refundDocumentsToPrint(tx, id), ctx.now())).printed;
    }),
  );
}

interface ManifestOptions extends PdfOptions {
  courier: string;
  store?: string;
}

interface SlipOptions extends PdfOptions {
  size: SheetFormat;
}

function slipCommand(cli: Cli, print: CliCommand): void {
  const slip = print
    .command('packing-slip')
    .description('Print the contents of each parcel, without prices')
    .argument(...ORDERS)
    .addOption(new Option('--size <size>', 'Paper size').choices(SHEET_FORMATS).default('a4'));
  withPdfOptions(slip).databaseAction((ctx, ids: string[], { size: format, ...options }: SlipOptions) => {
    const orderIds = parseOrderIds(ids);
    return printPdf(cli, options, () => printPackingSlips(ctx.db, orderIds, { now: ctx.now(), format }));
  });
}

function manifestCommand(cli: Cli, print: CliCommand): void {
  const manifest = print
    .command('manifest')
    .description('Print the list of parcels handed to a courier, for both sides to sign')
    .argument('[order...]', 'Order ids (default: all orders awaiting handover)')
    .requiredOption('--courier <shipping_type>', 'Shipping type of the courier')
    .storeOption();
  withPdfOptions(manifest).databaseAction((ctx, ids: string[], { courier, store, ...options }: ManifestOptions) => {
    const orderIds = ids.length > 0 ? parseOrderIds(ids) : undefined;
    const handover = { storeId: selectedStore(ctx, { store }).id, shippingType: courier, orderIds };
    return printPdf(cli, options, () => printManifest(ctx.db, handover, ctx.now()));
  });
}

interface PdfOptions {
  out: string;
  force?: boolean;
}

/** Adds the options that `printPdf` reads. */
const withPdfOptions = (command: CliCommand): CliCommand =>
  command.requiredOption('--out <file>', 'PDF file to write').option(...FORCE_OPTION);

/** Renders into the file. A file that must not be overwritten is rejected before `render` runs, which may write. */
async function printPdf(cli: Cli, options: PdfOptions, render: () => Promise<Printed>): Promise<void> {
  const { out } = options;
  requireNewFile(out, options);
  const { pdf, pages, warnings } = await render();
  writeNewFile(out, pdf, options);
  for (const warning of warnings) cli.warn(warning);
  cli.print({ file: out, pages }, `${out}: ${counted(pages, 'page')}`);
}
