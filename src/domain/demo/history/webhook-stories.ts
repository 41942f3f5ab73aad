import type { Id } from '../../../lib/ids.ts';
import { message, messageToJson } from '../../../lib/messages/message.ts';
import { productEvents } from '../../catalogue/product-events.ts';
import { orderEvents } from '../../orders/order-events.ts';
import { changeApp } from '../../webhooks/apps.ts';
import { type ClaimedDelivery, type DeliveryResult, saveDeliveryResults } from '../../webhooks/deliveries.ts';
import { SIMULATED_URL } from '../../webhooks/simulated-url.ts';
import { stockEvents } from '../../webhooks/stock-events.ts';
import { Chance } from './chance.ts';
import { DAY, HOUR, MINUTE, type Scene } from './scene.ts';
import type { Moment, Story } from './timeline.ts';

const SOURCES = [stockEvents, orderEvents, productEvents];

/** A closed port that is not in `lib/blocked-ports.ts`, so that the connection is refused. */
const UNREACHABLE_URL = 'http://127.0.0.1:2/webhook';
const REFUSED = messageToJson(message('webhook_connection_refused', { address: '127.0.0.1:2' }));

const FAILS_FOR = 30 * HOUR;

const CONNECTED = 12 * DAY; // before the end

/** The apps of the partners by their keys. */
type Apps = Record<'bot' | 'site' | 'books', Id>;

/** Deliveries to all apps from the moment they have URLs. Nothing is sent: the outcomes are simulated. */
export function* deliveries({ seed, end }: Scene, apps: Apps): Story {
  const { tx } = yield { at: end - CONNECTED };
  for (const id of [apps.bot, apps.site]) changeApp(tx, id, { url: SIMULATED_URL });
  changeApp(tx, apps.books, { url: UNREACHABLE_URL });
  const chance = new Chance(seed, -4);
  const outcomeOf = ({ id, appId }: ClaimedDelivery, now: number): DeliveryResult => ({
    id,
    outcome:
      appId === apps.books && now > end - FAILS_FOR
        ? { acknowledged: false, answer: REFUSED, responseExcerpt: null, millis: 1 }
        : { acknowledged: true, answer: '200', responseExcerpt: 'ok', millis: chance.between(18, 260) },
  });
  for (let time = end - CONNECTED; ; time += time > end - 2 * DAY ? 10 * MINUTE : 3 * HOUR) {
    const moment = yield { at: Math.min(time, end - 1) };
    const claimed = claimAll(moment);
    if (claimed.length > 0)
      saveDeliveryResults(
        moment.tx,
        claimed.map((delivery) => outcomeOf(delivery, moment.now)),
      );
    if (time >= end) return;
  }
}

function claimAll({ tx, now }: Moment): ClaimedDelivery[] {
  const all: ClaimedDelivery[] = [];
  for (;;) {
    const claimed = SOURCES.flatMap((source) => (source.isDue(tx, [], now) ? source.claim(tx, [], now) : []));
    if (claimed.length === 0) return all;
    all.push(...claimed);
  }
}
