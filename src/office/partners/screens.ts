import type { Screen } from '../screen.ts';
import { appAddScreens } from './apps/add.tsx';
import { appScreens } from './apps/app.tsx';
import { appListScreens } from './apps/apps.tsx';
import { deliveryListScreens } from './apps/deliveries.tsx';
import { deliveryScreens } from './apps/delivery.tsx';
import { missedScreens } from './apps/missed.tsx';
import { blockScreens } from './blocks.tsx';
import { channelAddScreens } from './channels/add.tsx';
import { channelCallScreens } from './channels/calls.tsx';
import { channelScreens } from './channels/channel.tsx';
import { channelListScreens } from './channels/channels.tsx';
import { channelPriceScreens } from './channels/prices.tsx';

export const partnerScreens: readonly Screen[] = [
  ...channelListScreens,
  ...channelAddScreens,
  ...channelScreens,
  ...channelCallScreens,
  ...channelPriceScreens,
  ...appListScreens,
  ...appAddScreens,
  ...appScreens,
  ...deliveryListScreens,
  ...deliveryScreens,
  ...missedScreens,
  ...blockScreens,
];
