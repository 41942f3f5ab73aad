import { salesChannels, shippingTypes } from '../../../domain/orders/order-codes.ts';
import { courierName } from '../../../lib/courier-names.ts';
import type { Form } from '../../forms/form.ts';
import type { StoreContext } from '../../request-context.ts';
import { salesChannelName } from '../order-labels.ts';
import type { Draft } from './order-draft.ts';
import { orderEntryTexts } from './order-entry-texts.ts';

// A duplicate may have a courier or a sales channel that the config no longer has. The form keeps it selected and
// explains it, and is not saved until another one is chosen.

/** Why another courier must be chosen. */
export function removedCourierHint({ app, language }: StoreContext, draft: Draft): string | undefined {
  const code = draft.shipping_type?.[0] ?? '';
  if (code === '' || shippingTypes(app.config.values).includes(code)) return undefined;
  return orderEntryTexts(language).courierRemoved(courierName(code, language));
}

/** Why another sales channel must be chosen. */
export function removedChannelHint({ app, language }: StoreContext, draft: Draft): string | undefined {
  const code = draft.channel?.[0] ?? '';
  if (code === '' || salesChannels(app.config.values).includes(code)) return undefined;
  return orderEntryTexts(language).channelRemoved(salesChannelName(code, language));
}

/** Refuses a new order with such a code. */
export function checkRemovedCodes(context: StoreContext, draft: Draft, form: Form<unknown>): void {
  const [channel, courier] = [removedChannelHint(context, draft), removedCourierHint(context, draft)];
  if (channel !== undefined) form.addError(channel, 'channel');
  if (courier !== undefined) form.addError(courier, 'shipping_type');
}
