import type { Id } from './ids.ts';

/** Background tasks by id. Each group may have `limit` of them at a time, so that a slow group delays no other. */
export class InFlight<Group> {
  readonly #limit: number;
  readonly #tasks = new Map<Id, Promise<unknown>>();
  readonly #counts = new Map<Group, number>();
  #isStopping = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  has(id: Id): boolean {
    return this.#tasks.has(id);
  }

  /** Whether the group may have another task; never after `finish`. */
  hasRoom(group: Group): boolean {
    return !this.#isStopping && this.#countOf(group) < this.#limit;
  }

  /** Runs a task that does not reject. Its id is in flight until it has ended. */
  run<Result>(group: Group, id: Id, task: () => Promise<Result>): Promise<Result> {
    this.#counts.set(group, this.#countOf(group) + 1);
    const running = task().finally(() => {
      this.#counts.set(group, this.#countOf(group) - 1);
      this.#tasks.delete(id);
    });
    this.#tasks.set(id, running);
    return running;
  }

  /** Resolves when nothing is in flight. */
  async finish(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#tasks.values());
  }

  #countOf(group: Group): number {
    return this.#counts.get(group) ?? 0;
  }
}
