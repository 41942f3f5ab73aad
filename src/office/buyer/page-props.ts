import type { Reader } from '../../context.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { Store } from '../../domain/stores.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import type { Money } from '../../lib/money.ts';
import { amount, fields, file } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import type { UploadedFile } from '../forms/uploaded-file.ts';

export const slipForm = fields({ amount, slip: file });

export type BuyerForm = Form<{ amount: Money; slip: UploadedFile }>;

export interface BuyerPageProps {
  db: Reader;
  language: Language;
  /** With at most `MAX_LINES` + 1 lines. */
  order: Order;
  store: Store;
  /** Path segment of the page, for links relative to it. */
  token: string;
  form: BuyerForm;
  /** A slip was just sent. */
  isSent: boolean;
}
