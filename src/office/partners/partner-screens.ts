import type { Screen } from '../screen.ts';
import { appAddScreens } from './apps/add-app.tsx';
import { appListScreens } from './apps/app-list.tsx';
import { appScreens } from './apps/app-page.tsx';
import { deliveryListScreens, deliveryScreens } from './apps/delivery-list.tsx';
import { missedScreens } from './apps/missed-updates.tsx';
import { blockScreens } from './blocked-clients.tsx';
import { channelAddScreens } from './channels/add-channel.tsx';
import { channelCallScreens } from './channels/call-log.tsx';
import { channelListScreens } from './channels/channel-list.tsx';
import { channelScreens } from './channels/channel-page.tsx';
import { channelPriceScreens } from './channels/channel-price-list.tsx';

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
