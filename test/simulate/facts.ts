import type { Reader } from '../../src/context.ts';
import type { Query, Values } from '../../src/db/statement.ts';
import { violation } from './actor.ts';

const BATCH = 500;

/** A fact that raan has acknowledged. The database must contain it from then on. */
interface Fact {
  subject: string;
  /** Undefined: a change is in progress, so it is uncertain. */
  verify?: (db: Reader) => void;
}

/** Facts that raan has acknowledged. The newest fact about a subject counts. */
export class Facts {
  readonly #facts: Fact[] = [];
  /** Index of the newest fact by subject. */
  readonly #newest = new Map<string, number>();
  /** The older facts are checked in turns. */
  #next = 0;

  /** Number of facts, for `restore`. */
  get mark(): number {
    return this.#facts.length;
  }

  acknowledge<Row>(subject: string, rows: readonly Row[], query: Query<Row>, ...values: Values): void {
    const verify = (db: Reader) => {
      const found = db.all(query, ...values);
      if (JSON.stringify(found) !== JSON.stringify(rows))
        violation('an acknowledged fact does not hold', subject, rows, found);
    };
    this.#add({ subject, verify });
  }

  /** The subject is about to change. */
  retract(subject: string): void {
    this.#add({ subject });
  }

  isKnown = (subject: string): boolean => this.#newest.has(subject);

  #add(fact: Fact): void {
    this.#newest.set(fact.subject, this.#facts.push(fact) - 1);
  }

  /** Goes back to what was known at a backup. */
  restore(mark: number): void {
    this.#newest.clear();
    for (const fact of this.#facts.splice(0).slice(0, mark)) this.#add(fact);
  }

  /**
   * Checks all facts, or the newest and some of the others.
   *
   * @param newer knows newer facts about some subjects
   * @throws Error if a fact does not hold
   */
  check(db: Reader, areAll: boolean, newer?: Facts): void {
    const recent = areAll ? 0 : Math.max(0, this.#facts.length - BATCH);
    const others = this.#next < recent ? this.#next : 0;
    this.#next = others + BATCH;
    for (const [i, fact] of this.#facts.entries()) {
      const isDue = i >= recent || (i >= others && i < this.#next);
      if (isDue && this.#newest.get(fact.subject) === i && !newer?.isKnown(fact.subject)) fact.verify?.(db);
    }
  }
}
