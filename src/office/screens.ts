import { customersScreens } from './customers/customer-screens.ts';
import { demoScreens } from './demo/demo-screens.ts';
import { channelStepScreens } from './first-run/channel-step.tsx';
import { ownerStepScreens } from './first-run/owner-step.tsx';
import { paymentsStepScreens } from './first-run/payments-step.tsx';
import { productStepScreens } from './first-run/product-step.tsx';
import { storeStepScreens } from './first-run/store-step.tsx';
import { placeScreens } from './forms/place-suggestions.tsx';
import { bookingScreens } from './orders/booking-queue.tsx';
import { bulkActionScreens } from './orders/bulk/bulk-screens.ts';
import { codScreens } from './orders/cod/cod-list.tsx';
import { orderDetailScreens } from './orders/detail/order-detail-screens.tsx';
import { editOrderScreens } from './orders/entry/edit-order.tsx';
import { newOrderScreens } from './orders/entry/new-order.tsx';
import { handOverScreens } from './orders/hand-over/hand-over-screens.ts';
import { bulkScreens } from './orders/list/bulk-actions.tsx';
import { confirmListedScreen } from './orders/list/confirm-listed.tsx';
import { orderListScreens } from './orders/list/order-list.tsx';
import { orderFileScreens } from './orders/list/order-list-file.ts';
import { printScreens } from './orders/list/print-documents.tsx';
import { numberScreens } from './orders/numbers/number-screens.tsx';
import { packScreens } from './orders/pack/packing-screens.tsx';
import { slipQueueScreens } from './orders/slips/slip-queue.tsx';
import { appAddScreens } from './partners/apps/add-app.tsx';
import { appListScreens } from './partners/apps/app-list.tsx';
import { appScreens } from './partners/apps/app-page.tsx';
import { deliveryListScreens, deliveryScreens } from './partners/apps/delivery-list.tsx';
import { missedScreens } from './partners/apps/missed-updates.tsx';
import { blockScreens } from './partners/blocked-clients.tsx';
import { channelAddScreens } from './partners/channels/add-channel.tsx';
import { channelCallScreens } from './partners/channels/call-log.tsx';
import { channelListScreens } from './partners/channels/channel-list.tsx';
import { channelScreens } from './partners/channels/channel-page.tsx';
import { channelPriceScreens } from './partners/channels/channel-price-list.tsx';
import { sandboxScreens } from './partners/sandbox.tsx';
import { productScreens } from './products/product-screens.ts';
import { moneyDayScreens } from './reports/money-day.tsx';
import { moneyScreens } from './reports/money-page.tsx';
import { reportScreens } from './reports/report-page.tsx';
import { vatScreens } from './reports/vat-page.tsx';
import type { Screen } from './screen.ts';
import { searchScreens } from './search/search-page.tsx';
import { accountScreens } from './settings/accounts/account-list.tsx';
import { ownAccountScreens } from './settings/accounts/my-account.tsx';
import { addressScreens } from './settings/addresses/address-list.tsx';
import { alertSettingsScreens } from './settings/alerts/alert-settings.tsx';
import { myAlertScreens } from './settings/alerts/my-alerts.tsx';
import { auditScreens } from './settings/audit/audit-log-page.tsx';
import { paymentLogScreens } from './settings/audit/payment-log.tsx';
import { backupScreens } from './settings/backups/backup-screens.tsx';
import { courierScreens } from './settings/couriers/courier-list.tsx';
import { poolScreens } from './settings/couriers/number-range-actions.tsx';
import { customerDataScreens } from './settings/customer-data/customer-data-page.tsx';
import { paymentSettingScreens } from './settings/payments/payment-settings.tsx';
import { homeScreens } from './settings/settings-home.tsx';
import { shippingRatesScreens } from './settings/shipping/shipping-rates-page.tsx';
import { storeScreens } from './settings/store-settings.tsx';
import { tierScreens } from './settings/tiers.tsx';
import { warehouseScreens } from './settings/warehouses.tsx';
import { webAddressScreens } from './settings/web-address.tsx';
import { confirmScreens } from './sign-in/confirm.tsx';
import { signInScreens } from './sign-in/sign-in.tsx';
import { stockScreens } from './stock/stock-screens.ts';
import { todayScreens } from './today/today-page.tsx';
import { viewScreens } from './views/view-screens.tsx';

/** All routes of the office. The first match wins. */
export const SCREENS: readonly Screen[] = [
  ...todayScreens,
  ...demoScreens,
  ...searchScreens,
  ...placeScreens,
  ...newOrderScreens,
  ...editOrderScreens,
  ...orderListScreens,
  ...orderFileScreens,
  ...bulkScreens,
  confirmListedScreen,
  ...slipQueueScreens,
  ...bulkActionScreens,
  ...printScreens,
  ...bookingScreens,
  ...codScreens,
  ...handOverScreens,
  ...numberScreens,
  ...packScreens,
  ...orderDetailScreens,
  ...customersScreens,
  ...productScreens,
  ...stockScreens,
  ...reportScreens,
  ...moneyScreens,
  ...moneyDayScreens,
  ...vatScreens,
  ...viewScreens,
  ...channelListScreens,
  ...sandboxScreens,
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
  ...accountScreens,
  ...ownAccountScreens,
  ...myAlertScreens,
  ...alertSettingsScreens,
  ...homeScreens,
  ...storeScreens,
  ...paymentSettingScreens,
  ...addressScreens,
  ...warehouseScreens,
  ...tierScreens,
  ...poolScreens,
  ...courierScreens,
  ...shippingRatesScreens,
  ...backupScreens,
  ...webAddressScreens,
  ...auditScreens,
  ...paymentLogScreens,
  ...customerDataScreens,
  ...signInScreens,
  ...confirmScreens,
  ...ownerStepScreens,
  ...storeStepScreens,
  ...productStepScreens,
  ...paymentsStepScreens,
  ...channelStepScreens,
];
