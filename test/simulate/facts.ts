import type { Reader } from '../../src/context.ts';
import type { Query, Values } from '../../src/db/statement.ts';
import { violation } from './actor.ts';

/** A fact that raan has acknowledged. The database must contain it from then on. */
interface Fact {
  subject: string;
  /** The expected result of the query. Undefined: a change is in progress, so it is uncertain. */
  rows?: readonly unknown[];
  query?: Query<unknown>;
  values?: Values;
}

/** Facts that raan has acknowledged. The newest fact about a subject counts. */
export class Facts {
  readonly #facts: Fact[] = [];

  /** Number of facts, for `restore`. */
  get mark(): number {
    return this.#facts.length;
  }

  acknowledge<Row>(subject: string, rows: readonly Row[], query: Query<Row>, ...values: Values): void {
    this.#facts.push({ subject, rows, query, values });
  }

  /** The subject is about to change. */
  retract(subject: string): void {
    this.#facts.push({ subject });
  }

  /** Goes back to what was known at a backup. */
  restore(mark: number): void {
    this.#facts.length = mark;
  }

  /**
   * @param seen subjects of which newer facts are known
   * @returns with those of these facts
   * @throws Error if a fact does not hold: of all, or of the newest
   */
  check(db: Reader, areAll: boolean, seen: ReadonlySet<string> = new Set()): Set<string> {
    const subjects = new Set(seen);
    for (const fact of this.#facts.slice(areAll ? 0 : -500).toReversed()) {
      if (!subjects.has(fact.subject)) verify(db, fact);
      subjects.add(fact.subject);
    }
    return subjects;
  }
}

function verify(db: Reader, { subject, rows, query, values = [] }: Fact): void {
  if (!query) return;
  const found = db.all(query, ...values);
  if (JSON.stringify(found) !== JSON.stringify(rows))
    violation('an acknowledged fact does not hold', subject, rows, found);
}
