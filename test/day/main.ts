import { existsSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { browserTest, closeWindow, DESK, openGuestWindow, PHONE } from '../browser/browser.ts';
import { filmLabels } from '../browser/label-video.ts';
import { openReceiver } from '../receiver.ts';
import { beginDay, type How, nameOf } from './day.ts';
import { checkDeliveries, figures, verify } from './evening.ts';
import { report } from './measurements.ts';
import { connectPartner, ordersOfPartner, pastedOrders, typedOrders } from './orders.ts';
import { confirmPayments, slipsOfBuyers, slipsOfChats } from './payments.ts';
import { collectCod, count, refund, takeBack } from './returns.ts';
import { addApp, addCouriers, addPayments, addProducts, firstRun } from './setup.ts';
import { addNumbers, bookNumbers, FILMED, handOver, pack, printAll } from './shipping.ts';
import { startStore } from './store.ts';

// A store's day against the executable: npm run day [-- --all] [-- --pictures FOLDER] [-- --only phone-th-light]

const { values } = parseArgs({
  options: { all: { type: 'boolean' }, pictures: { type: 'string' }, only: { type: 'string' } },
});
const { all, pictures, only } = values;
if (pictures !== undefined && !existsSync(pictures)) mkdirSync(pictures, { recursive: true });

const EVERY: readonly How[] = [PHONE, DESK].flatMap((size) =>
  (['th', 'en'] as const).flatMap((language) => [false, true].map((isDark) => ({ size, language, isDark }))),
);
const USUAL = ['phone-th-light', 'desktop-en-dark'];
const isWanted = (how: How): boolean =>
  only === undefined ? all === true || USUAL.includes(nameOf(how)) : only.split(',').includes(nameOf(how));

const SETUP = [addProducts, addCouriers, addPayments, addApp];
const PARTS = [
  ...[ordersOfPartner, typedOrders, pastedOrders, slipsOfBuyers, slipsOfChats, confirmPayments],
  ...[bookNumbers, addNumbers, printAll, pack, handOver, collectCod, takeBack, refund, count],
  ...[figures, checkDeliveries, verify],
];

const camera = await filmLabels(FILMED);

for (const how of EVERY.filter(isWanted))
  browserTest(`a store’s day: ${nameOf(how)}`, async (t) => {
    const [store, receiver] = await Promise.all([startStore(), openReceiver()]);
    t.after(() => store.stop());
    const page = await openGuestWindow(store.url, { ...how, camera });
    const day = await beginDay({ ...how, store, page, receiver }, pictures);
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
