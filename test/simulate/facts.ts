import type { Reader } from '../../src/context.ts';
import { violation } from './actor.ts';

/** Something that raan has acknowledged. From then on its database says so. */
interface Fact {
  subject: string;
  /** Undefined: it is about to change, so nothing is certain. */
  read: ((db: Reader) => unknown) | undefined;
  expected: unknown;
}

const RECENT = 500;

/** What raan has acknowledged. The newest fact about a subject counts. */
export class Facts {
  readonly #facts: Fact[] = [];
  /** Facts that an older backup does not undo. */
  readonly #lasting: Fact[] = [];

  /** How much is known, for `restore`. */
  get mark(): number {
    return this.#facts.length;
  }

  /** @param isLasting whether an older backup does not undo it */
  acknowledge(subject: string, expected: unknown, read: Fact['read'], isLasting = false): void {
    (isLasting ? this.#lasting : this.#facts).push({ subject, expected, read });
  }

  /** The subject is about to change. */
  retract(subject: string, isLasting = false): void {
    this.acknowledge(subject, undefined, undefined, isLasting);
  }

  /** Goes back to what was known at a backup. */
  restore(mark: number): void {
    this.#facts.length = mark;
  }

  /** @throws Error if a fact does not hold: of all, or of the newest */
  check(db: Reader, areAll = false): void {
    const seen = new Set<string>();
    const facts = areAll ? this.#facts : this.#facts.slice(-RECENT);
    for (const fact of [...this.#lasting.toReversed(), ...facts.toReversed()]) {
      if (!seen.has(fact.subject)) verify(db, fact);
      seen.add(fact.subject);
    }
  }
}

function verify(db: Reader, { subject, read, expected }: Fact): void {
  if (read === undefined) return;
  const found = read(db);
  if (JSON.stringify(found) !== JSON.stringify(expected))
    violation('an acknowledged fact does not hold', subject, expected, found);
}
