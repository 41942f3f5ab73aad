import { OperatorError } from './errors.ts';
import { type KeySource, writeKeys } from './key-file.ts';
import { keyIdOf, newSealingKey, type SealedColumn, type SealingKey, seal, unseal } from './sealed.ts';

const MAX_OPENED = 10_000;

/** Seals and opens the secrets of one database. */
export class KeyRing {
  readonly #source: KeySource;
  readonly #mayCreate: () => boolean;
  #keys: readonly SealingKey[] | undefined;
  readonly #opened = new Map<string, string>();

  /** @param mayCreate whether a missing key may be made: not if values are sealed with it */
  constructor(source: KeySource, mayCreate: () => boolean) {
    this.#source = source;
    this.#mayCreate = mayCreate;
  }

  /** The file or variable of the keys. */
  get name(): string {
    return this.#source.name;
  }

  /** The file, unless raan cannot write the keys. */
  get file(): string | undefined {
    return this.#source.file;
  }

  /** The keys as they are now; another process may have changed them. */
  load(): readonly SealingKey[] {
    this.#keys = this.#source.read();
    return this.#keys;
  }

  /** The key that seals; a new one is made if none was ever used. */
  current(): SealingKey {
    const [key] = this.load();
    if (key) return key;
    if (!this.#mayCreate()) throw new OperatorError('key_missing', { file: this.name });
    const made = newSealingKey();
    this.add(made);
    return made;
  }

  /** Makes `key` the one that seals. The others are kept for older values. Call it in a write transaction only. */
  add(key: SealingKey): void {
    const keys = this.load();
    if (keys[0]?.id === key.id) return;
    if (this.file === undefined) throw new OperatorError('key_not_a_file', { file: this.name });
    this.#keys = [key, ...keys];
    writeKeys(this.file, this.#keys);
  }

  seal(column: SealedColumn, value: string): string {
    return seal(this.current(), column, value);
  }

  /** Whether the key of a sealed value is here. */
  has(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** @throws OperatorError if the key is missing, or the value is damaged or of another row or column */
  open(column: SealedColumn, sealed: string): string {
    const name = `${column.table}.${column.column}.${column.id} ${sealed}`;
    const opened = this.#opened.get(name);
    if (opened !== undefined) return opened;
    const value = this.#open(column, sealed);
    if (this.#opened.size >= MAX_OPENED) this.#opened.clear();
    this.#opened.set(name, value);
    return value;
  }

  #open(column: SealedColumn, sealed: string): string {
    const id = keyIdOf(sealed);
    const damaged = () =>
      new OperatorError('secret_damaged', { place: `${column.table}.${column.column} ${column.id}` });
    if (id === undefined) throw damaged();
    const key = this.#find(id);
    if (!key) throw new OperatorError('key_unknown', { ids: [id], file: this.name });
    try {
      return unseal(key, column, sealed);
    } catch {
      throw damaged();
    }
  }

  /** Reads the keys again if the id is unknown: another process may have rotated the key. */
  #find(id: string): SealingKey | undefined {
    const known = this.#keys?.find((key) => key.id === id);
    return known ?? this.load().find((key) => key.id === id);
  }
}
