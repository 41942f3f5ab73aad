import type { Screen } from '../screen.ts';
import { accountScreens } from './accounts/accounts.tsx';
import { ownAccountScreens } from './accounts/me.tsx';
import { addressScreens } from './addresses/addresses.tsx';
import { backupScreens } from './backups.tsx';
import { courierScreens } from './couriers/couriers.tsx';
import { poolScreens } from './couriers/pools.tsx';
import { homeScreens } from './home.tsx';
import { storeScreens } from './store.tsx';
import { tierScreens } from './tiers.tsx';
import { warehouseScreens } from './warehouses.tsx';

export const settingsScreens: readonly Screen[] = [
  ...accountScreens,
  ...ownAccountScreens,
  ...homeScreens,
  ...storeScreens,
  ...addressScreens,
  ...warehouseScreens,
  ...tierScreens,
  ...poolScreens,
  ...courierScreens,
  ...backupScreens,
];
