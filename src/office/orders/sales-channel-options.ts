import { salesChannels } from '../../domain/orders/order-codes.ts';
import { codeOptions } from '../forms/code-options.ts';
import type { Option } from '../forms/inputs.tsx';
import type { StoreContext } from '../request-context.ts';
import { salesChannelName } from './order-labels.ts';

/** @param current the sales channel of the order or filter, which the config may no longer have */
export const salesChannelOptions = (
  { app, language }: Pick<StoreContext, 'app' | 'language'>,
  current: string | null | undefined,
): Option[] => codeOptions(salesChannels(app.config.values), current, (code) => salesChannelName(code, language));
