import { accounts } from './accounts.ts';
import { alerts } from './alerts.ts';
import { audit } from './audit.ts';
import { backups } from './backups.ts';
import { bookings } from './bookings.ts';
import { bulk } from './bulk.ts';
import { catalogue } from './catalogue.ts';
import { channels } from './channels.ts';
import { customers } from './customers.ts';
import { demo } from './demo.ts';
import { imports } from './imports.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';
import { receipts } from './receipts.ts';
import { sales } from './sales.ts';
import { shipments } from './shipments.ts';
import { stock } from './stock.ts';
import { stores } from './stores.ts';
import { views } from './views.ts';
import { webAddress } from './web-address.ts';
import { webhooks } from './webhooks.ts';

/** Schema version 100. Once it is released it stays as it is: later changes go to ../migrations.ts. */
export const SCHEMA = [
  stores,
  channels,
  accounts,
  audit,
  backups,
  catalogue,
  orders,
  stock,
  imports,
  payments,
  receipts,
  shipments,
  bookings,
  bulk,
  views,
  webhooks,
  sales,
  customers,
  alerts,
  demo,
  webAddress,
].join('');

/** Triggers that add inserted rows to a search index, which has no rows of its own to copy. Salvage keeps them. */
export const SEARCH_TRIGGERS: readonly string[] = ['variant_words_added'];
