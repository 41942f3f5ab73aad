import type { Context } from '../../context.ts';
import { hashPassword, newPassword } from '../accounts/passwords.ts';
import { addPictures } from '../catalogue/product-pictures.ts';
import { callLog } from '../channels/calls.ts';
import { aggregateSales, MAX_AGGREGATED_AT_ONCE } from '../figures/sales.ts';
import { indexOrders, isIndexBehind } from '../orders/list/index-rows.ts';
import type { PreparedPicture } from '../pictures/prepare.ts';
import { type Drawing, withDrawing } from '../pictures/svg-drawing.ts';
import type { Loaded } from '../storefile/load.ts';
import { type OrderPlan, orderStory, reportTimeOf } from './history/orders.ts';
import { payoutStories } from './history/payouts.ts';
import { plannedOrders } from './history/plans.ts';
import { recentOrders } from './history/recent-orders.ts';
import { sharedView } from './history/remarks.ts';
import { DAY, DAYS, type Scene } from './history/scene.ts';
import { stockStories } from './history/stock-stories.ts';
import { type Story, Timeline } from './history/timeline.ts';
import { deliveries } from './history/webhook-stories.ts';
import { idIn, livingStore } from './living-store.ts';
import { openStore, sceneOf } from './opening.ts';
import { productPicture } from './pictures/product-pictures.ts';
import { SLIP_WIDTH, slipPicture } from './pictures/slip.ts';
import { type DrawnSlipCode, slipCodesFor } from './pictures/slip-codes.ts';

export interface MadeDemo {
  store: Loaded;
  /** Password of all accounts. */
  password: string;
}

interface DemoOptions {
  /** The history and its relative times depend only on the seed. Secrets and passwords are random. */
  seed: number;
  /** Whether the folder stays when the demo stops. */
  isKept: boolean;
}

/** Generates a store with 90 days of history in an empty database, with the functions of the domain at past times. */
export const makeDemo = (ctx: Context, options: DemoOptions): Promise<MadeDemo> =>
  withDrawing(ctx.config.database, (drawing) => make(ctx, drawing, options));

async function make(ctx: Context, drawing: Drawing, { seed, isKept }: DemoOptions): Promise<MadeDemo> {
  const end = ctx.now();
  const start = end - DAYS * DAY;
  const plans = [...plannedOrders({ seed, end }), ...recentOrders({ seed, end })];
  const codes = slipCodesFor(plans.flatMap((plan) => (reportTimeOf(plan, end) ? plan.transfer : [])));
  const pictures = drawProducts(drawing);
  pictures.catch(() => {}); // the story that waits for them throws it
  const password = newPassword();
  const passwordHash = await hashPassword(password, ctx.passwordCost);
  const calls = callLog();
  const drawSlip: Scene['drawSlip'] = async (slip) => {
    const code = codes.get(slip.transfer) as DrawnSlipCode;
    return { code, picture: await drawing.draw(slipPicture(slip, code), SLIP_WIDTH) };
  };
  const demo = { seed, createTime: end, isKept };
  const opened = await atTime(ctx, start, (tx) => {
    const opened = openStore(tx, { demo, start, codes: ctx.config.values, passwordHash });
    return { ...opened, scene: sceneOf(tx, opened, { seed, end, drawSlip, calls }) };
  });
  const { store, scene } = opened;
  await tell(ctx, [...storiesOf(scene, store, plans), photographs(scene, store, pictures)], end);
  await calls.flush(ctx);
  await bringUpToDate(ctx);
  return { store, password };
}

const atTime = <T>(ctx: Context, time: number, step: Parameters<typeof ctx.write<T>>[0]): Promise<T> =>
  ctx.write(step, { actor: { kind: 'system' }, time });

const storiesOf = (scene: Scene, { apps }: Loaded, plans: readonly OrderPlan[]): Story[] => [
  ...stockStories(scene),
  ...payoutStories(scene),
  ...plans.map((plan) => orderStory(scene, plan)),
  sharedView(scene),
  deliveries(scene, { bot: idIn(apps.bot?.id), site: idIn(apps.site?.id), books: idIn(apps.books?.id) }),
];

/** Runs the stories up to the present, a day per transaction. */
async function tell(ctx: Context, stories: readonly Story[], end: number): Promise<void> {
  const timeline = new Timeline();
  for (const story of stories) timeline.tell(story);
  for (let until = end - DAYS * DAY; until < end; ) {
    const dayEnd = Math.min(until + DAY, end);
    if (await ctx.write((tx) => timeline.run(tx, dayEnd))) until = dayEnd;
    else await timeline.waitsFor;
  }
}

/** Catches up with the background jobs of a server. */
async function bringUpToDate(ctx: Context): Promise<void> {
  while ((await ctx.write((tx) => aggregateSales(tx))) === MAX_AGGREGATED_AT_ONCE);
  while (isIndexBehind(ctx.db)) await ctx.write((tx) => indexOrders(tx, 500));
}

type Photographs = Promise<Map<string, PreparedPicture>>;

async function drawProducts({ prepare }: Drawing): Photographs {
  const drawn = livingStore().products.map(async ({ key }) => [key, await prepare(productPicture(key))] as const);
  return new Map(await Promise.all(drawn));
}

const PHOTOGRAPHED = 30 * DAY; // before the end: the pictures are drawn while the history is generated

function* photographs({ end }: Scene, { products }: Loaded, pictures: Photographs): Story {
  let drawn: Awaited<Photographs> = new Map();
  const after = pictures.then((all) => {
    drawn = all;
  });
  const { tx, now } = yield { at: end - PHOTOGRAPHED, after };
  for (const [key, picture] of drawn) addPictures(tx, idIn(products[key]), [picture], now);
}
