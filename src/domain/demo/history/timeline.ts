import type { WriteTx } from '../../../db/write-tx.ts';

/** Passed to a story when one of its events is due. */
export interface Moment {
  tx: WriteTx;
  now: number;
}

/** The time of a story's next event, and what must be ready before. */
export interface Next {
  at: number;
  after?: Promise<unknown>;
}

/** A course of events. It yields when its next event is due and continues with that moment. */
export type Story = Generator<Next, void, Moment>;

interface Due extends Next {
  story: Story;
  /** Equal times keep the order in which the stories asked for them. */
  turn: number;
}

/** Runs the events of many stories in the order of their times. */
export class Timeline {
  readonly #due: Due[] = []; // a binary heap, the earliest first
  #turns = 0;

  tell(story: Story): void {
    this.#schedule(story, story.next());
  }

  /** What `run` stopped for. */
  waitsFor: Promise<unknown> | undefined;

  /** Runs the events before `end`, up to one that waits. @returns whether all of them ran; else await `waitsFor` */
  run(tx: WriteTx, end: number): boolean {
    for (let next = this.#due[0]; next && next.at < end; next = this.#due[0]) {
      this.waitsFor = next.after;
      delete next.after;
      if (this.waitsFor) return false;
      const { story, at } = this.#takeFirst();
      tx.auditStamp = { ...tx.auditStamp, time: at };
      this.#schedule(story, story.next({ tx, now: at }));
    }
    return true;
  }

  #schedule(story: Story, { done, value }: IteratorResult<Next, void>): void {
    if (done || !value) return;
    this.#turns += 1;
    const added = { ...value, story, turn: this.#turns };
    const heap = this.#due;
    let at = heap.push(added) - 1;
    for (let parent = (at - 1) >> 1; at > 0 && isBefore(added, heap[parent] as Due); parent = (at - 1) >> 1) {
      heap[at] = heap[parent] as Due;
      at = parent;
    }
    heap[at] = added;
  }

  #takeFirst(): Due {
    const heap = this.#due;
    const first = heap[0] as Due;
    const last = heap.pop() as Due;
    if (last === first) return first;
    let at = 0;
    for (let child = this.#earlierChild(at); child > 0 && isBefore(heap[child] as Due, last); ) {
      heap[at] = heap[child] as Due;
      at = child;
      child = this.#earlierChild(at);
    }
    heap[at] = last;
    return first;
  }

  /** 0 if there is none. */
  #earlierChild(at: number): number {
    const [left, right] = [2 * at + 1, 2 * at + 2];
    if (left >= this.#due.length) return 0;
    return right < this.#due.length && isBefore(this.#due[right] as Due, this.#due[left] as Due) ? right : left;
  }
}

const isBefore = (a: Due, b: Due): boolean => a.at < b.at || (a.at === b.at && a.turn < b.turn);
