import type { Screen } from '../screen.ts';
import { appScreens } from './app.tsx';
import { appAddScreens } from './app-add.tsx';
import { appListScreens } from './apps.tsx';
import { blockScreens } from './blocks.tsx';
import { channelScreens } from './channel.tsx';
import { channelAddScreens } from './channel-add.tsx';
import { channelCallScreens } from './channel-calls.tsx';
import { channelPriceScreens } from './channel-prices.tsx';
import { channelListScreens } from './channels.tsx';
import { deliveryListScreens } from './deliveries.tsx';
import { deliveryScreens } from './delivery.tsx';
import { missedScreens } from './missed.tsx';

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
