import { existsSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { browserTest, closeWindow, DESK, openGuestWindow, PHONE } from '../browser/browser.ts';
import { filmLabels } from '../browser/label-video.ts';
import { openReceiver } from '../receiver.ts';
import { beginDay, type Display, nameOf } from './day.ts';
import { checkDeliveries, checkFigures, verifyData } from './evening.ts';
import { report } from './measurements.ts';
import { connectPartner, createPartnerOrders, enterPastedOrders, enterTypedOrders } from './orders.ts';
import { addChatSlips, confirmPayments, sendBuyerSlips } from './payments.ts';
import { collectCod, countStock, refund, restockReturn } from './returns.ts';
import { addApp, addCouriers, addPayments, addProducts, firstRun } from './setup.ts';
import { addNumbers, bookNumbers, FILMED, handOver, pack, printAll } from './shipping.ts';
import { startStore } from './store.ts';

// A store's day against the executable: npm run day [-- --all] [-- --pictures FOLDER] [-- --only phone-th-light]

const { values } = parseArgs({
  options: { all: { type: 'boolean' }, pictures: { type: 'string' }, only: { type: 'string' } },
});
const { all, pictures, only } = values;
if (pictures !== undefined && !existsSync(pictures)) mkdirSync(pictures, { recursive: true });

const DISPLAYS: readonly Display[] = [PHONE, DESK].flatMap((size) =>
  (['th', 'en'] as const).flatMap((language) => [false, true].map((isDark) => ({ size, language, isDark }))),
);
const DEFAULT = ['phone-th-light', 'desktop-en-dark'];
const isWanted = (display: Display): boolean =>
  only === undefined ? all === true || DEFAULT.includes(nameOf(display)) : only.split(',').includes(nameOf(display));

const SETUP = [addProducts, addCouriers, addPayments, addApp];
const PARTS = [
  ...[createPartnerOrders, enterTypedOrders, enterPastedOrders, sendBuyerSlips, addChatSlips, confirmPayments],
  ...[bookNumbers, addNumbers, printAll, pack, handOver, collectCod, restockReturn, refund, countStock],
  ...[checkFigures, checkDeliveries, verifyData],
];

const camera = await filmLabels(FILMED);

for (const display of DISPLAYS.filter(isWanted))
  browserTest(`a store’s day works: ${nameOf(display)}`, async (t) => {
    const [store, receiver] = await Promise.all([startStore(), openReceiver()]);
    t.after(() => store.stop());
    const page = await openGuestWindow(store.url, { ...display, camera });
    const day = await beginDay({ ...display, store, page, receiver }, pictures);
    const credentials = await firstRun(day);
    for (const part of SETUP) await part(day);
    await connectPartner(day, credentials);
    for (const part of PARTS) {
      let isDone = false;
      await t.test(part.name, async () => {
        await part(day);
        isDone = true;
      });
      if (!isDone) throw new Error(`${part.name} failed`); // the next part needs it
    }
    await closeWindow(page);
    report(day);
  });
