import { Option } from 'commander';
import * as v from 'valibot';
import type { WriteTx } from '../../context.ts';
import { type Address, addressFields } from '../../domain/address-fields.ts';
import { receiptOfOrder, VOID_REASONS, type VoidReason } from '../../domain/orders/payments/receipts.ts';
import { replaceReceipt } from '../../domain/orders/payments/replace-receipt.ts';
import { notFound } from '../../lib/errors.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { documentNumber } from '../../lib/number-format.ts';
import { problem } from '../../lib/validation.ts';
import { WrongUsage } from '../arguments.ts';
import { type Cli, type CliCommand, DRY_RUN_OPTION, DRY_RUN_TEXT } from '../cli.ts';
import { actOf } from '../lookup.ts';

/** The options of the buyer's fields. An empty text removes the field. */
const BUYER_OPTIONS = {
  name: new Option('--name <name>', 'Name of the buyer'),
  address1: new Option('--address1 <text>', 'House number and street'),
  address2: new Option('--address2 <text>', 'Building, floor, village'),
  address3: new Option('--address3 <text>', 'Third line'),
  sub_district: new Option('--sub-district <name>', 'Sub-district'),
  district: new Option('--district <name>', 'District'),
  province: new Option('--province <name>', 'Province'),
  postal_code: new Option('--postal-code <code>', 'Five digits'),
  legal_entity_id: new Option('--tax-id <id>', 'Tax ID or national ID'),
  branch_type: new Option('--branch-type <type>', 'h for the head office, b for a branch'),
  branch_number: new Option('--branch-number <number>', 'Number of the branch'),
} as const;

type BuyerField = keyof typeof BUYER_OPTIONS;

interface ReplaceOptions {
  reason: VoidReason;
  dryRun?: boolean;
  user?: string;
}

export function receiptCommands(cli: Cli, order: CliCommand): void {
  const receipt = order.command('receipt').description('Correct the receipt of an order');
  const replace = receipt
    .command('replace')
    .summary('Cancel the receipt of an order and issue another one')
    .description(
      'Cancel the receipt of an order with a wrong buyer or seller, and issue another one with the next number and the same date and amounts. Options change fields of the buyer, an empty text removes one, the other fields stay. The seller is as the store is registered now.',
    )
    .idArgument('order', 'Order id')
    .addOption(new Option('--reason <reason>', 'What was wrong').choices(VOID_REASONS).makeOptionMandatory());
  for (const option of Object.values(BUYER_OPTIONS)) replace.addOption(option);
  replace
    .option(...DRY_RUN_OPTION)
    .userOption()
    .databaseAction(async (ctx, orderId: Id, { reason, dryRun = false, user, ...typed }: ReplaceOptions) => {
      const change = parseBuyer(typed);
      const by = actOf(ctx, { user });
      const { old, issued } = await ctx.write((tx) => {
        const old = issuedReceipt(tx, orderId);
        const buyer = changedBuyer(old.document.buyer, change);
        return { old, issued: replaceReceipt(tx, orderId, { number: old.number, reason, buyer }, by) };
      });
      const [number, replaces] = [documentNumber(issued.number), documentNumber(old.number)];
      const document = { order_id: idText(orderId), number, replaces, reason, buyer: issued.document.buyer };
      cli.print({ ...(dryRun && { dry_run: true }), ...document }, [
        `order ${orderId}: receipt ${number} replaces ${replaces}, ${reason}`,
        ...(dryRun ? [DRY_RUN_TEXT] : []),
      ]);
    });
}

/** @throws AppError not_found */
function issuedReceipt(tx: WriteTx, orderId: Id) {
  const receipt = receiptOfOrder(tx, orderId);
  if (!receipt) throw notFound('order_without_receipt', { order: orderId });
  return receipt;
}

type BuyerChange = { [Field in BuyerField]?: Address[Field] };

/** The fields to change; undefined removes one. @throws WrongUsage at the option */
function parseBuyer(typed: Readonly<Record<string, string>>): BuyerChange {
  const change: Record<string, unknown> = {};
  for (const field of Object.keys(BUYER_OPTIONS) as BuyerField[]) {
    const option = BUYER_OPTIONS[field];
    const text = typed[option.attributeName()];
    if (text !== undefined) change[field] = parseField(field, text.trim());
  }
  return change;
}

function parseField(field: BuyerField, text: string): string | number | undefined {
  const name = BUYER_OPTIONS[field].long as string;
  if (text === '') {
    if (field === 'name') throw new WrongUsage('argument_empty', { name });
    return undefined;
  }
  const read = v.safeParse(addressFields[field], field === 'postal_code' ? Number(text) : text);
  if (!read.success) throw new WrongUsage(problem(read.issues[0], name));
  return read.output;
}

const changedBuyer = (buyer: Address, change: BuyerChange): Address =>
  Object.fromEntries(
    Object.entries({ ...buyer, ...change }).filter(([, value]) => value !== undefined),
  ) as unknown as Address;
