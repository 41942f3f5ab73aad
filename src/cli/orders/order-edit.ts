import * as v from 'valibot';
import { type Address, postedAddress } from '../../domain/address-fields.ts';
import { editOrder, type OrderEdit } from '../../domain/orders/edit.ts';
import type { LineChange } from '../../domain/orders/edit-lines.ts';
import { type AddedCodes, salesChannels } from '../../domain/orders/order-codes.ts';
import { AppError, OperatorError } from '../../lib/errors.ts';
import { textUpTo } from '../../lib/field-schemas.ts';
import type { Id } from '../../lib/ids.ts';
import { inFile } from '../../lib/messages/message.ts';
import { pathParts } from '../../lib/messages/path.ts';
import type { Money } from '../../lib/money.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { problem, problems } from '../../lib/validation.ts';
import { parseAmount, parseIdArgument, parseTime, WrongUsage } from '../arguments.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { readJson } from '../files.ts';
import { actOf } from '../lookup.ts';
import { parseLinePrices, parseLineQtys, parseNewLines } from './line-arguments.ts';
import { printOrder } from './order-output.ts';

interface EditOptions {
  set?: string[];
  price?: string[];
  add?: string[];
  remove?: string[];
  recipient?: string;
  labelNote?: string;
  privateNote?: string;
  discount?: string;
  shippingFee?: string;
  otherFee?: string;
  codAmount?: string;
  codFee?: string;
  expires?: string;
  shipBy?: string;
  shipBeforePay?: string;
  salesChannel?: string;
  user?: string;
}

export const editCommand = (cli: Cli, order: CliCommand): CliCommand =>
  order
    .command('edit')
    .summary('Edit an open order')
    .description(
      'Edit an open order before anything is booked or shipped. The private note can be edited while the order is open. Reason in the stock ledger: order_edited.',
    )
    .idArgument('id', 'Order id')
    .option('--set <line=qty...>', 'Set the quantity of a line; "raan order show" prints line ids')
    .option('--price <line=price...>', 'Set the price per unit of a line, in baht')
    .option('--add <variant=qty...>', 'Add a line by variant id: VARIANT=QTY or VARIANT=QTY@PRICE')
    .option('--remove <line...>', 'Remove a line by its id')
    .option(
      '--recipient <file>',
      'Set the recipient from a JSON file with an address of the API; - reads standard input',
    )
    .option('--label-note <text>', 'Note on the shipping label; empty removes it')
    .option('--private-note <text>', 'Note that only the store sees; empty removes it')
    .option('--discount <amount>', 'Discount in baht')
    .option('--shipping-fee <amount>', 'Shipping fee in baht')
    .option('--other-fee <amount>', 'Other fee in baht')
    .option('--cod-amount <amount>', 'Amount in baht that the courier collects')
    .option('--cod-fee <amount>', 'COD fee in baht')
    .option('--expires <time>', 'When the unpaid order expires: never, Unix milliseconds or ISO 8601')
    .option('--ship-by <time>', 'Shipping deadline: never, Unix milliseconds or ISO 8601')
    .option('--ship-before-pay <yes|no>', 'Allow shipping before payment')
    .option('--sales-channel <channel>', 'Sales channel code of the API; empty removes it')
    .userOption()
    .databaseAction(async (ctx, orderId: Id, { user, ...options }: EditOptions) => {
      if (Object.keys(options).length === 0) throw new WrongUsage('order_change_not_given');
      const edit = parseEdit(options, ctx.config.values);
      const by = actOf(ctx, { user });
      const edited = await namingNewLines(options.add, () => ctx.write((tx) => editOrder(tx, orderId, edit, by)));
      printOrder(cli, ctx, edited);
    });

/** Replaces the path `products[0]` of errors by the argument of `--add`. */
async function namingNewLines<T>(add: readonly string[] = [], edit: () => Promise<T>): Promise<T> {
  try {
    return await edit();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, key, params, path } = error;
    const [list, i] = pathParts(path);
    if (list !== 'products' || typeof i !== 'number') throw error;
    throw new AppError(code, { key, params, path: `--add ${add[i]}` });
  }
}

const parseEdit = (options: EditOptions, added: AddedCodes): OrderEdit => ({
  ...parseLines(options),
  recipientAddress: options.recipient === undefined ? undefined : readAddress(options.recipient),
  shippingLabelNote: parseNote(options.labelNote, '--label-note'),
  privateNote: parseNote(options.privateNote, '--private-note'),
  discount: parseOptionalAmount(options.discount, '--discount'),
  shippingFee: parseOptionalAmount(options.shippingFee, '--shipping-fee'),
  otherFee: parseOptionalAmount(options.otherFee, '--other-fee'),
  codAmount: parseOptionalAmount(options.codAmount, '--cod-amount'),
  codFee: parseOptionalAmount(options.codFee, '--cod-fee'),
  expirationTime: parseOptionalTime(options.expires, '--expires'),
  shipDeadlineTime: parseOptionalTime(options.shipBy, '--ship-by'),
  shipBeforePay: parseYesOrNo(options.shipBeforePay, '--ship-before-pay'),
  salesChannel: parseSalesChannel(options.salesChannel, added),
});

/** Contains no lines if no option names one, because an order with a parcel allows changes of the private note only. */
function parseLines({ set = [], price = [], add = [], remove = [] }: EditOptions): OrderEdit {
  if (set.length + price.length + add.length + remove.length === 0) return {};
  return {
    set: parseLineChanges(set, price),
    add: parseNewLines(add),
    remove: remove.map((line) => parseIdArgument(line, 'LINE')),
  };
}

/** Combines `--set` and `--price` by line. */
function parseLineChanges(set: readonly string[], price: readonly string[]): LineChange[] {
  const changes = new Map<Id, LineChange>();
  for (const change of [...parseLineQtys(set), ...parseLinePrices(price)])
    changes.set(change.lineId, { ...changes.get(change.lineId), ...change });
  return [...changes.values()];
}

function readAddress(file: string): Address {
  const read = v.safeParse(postedAddress, readJson(file));
  if (!read.success) throw new OperatorError(problems(read.issues).map((problem) => inFile(file, problem)));
  return read.output;
}

const parseOptionalAmount = (text: string | undefined, name: string): Money | undefined =>
  text === undefined ? undefined : parseAmount(text, name);

const NOTE = textUpTo(MAX_LENGTH.note);

function parseNote(text: string | undefined, name: string): string | null | undefined {
  if (text === undefined || text === '') return text === '' ? null : undefined;
  const read = v.safeParse(NOTE, text);
  if (!read.success) throw new WrongUsage(problem(read.issues[0], name));
  return read.output;
}

function parseOptionalTime(text: string | undefined, name: string): number | null | undefined {
  if (text === undefined) return undefined;
  return text === 'never' ? null : parseTime(text, name);
}

function parseYesOrNo(text: string | undefined, name: string): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== 'yes' && text !== 'no') throw new WrongUsage('argument_not_yes_or_no', { name, text });
  return text === 'yes';
}

function parseSalesChannel(text: string | undefined, added: AddedCodes): string | null | undefined {
  if (text === undefined || text === '') return text === '' ? null : undefined;
  const known = salesChannels(added);
  if (!known.includes(text)) throw new WrongUsage('argument_not_a_sales_channel', { text, known });
  return text;
}
