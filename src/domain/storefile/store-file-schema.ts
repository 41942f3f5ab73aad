import * as v from 'valibot';
import { barcodeProblem, MAX_BARCODES } from '../../lib/barcodes.ts';
import { amount, flag, integer, millis, oneOf, text, textOf, textUpTo } from '../../lib/field-schemas.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { mapOf, strictObject } from '../../lib/schema-builders.ts';
import { distinctTags, MAX_TAG_LENGTH, MAX_TAGS } from '../../lib/tags.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { BANK_CODES } from '../../lib/thai-banks.ts';
import { invalid, issueText, problems } from '../../lib/validation.ts';
import { addressFields } from '../address-fields.ts';
import { MAX_HOLDER_LENGTH, readBankAccountNumber } from '../bank-accounts.ts';
import { MAX_PART_QTY, MAX_PARTS } from '../catalogue/bundle-parts.ts';
import { MAX_CATEGORY_LENGTH, normalCategory } from '../catalogue/categories.ts';
import { PERMISSIONS, type Permission } from '../channels/channels.ts';
import { courierEntry } from '../couriers/set-up.ts';
import { promptpayIdProblem, readPromptpayId } from '../orders/payments/promptpay.ts';
import { pictureNameIn } from '../pictures/stored-pictures.ts';
import { webhookUrlProblem } from '../webhooks/apps.ts';
import { shippingSettings } from './shipping-settings.ts';

const key = textOf(1, 100);
const list = <Item extends v.GenericSchema>(item: Item) => v.optional(v.array(item), []);
const isWebAddress = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '');
const name = textUpTo(MAX_LENGTH.name);
const url = textUpTo(MAX_LENGTH.url);
const uri = v.pipe(url, v.check(isWebAddress, invalid('not_an_absolute_url')));
/** A URL, or the path of a picture in this database. */
const picture = v.pipe(
  url,
  v.check((url) => isWebAddress(url) || pictureNameIn(url) !== undefined, invalid('not_an_absolute_url')),
);
const byKey = <Value extends v.GenericSchema>(value: Value) => mapOf(key, value);

const settings = strictObject({
  sell_below_zero: v.optional(flag),
  order_quota: v.optional(integer(0, 1_000_000_000)),
  cod_counts_as_ready: v.optional(flag),
  promptpay_id: v.optional(v.pipe(textUpTo(MAX_LENGTH.legalId), v.rawTransform(toPromptpayId))),
  promptpay_name: v.optional(textUpTo(MAX_HOLDER_LENGTH)),
  vat_percent: v.optional(integer(0, 100)),
  ...shippingSettings,
});

const bankAccount = strictObject({
  bank: v.pipe(text, v.rawCheck(checkBank)),
  number: v.pipe(
    textUpTo(30),
    v.check((typed) => readBankAccountNumber(typed) !== undefined, invalid('bank_account_number_malformed')),
  ),
  name: textOf(1, MAX_HOLDER_LENGTH),
});

const image = strictObject({ url: picture, thumbnail_url: v.optional(uri), tiny_url: v.optional(uri) });

export const MAX_ON_HAND = 1_000_000_000_000;

const parts = v.pipe(
  v.array(strictObject({ variant: key, qty: integer(1, MAX_PART_QTY) })),
  v.maxLength(MAX_PARTS, invalid('too_many_parts', { most: MAX_PARTS })),
);

const barcodes = v.pipe(
  v.array(v.pipe(text, v.rawCheck(checkBarcode))),
  v.maxLength(MAX_BARCODES, invalid('too_many_barcodes', { most: MAX_BARCODES })),
);

const variant = strictObject({
  key,
  name: v.optional(name),
  sku: v.optional(textUpTo(MAX_LENGTH.sku)),
  barcodes: v.optional(barcodes),
  image_url: v.optional(picture),
  prices: v.optional(byKey(amount)),
  cost: v.optional(amount),
  weight: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0, invalid('below_zero')))),
  low_stock_threshold: v.optional(integer(0, 1_000_000_000)),
  shelf_location: v.optional(textOf(1, MAX_LENGTH.shelfLocation)),
  // On hand is below zero where a store that sells below zero has shipped more than it had.
  stock: v.optional(byKey(integer(-MAX_ON_HAND, MAX_ON_HAND))),
  bundle: v.optional(v.pipe(parts, v.minLength(1, invalid('no_parts')))),
  parts: v.optional(parts),
});

/** Empty: none. */
const category = v.pipe(textUpTo(MAX_CATEGORY_LENGTH), v.transform(normalCategory));

const tags = v.pipe(
  v.array(textOf(1, MAX_TAG_LENGTH)),
  v.maxLength(MAX_TAGS, invalid('too_many_tags', { most: MAX_TAGS })),
  v.transform((all) => distinctTags(all)),
);

const product = strictObject({
  key,
  name,
  pulled_from: v.optional(strictObject({ store: key, product: key })),
  description: v.optional(textUpTo(MAX_LENGTH.description)),
  category: v.optional(category),
  tags: v.optional(tags),
  images: v.optional(v.array(image)),
  shipping_rates: v.optional(v.array(strictObject({ shipping_type: name, first: amount, each_more: amount }))),
  min: v.optional(amount),
  max: v.optional(amount),
  variants: list(variant),
  prices: v.optional(byKey(byKey(amount))), // of a pulled product: by the source's variant
});

const channel = strictObject({
  key,
  name,
  price_tier: v.optional(key),
  app: v.optional(key),
  permissions: v.optional(v.array(oneOf(PERMISSIONS) as v.GenericSchema<unknown, Permission>)),
  own_orders_only: v.optional(flag),
  expire_time: v.optional(millis),
  enabled: v.optional(flag),
});

const app = strictObject({
  key,
  name,
  url: v.optional(v.pipe(url, v.rawCheck(checkWebhookUrl))),
  events: v.optional(
    strictObject({
      stock_available_updated: v.optional(flag),
      order_updated: v.optional(flag),
      product_updated: v.optional(flag),
    }),
  ),
});

const store = strictObject({
  key,
  name,
  settings: v.optional(settings),
  price_tiers: list(strictObject({ key, name, default: v.optional(flag) })),
  warehouses: list(strictObject({ key, name })),
  addresses: list(strictObject({ key, is_primary: v.optional(flag, false), ...addressFields })),
  bank_accounts: list(bankAccount),
  products: list(product),
  couriers: list(courierEntry),
  channels: list(channel),
  apps: list(app),
});

const storeFile = strictObject({ stores: list(store) });

export type StoreFile = v.InferOutput<typeof storeFile>;
export type StoreFileInput = v.InferInput<typeof storeFile>;

export function readStoreFile(document: unknown): { file: StoreFile } | { problems: Message[] } {
  const parsed = v.safeParse(storeFile, document);
  return parsed.success ? { file: parsed.output } : { problems: problems(parsed.issues, 'store file') };
}

export type StoreEntry = v.InferOutput<typeof store>;
export type ProductEntry = v.InferOutput<typeof product>;
export type VariantEntry = v.InferOutput<typeof variant>;
export type ChannelEntry = v.InferOutput<typeof channel>;
export type AppEntry = v.InferOutput<typeof app>;

function toPromptpayId({ dataset, addIssue, NEVER }: v.RawTransformContext<string>): string {
  const id = readPromptpayId(dataset.value);
  if (id !== undefined) return id;
  addIssue({ message: issueText(promptpayIdProblem(dataset.value)) });
  return NEVER;
}

function checkBank({ dataset, addIssue }: v.RawCheckContext<string>): void {
  if (!dataset.typed || BANK_CODES.includes(dataset.value)) return;
  addIssue({ message: issueText(message('bank_unknown', { bank: dataset.value })) });
}

function checkBarcode({ dataset, addIssue }: v.RawCheckContext<string>): void {
  const problem = dataset.typed ? barcodeProblem(dataset.value) : undefined;
  if (problem) addIssue({ message: issueText(problem) });
}

function checkWebhookUrl({ dataset, addIssue }: v.RawCheckContext<string>): void {
  const problem = dataset.typed ? webhookUrlProblem(dataset.value) : undefined;
  if (problem) addIssue({ message: issueText(problem) });
}
