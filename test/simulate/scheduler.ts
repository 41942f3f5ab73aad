import { createHash, type Hash } from 'node:crypto';
import TinyQueue from 'tinyqueue';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A process of raan. Its events are dropped when it has ended. */
export interface Process {
  isAlive: boolean;
}

export interface Event {
  /** Milliseconds since the start of the simulation. */
  at: number;
  number: number;
  /** The number of the event that scheduled it. */
  scheduledIn: number;
  /** The process of that event; null: the world. */
  scheduledBy: Process | null;
  label: string;
  process: Process | null;
  run: () => void;
  isCanceled: boolean;
}

/** Milliseconds after an event of the world in which timers of a process run. */
const BUSY_TIME = 130;

/** Milliseconds. A poll of a queue finds what came in this time at once. */
const SHORTEST_TIMER = 120;

/** Timers of 100 ms or more, such as those of cleanups, take 40 times as long, up to 15 minutes. */
const SLOWNESS = 40;
const MOST_SLOWED = 15 * MINUTE;

/** Events of the world that no process of raan notices: those that affect one follow as another event. */
const UNNOTICED = new RegExp(
  `^(${[
    'turn|webhook|response|timeout|refused|sleep|trouble ends',
    'order|pay|cancel order|follow stock|check|parcel .*|courier (callback|book|track|find|cancel)',
  ].join('|')})$`,
);

/**
 * Runs one event after another in simulated time. Between two events everything that the first one started settles, so
 * that the order of events, which follows from the seed, decides everything.
 *
 * Timers of a process run late: not while nothing happens, but soon after the next event of the world. raan polls its
 * queues 40 times a second; a year of that would take days.
 */
export class Scheduler {
  time = 0;
  /** The process of the running event; null: the world. */
  process: Process | null = null;
  count = 0;
  onEvent: (event: Event) => void = () => {};
  readonly #world = new TinyQueue<Event>([], byTime);
  readonly #timers = new TinyQueue<Event>([], byTime);
  readonly #log: Hash = createHash('sha256');
  #busyUntil = 0;
  #number = 0;
  #running = 0;
  /** Works of real threads that the running event waits for. */
  #works = 0;

  /**
   * @param delay milliseconds
   * @param process by default that of the running event; null: the world, which outlives every process
   */
  schedule(label: string, delay: number, run: () => void, process: Process | null = this.process): Event {
    return this.#add(this.#world, label, delay, run, process);
  }

  /** A timer of a process. */
  startTimer(delay: number, run: () => void): Event {
    const slowed =
      delay < 100 ? Math.max(delay, SHORTEST_TIMER) : Math.max(delay, Math.min(delay * SLOWNESS, MOST_SLOWED));
    return this.#add(this.#timers, 'timer', slowed, run, this.process);
  }

  #add(queue: TinyQueue<Event>, label: string, delay: number, run: () => void, process: Process | null): Event {
    this.#number += 1;
    const at = this.time + Math.max(0, delay);
    const scheduled = { scheduledIn: this.#running, scheduledBy: this.process };
    const event = { at, number: this.#number, ...scheduled, label, process, run, isCanceled: false };
    queue.push(event);
    return event;
  }

  /** Does work of threads before the next event; its completion is an event of its own. */
  async completeLater<T>(work: () => Promise<T>, delay: number): Promise<T> {
    const { process } = this;
    this.#works += 1;
    const [result] = await Promise.allSettled([work()]);
    this.#works -= 1;
    this.process = process;
    return new Promise((resolve, reject) => {
      this.answerLater(delay, () => (result.status === 'fulfilled' ? resolve(result.value) : reject(result.reason)));
    });
  }

  /** Answers from a thread that all processes of the simulation share: it outlives the process that waits for it. */
  answerLater(delay: number, answer: () => void): void {
    const { process } = this;
    const run = () => {
      this.process = process;
      answer();
    };
    this.schedule('thread', delay, run, null);
  }

  /** Adds to the log, which two runs of a seed must share. */
  log(text: string): void {
    this.#log.update(`${text}\n`);
  }

  get digest(): string {
    return this.#log.copy().digest('hex');
  }

  /** Drops what the running event has scheduled, such as responses, if that is an event of this process. */
  dropResultsOf(process: Process): void {
    for (const event of [...this.#world.data, ...this.#timers.data])
      if (event.scheduledBy === process && event.scheduledIn === this.#running) event.isCanceled = true;
  }

  /** Runs events until the time is over. */
  async runUntil(end: number, isDone: () => boolean = () => false): Promise<void> {
    while (!isDone()) {
      const event = this.#next(end);
      if (!event) {
        this.time = Math.max(this.time, end);
        return;
      }
      await this.#run(event);
    }
  }

  async #run(event: Event): Promise<void> {
    this.time = Math.max(this.time, event.at);
    if (event.isCanceled || event.process?.isAlive === false) return;
    this.count += 1;
    this.#running = event.number;
    this.process = event.process;
    const isInternal = event.label === 'timer' || event.label === 'turn';
    if (!isInternal) this.log(`${this.time} ${event.label}`);
    event.run();
    if (event.label === 'timer') this.#runTimersAlong(event);
    await this.#settled(isInternal);
    this.onEvent(event);
    this.process = null;
    this.#running = 0;
  }

  /** Resolves when no promise and no file operation is left, and after events from outside no stream either. */
  async #settled(isInternal: boolean): Promise<void> {
    await nextTurn();
    if (!isInternal) await nextTurn();
    while (this.#works > 0 || isUsingFiles()) await nextTurn();
  }

  /** A process runs all timers that are due in one turn. */
  #runTimersAlong({ process }: Event): void {
    for (
      let next = this.#timers.peek();
      next && next.at <= this.time && next.process === process;
      next = this.#timers.peek()
    ) {
      this.#timers.pop();
      if (!next.isCanceled) next.run();
    }
  }

  #next(end: number): Event | undefined {
    const world = this.#world.peek();
    const timer = this.#timers.peek();
    const isTimerNext = timer && (!world || timer.at < world.at) && timer.at <= this.#busyUntil;
    const next = isTimerNext ? timer : (world ?? (timer && timer.at <= end ? timer : undefined));
    if (!next || (next.at > end && next !== timer)) return undefined;
    if (next === timer) return this.#timers.pop();
    if (!UNNOTICED.test(next.label)) this.#busyUntil = Math.max(this.time, next.at) + BUSY_TIME;
    return this.#world.pop();
  }
}

const { setImmediate } = globalThis;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const isUsingFiles = (): boolean => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));

/** Events by time, then by the order in which they were scheduled. */
const byTime = (a: Event, b: Event): number => a.at - b.at || a.number - b.number;
