import type { Screen } from '../screen.ts';
import { accountScreens } from './accounts/account-list.tsx';
import { ownAccountScreens } from './accounts/my-account.tsx';
import { addressScreens } from './addresses/address-list.tsx';
import { backupScreens } from './backups.tsx';
import { courierScreens } from './couriers/courier-list.tsx';
import { poolScreens } from './couriers/number-range-actions.tsx';
import { homeScreens } from './settings-home.tsx';
import { storeScreens } from './store-settings.tsx';
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
