import { createHmac } from 'node:crypto';
import { Chance } from '../chance.ts';
import { Actor, violation } from './actor.ts';
import type { Backup } from './faults.ts';
import { Clock } from './machine.ts';
import { MINUTE } from './scheduler.ts';
import { COURIER_SECRET } from './store-file.ts';

export interface Parcel {
  key: string;
  number: string;
  orderNumber: string;
  codAmount: string | undefined;
  isCanceled: boolean;
  /** When it was canceled although it travels; in simulated time. */
  cancelRefusedAt: number | undefined;
  /** Raan lost its booking with a restore of an older backup. */
  isForgotten: boolean;
  /** How many facts were known when the owner recorded the payout of its COD; undefined: it was not recorded. */
  paidOutAt: number | undefined;
  /** Oldest first. */
  events: { tracking_number: string; event_time: number; code: string; status: string; description: string }[];
}

export const COURIER_FAILURES = ['lost', 'unanswered', 'cut', 'error', 'refused'] as const;

const JOURNEY = ['picked_up', 'in_transit', 'out_for_delivery', 'delivered'];
const SECOND_TRY = ['picked_up', 'out_for_delivery', 'delivery_failed', 'out_for_delivery', 'delivered'];
const RETURN = ['picked_up', 'in_transit', 'delivery_failed', 'returning', 'returned'];

/** A courier behind the gateway protocol. It charges for each booking, and its network is bad at times. */
export class Courier extends Actor {
  /** How many requests fail, from 0 to 1. */
  trouble = 0;
  readonly parcels = new Map<string, Parcel>();
  readonly byNumber = new Map<string, Parcel>();
  readonly #chance = new Chance(this.world.chance.seed());
  readonly clock = new Clock(this.world.scheduler);

  /** Whether it has collected money that the store has not heard of. */
  owes = ({ codAmount, events, paidOutAt, ...parcel }: Parcel): boolean =>
    codAmount !== undefined &&
    events.at(-1)?.status === 'delivered' &&
    paidOutAt === undefined &&
    !parcel.isForgotten &&
    parcel.cancelRefusedAt === undefined;

  /** Forgets what raan forgets with a restore of an older backup: parcels since then, cancellations and payouts. */
  restore({ mark, parcels, time }: Backup): void {
    for (const [i, parcel] of [...this.parcels.values()].entries()) {
      parcel.isForgotten ||= i >= parcels;
      if ((parcel.paidOutAt ?? 0) > mark) parcel.paidOutAt = undefined;
      if ((parcel.cancelRefusedAt ?? 0) > time) parcel.cancelRefusedAt = undefined;
    }
  }

  fetch: typeof fetch = (_target, init) =>
    new Promise((resolve, reject) => {
      const { scheduler, restores } = this.world;
      const sender = scheduler.process;
      const body = JSON.parse(String(init?.body));
      scheduler.log(String(init?.body));
      const kind = this.#chance.is(this.trouble) ? this.#chance.pick(COURIER_FAILURES) : 'fine';
      if (kind !== 'fine') this.world.count(`courier: ${kind}`);
      if (kind === 'refused') return void scheduler.schedule('courier refused', 20, () => reject(refused()));
      if (kind === 'lost' || kind === 'unanswered')
        scheduler.schedule('courier timeout', 10_000, () => reject(new DOMException('timed out', 'TimeoutError')));
      if (kind === 'lost') return;
      const arrive = () => {
        if (this.world.restores !== restores) return; // the request was sent before the restore
        const answer = JSON.stringify(kind === 'error' && this.#chance.is(0.5) ? {} : this.#answer(body));
        if (kind === 'unanswered') return;
        const text = kind === 'cut' ? answer.slice(0, -3) : answer;
        const respond = () => resolve(new Response(text, { status: kind === 'error' ? 503 : 200 }));
        scheduler.schedule('courier response', this.#chance.between(10, 400), respond, sender);
      };
      const delay = this.#chance.between(5, kind === 'unanswered' ? 30_000 : 200); // also after raan has asked again
      scheduler.schedule(`courier ${body.action}`, delay, arrive, null);
    });

  #answer(body: Record<string, unknown>): object {
    switch (body.action) {
      case 'book':
        return { tracking_number: this.#book(body).number };
      case 'find': {
        const parcel = this.#known(body);
        return parcel ? { tracking_number: parcel.number } : { status: 'unknown' };
      }
      case 'cancel':
        return this.#cancel(String(body.tracking_number));
      case 'track': {
        const numbers = body.tracking_numbers as string[];
        const events = numbers.flatMap((number) => this.byNumber.get(number)?.events ?? []);
        return { events: this.#chance.is(0.3) ? events.toReversed() : events };
      }
      default:
        return violation('the courier got an unknown request', body);
    }
  }

  /** The parcel of an earlier request with the same key. After a restore, raan repeats the key too. */
  #known(body: Record<string, unknown>): Parcel | undefined {
    const parcel = this.parcels.get(String(body.idempotency_key));
    if (parcel) parcel.isForgotten = false;
    return parcel;
  }

  #book(body: Record<string, unknown>): Parcel {
    const known = this.#known(body);
    if (known) return known;
    const key = String(body.idempotency_key);
    const parcel: Parcel = {
      key,
      number: `SIM${String(this.parcels.size + 1).padStart(7, '0')}`,
      orderNumber: String(body.order_number),
      codAmount: body.cod_amount as string | undefined,
      isCanceled: false,
      cancelRefusedAt: undefined,
      isForgotten: false,
      paidOutAt: undefined,
      events: [],
    };
    this.parcels.set(key, parcel);
    this.byNumber.set(parcel.number, parcel);
    this.#travel(parcel, this.#chance.is(0.84) ? JOURNEY : this.#chance.is(0.6) ? SECOND_TRY : RETURN);
    return parcel;
  }

  #cancel(number: string): object {
    const parcel = this.byNumber.get(number);
    if (!parcel) return violation('a parcel is canceled that the courier does not have', number);
    if (parcel.events.length > 0) {
      parcel.cancelRefusedAt = this.world.scheduler.time;
      return { refused: 'it has been picked up' };
    }
    parcel.isCanceled = true;
    return { status: 'canceled' };
  }

  /** Each step is reported by callback, late, twice or never; raan also asks. */
  #travel(parcel: Parcel, journey: readonly string[]): void {
    let delay = 0;
    for (const status of journey) {
      delay += this.#chance.between(10, 300) * MINUTE;
      this.world.scheduler.schedule(`parcel ${status}`, delay, () => this.#report(parcel, status), null);
    }
  }

  #report(parcel: Parcel, status: string): void {
    if (parcel.isCanceled) return;
    const { number } = parcel;
    const event = { tracking_number: number, event_time: this.clock.now(), code: status, status, description: status };
    parcel.events.push(event);
    for (const delay of this.#chance.pick([[], [100], [100], [100, 9_000], [this.#chance.between(5, 180) * MINUTE]]))
      this.world.later('courier callback', delay, () => this.#callBack({ events: [event] }));
  }

  /** Reports to raan, signed. */
  async #callBack(report: object): Promise<void> {
    const body = JSON.stringify(report);
    const headers = {
      'Content-Type': 'application/json',
      'X-Service-Signature': createHmac('sha256', COURIER_SECRET).update(body).digest('hex'),
    };
    const path = `/couriers/${this.world.storeId}/flash`;
    const trouble = this.world.trouble(this.world.chance, body);
    const response = await this.world.request({ path, headers, body }, trouble);
    if (response && response.status >= 400 && response.status < 500 && trouble.kind !== 'cut')
      violation('a callback was refused', report, response);
  }
}

const refused = (): Error =>
  Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error('refused'), { syscall: 'connect', code: 'ECONNREFUSED' }),
  });
