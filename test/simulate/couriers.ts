import type { Chance } from './chance.ts';
import type { Clock } from './machine.ts';
import type { Scheduler } from './scheduler.ts';
import { violation } from './violation.ts';

export interface Parcel {
  key: string;
  number: string;
  orderNumber: string;
  codAmount: string | undefined;
  isCanceled: boolean;
  /** It was picked up already: raan has canceled a parcel that travels. */
  isCancelRefused: boolean;
  /** Raan lost its booking with a restore of an older backup. */
  isForgotten: boolean;
  /** The mark of the facts when raan was told that its COD money had come. */
  paidOutAt: number | undefined;
  /** The newest event that raan was seen to have applied. */
  reached: number;
  /** Oldest first. */
  events: { tracking_number: string; event_time: number; code: string; status: string; description: string }[];
}

export const COURIER_FAILURES = ['lost', 'late', 'cut', 'error', 'refused'] as const;

const HOURS = 3_600_000;

const JOURNEY = ['picked_up', 'in_transit', 'out_for_delivery', 'delivered'];
const SECOND_TRY = ['picked_up', 'out_for_delivery', 'delivery_failed', 'out_for_delivery', 'delivered'];
const RETURN = ['picked_up', 'in_transit', 'delivery_failed', 'returning', 'returned'];

/** A courier behind the gateway protocol. It charges for each booking, and its network is bad at times. */
export class Courier {
  /** How many requests fail, from 0 to 1. */
  trouble = 0;
  readonly parcels = new Map<string, Parcel>();
  readonly byNumber = new Map<string, Parcel>();
  readonly #scheduler: Scheduler;
  readonly #chance: Chance;
  readonly clock: Clock;
  onFailure: (kind: string) => void = () => {};
  /** Sends a signed callback to raan. */
  callBack: (body: object) => void = () => {};

  constructor(scheduler: Scheduler, chance: Chance, clock: Clock) {
    this.#scheduler = scheduler;
    this.#chance = chance;
    this.clock = clock;
  }

  /** Whether it has collected money that the store has not heard of. */
  owes = ({ codAmount, events, paidOutAt, ...parcel }: Parcel): boolean =>
    codAmount !== undefined &&
    events.at(-1)?.status === 'delivered' &&
    paidOutAt === undefined &&
    !parcel.isForgotten &&
    !parcel.isCancelRefused;

  /** Forgets what raan forgets with a restore of an older backup: parcels since then, and payouts. */
  restore({ mark, parcels }: { mark: number; parcels: number }): void {
    for (const [i, parcel] of [...this.parcels.values()].entries()) {
      parcel.isForgotten ||= i >= parcels;
      if ((parcel.paidOutAt ?? 0) > mark) parcel.paidOutAt = undefined;
      parcel.reached = -1;
    }
  }

  fetch: typeof fetch = (_target, init) => {
    const chance = this.#chance;
    const body = JSON.parse(String(init?.body));
    return new Promise((resolve, reject) => {
      const fails = chance.is(this.trouble);
      const kind = fails ? chance.pick(COURIER_FAILURES) : 'fine';
      if (kind !== 'fine') this.onFailure(`courier: ${kind}`);
      if (kind === 'refused') {
        const unsent = Object.assign(new TypeError('fetch failed'), {
          cause: Object.assign(new Error('refused'), { syscall: 'connect', code: 'ECONNREFUSED' }),
        });
        return void this.#scheduler.schedule('courier refused', 20, () => reject(unsent));
      }
      const timeout = () =>
        this.#scheduler.schedule('courier timeout', 10_000, () =>
          reject(Object.assign(new Error('timed out'), { name: 'TimeoutError' })),
        );
      if (kind === 'lost') return void timeout();
      const arrive = () => {
        const answer = JSON.stringify(kind === 'error' && chance.is(0.5) ? {} : this.#answer(body));
        if (kind === 'late') return;
        const text = kind === 'cut' ? answer.slice(0, Math.max(1, answer.length - 3)) : answer;
        const status = kind === 'error' ? 503 : 200;
        const owner = sender;
        this.#scheduler.schedule(
          'courier response',
          chance.between(10, 400),
          () => resolve(new Response(text, { status })),
          owner,
        );
      };
      const sender = this.#scheduler.owner;
      if (kind === 'late') timeout();
      this.#scheduler.schedule(`courier ${body.action}`, chance.between(5, 200), arrive, null);
    });
  };

  #answer(body: Record<string, unknown>): object {
    switch (body.action) {
      case 'book':
        return { tracking_number: this.#book(body).number };
      case 'find': {
        const parcel = this.parcels.get(String(body.idempotency_key));
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

  #book(body: Record<string, unknown>): Parcel {
    const key = String(body.idempotency_key);
    const known = this.parcels.get(key);
    if (known) return known;
    const parcel: Parcel = {
      key,
      number: `SIM${String(this.parcels.size + 1).padStart(7, '0')}`,
      orderNumber: String(body.order_number),
      codAmount: body.cod_amount as string | undefined,
      isCanceled: false,
      isCancelRefused: false,
      isForgotten: false,
      paidOutAt: undefined,
      reached: -1,
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
    parcel.isCancelRefused = parcel.events.length > 0;
    if (parcel.isCancelRefused) return { refused: 'it has been picked up' };
    parcel.isCanceled = true;
    return { status: 'canceled' };
  }

  /** Each step is reported by callback, late, twice or never; raan also asks. */
  #travel(parcel: Parcel, journey: readonly string[]): void {
    let delay = 0;
    for (const status of journey) {
      delay += this.#chance.between(1, 5) * HOURS;
      this.#scheduler.schedule(`parcel ${status}`, delay, () => this.#report(parcel, status), null);
    }
  }

  #report(parcel: Parcel, status: string): void {
    if (parcel.isCanceled) return;
    const event = {
      tracking_number: parcel.number,
      event_time: this.clock.now(),
      code: status,
      status,
      description: status,
    };
    parcel.events.push(event);
    for (const delay of this.#chance.pick([[], [100], [100], [100], [100, 9_000], [7_200_000]]))
      this.#scheduler.schedule('courier callback', delay, () => this.callBack({ events: [event] }), null);
  }
}
