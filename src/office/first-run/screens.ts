import type { Screen } from '../screen.ts';
import { channelScreens } from './channel.tsx';
import { ownerScreens } from './owner.tsx';
import { productScreens } from './product.tsx';
import { storeScreens } from './store.tsx';

export const firstRunScreens: readonly Screen[] = [
  ...ownerScreens,
  ...storeScreens,
  ...productScreens,
  ...channelScreens,
];
