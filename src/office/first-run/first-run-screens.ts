import type { Screen } from '../screen.ts';
import { channelScreens } from './channel-step.tsx';
import { ownerScreens } from './owner-step.tsx';
import { productScreens } from './product-step.tsx';
import { storeScreens } from './store-step.tsx';

export const firstRunScreens: readonly Screen[] = [
  ...ownerScreens,
  ...storeScreens,
  ...productScreens,
  ...channelScreens,
];
