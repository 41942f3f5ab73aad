import { courierFee, payoutRows } from '../../domain/demo/tour.ts';
import { closeTour, type Demo, demoOf } from '../../domain/demo-mark.ts';
import { notFound } from '../../lib/errors.ts';
import { type Money, moneyText } from '../../lib/money.ts';
import { fileResponse } from '../page/file-formats.ts';
import { type ListFile, listFile, minuteColumn } from '../page/list-file.ts';
import type { StoreContext } from '../request-context.ts';
import { get, post, type Screen } from '../screen.ts';
import { demoTexts } from './demo-texts.ts';
import { PAYOUT_FILE } from './tour.ts';

export const demoScreens: readonly Screen[] = [
  get(PAYOUT_FILE, 'money', (context) => fileResponse(payoutFile(context, requireDemo(context)), 'csv')),
  post('/demo/tour/close', 'staff', async (context) => {
    requireDemo(context);
    await context.write((tx) => closeTour(tx, true));
    return context.redirect('/', demoTexts(context.language).closed);
  }),
  post('/demo/tour/open', 'staff', async (context) => {
    requireDemo(context);
    await context.write((tx) => closeTour(tx, false));
    return context.redirect('/');
  }),
];

/** @throws AppError not_found in a real store */
function requireDemo({ db, store }: StoreContext): Demo {
  const demo = demoOf(db);
  if (demo?.storeId !== store.id) throw notFound('nothing_at_path');
  return demo;
}

const SHORT_BY = 200_000; // 20 baht, in money: the courier has paid too little for one parcel

/** The file that a courier sends with its payout. One amount differs, so that the visitor sees what happens then. */
function payoutFile({ db }: StoreContext, demo: Demo): ListFile {
  const rows = payoutRows(db, demo);
  const paid = (amount: Money, i: number) => (i === 1 && rows.length > 2 ? amount - SHORT_BY : amount) as Money;
  const shown = rows.map(({ amount, ...row }, i) => ({ ...row, amount: paid(amount, i) }));
  return listFile('flash-cod-payout', shown, {
    เลขพัสดุ: ({ trackingNumber }) => trackingNumber,
    วันที่ส่งถึง: minuteColumn(({ deliverTime }) => deliverTime),
    'ยอด COD': ({ amount }) => moneyText(amount),
    'ค่าธรรมเนียม COD': ({ amount }) => moneyText(courierFee(amount)),
  });
}
