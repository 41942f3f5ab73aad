import { channelStepScreens } from './first-run/channel-step.tsx';
import { ownerStepScreens } from './first-run/owner-step.tsx';
import { productStepScreens } from './first-run/product-step.tsx';
import { storeStepScreens } from './first-run/store-step.tsx';
import { orderScreens } from './orders/order-screens.ts';
import { partnerScreens } from './partners/partner-screens.ts';
import { productScreens } from './products/product-screens.ts';
import type { Screen } from './screen.ts';
import { settingsScreens } from './settings/settings-screens.ts';
import { signInScreens } from './sign-in/sign-in.tsx';
import { stockScreens } from './stock/stock-screens.ts';
import { todayScreens } from './today/today-page.tsx';

/** All routes of the office. The first match answers. */
export const SCREENS: readonly Screen[] = [
  ...todayScreens,
  ...orderScreens,
  ...productScreens,
  ...stockScreens,
  ...partnerScreens,
  ...settingsScreens,
  ...signInScreens,
  ...ownerStepScreens,
  ...storeStepScreens,
  ...productStepScreens,
  ...channelStepScreens,
];
