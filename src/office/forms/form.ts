import * as v from 'valibot';
import type { Language } from '../../domain/accounts/accounts.ts';
import { AppError, Fault, Refusal } from '../../lib/errors.ts';
import { describe } from '../../lib/messages/messages.ts';
import { problem } from '../../lib/validation.ts';
import type { Answer, Page } from '../answer.ts';
import { errorText } from '../error-text.ts';
import { refusalText } from '../refusals.ts';

/** What a form sends: each field's texts and files, in their order. */
export interface FormInput {
  texts: Readonly<Record<string, readonly string[]>>;
  files: Readonly<Record<string, readonly File[]>>;
}

/** The form's field for the path of an error: `products[1].qty` or `line 12.qty` may be the second `qty`. */
type FieldOf = (path: string) => FieldName | undefined;

/** A field, and which one where there are several of that name. */
export type FieldName = string | readonly [name: string, at: number];

const keyOf = (name: FieldName): string => (typeof name === 'string' ? `${name} 0` : name.join(' '));

/** @deprecated an AppError has a path. */
const NAMING = /^(line \d+(?:\.\w+)?|[\w.[\]]+):? ([\s\S]*)$/;

const TO_SHOW = new Set(['invalid_request', 'quota_exceeded', 'slow_down', 'access_denied', 'body_too_large']);

/** A form as it was typed, what it means, and what is wrong with it, each fault at its field. */
export class Form<Value> {
  readonly #input: FormInput | undefined;
  readonly #language: Language;
  readonly #parsed: { value: Value } | undefined;
  readonly #errors = new Map<string, string>();
  /** What is wrong with the whole. */
  error: string | undefined;

  constructor(schema: v.GenericSchema<unknown, Value>, input: FormInput | undefined, language: Language) {
    this.#input = input;
    this.#language = language;
    if (!input) return;
    const parsed = v.safeParse(schema, { ...input.texts, ...input.files });
    if (parsed.success) this.#parsed = { value: parsed.output };
    for (const issue of parsed.issues ?? []) this.#addError(nameOf(issue), describe(problem(issue), language, 'none'));
  }

  /** What was typed; undefined where the form comes up for the first time. An absent field is then an empty text. */
  typed(name: string, at = 0): string | undefined {
    return this.#input && (this.#input.texts[name]?.[at] ?? '');
  }

  /** How many fields of that name came with it. */
  count(name: string): number {
    return this.#input?.texts[name]?.length ?? 0;
  }

  /** Whether one of the fields with that name had this value: a box that was ticked. */
  has(name: string, value: string): boolean | undefined {
    return this.#input && (this.#input.texts[name] ?? []).includes(value);
  }

  /** What is wrong with the field. */
  errorOf(name: FieldName): string | undefined {
    return this.#errors.get(keyOf(name));
  }

  get hasErrors(): boolean {
    return this.error !== undefined || this.#errors.size > 0;
  }

  /** What it means, where all of it can be read. */
  get value(): Value | undefined {
    return this.#parsed?.value;
  }

  /** Adds a fault of a field, or without a name of the whole. */
  addError(text: string, name?: FieldName): void {
    this.#addError(name, text);
  }

  #addError(name: FieldName | undefined, text: string): void {
    if (name === undefined) this.error ??= text;
    else if (!this.#errors.has(keyOf(name))) this.#errors.set(keyOf(name), text);
  }

  /** Does what the form wants. Where it cannot be read, or is refused, `again` shows it with its faults. */
  async submit(
    run: (wanted: Value) => Answer | Promise<Answer>,
    again: () => Page | Promise<Page>,
    fieldOf: FieldOf = (path) => path,
  ): Promise<Answer> {
    if (this.#parsed && !this.hasErrors)
      try {
        return await run(this.#parsed.value);
      } catch (error) {
        if (error instanceof Fault) this.addError(errorText(this.#language, error));
        else if (error instanceof AppError && TO_SHOW.has(error.code)) this.#addAppError(error, fieldOf);
        else if (error instanceof Refusal && TO_SHOW.has(error.code)) this.#refused(error, fieldOf);
        else throw error;
      }
    return { ...(await again()), status: 422 };
  }

  #came(name: string): boolean {
    return this.#input?.texts[name] !== undefined || this.#input?.files[name] !== undefined;
  }

  /** Shows the error at the field that its path names, or above the form if the form has no such field. */
  #addAppError(error: AppError, fieldOf: FieldOf): void {
    const name = error.path === undefined ? undefined : fieldOf(error.path);
    if (name !== undefined && this.#came(typeof name === 'string' ? name : name[0]))
      this.#addError(name, describe(error, this.#language, 'none'));
    else this.#addError(undefined, errorText(this.#language, error));
  }

  #refused(refusal: Refusal, fieldOf: FieldOf): void {
    const [, path = '', rest = ''] = NAMING.exec(refusal.message) ?? [];
    const name = path === '' ? undefined : fieldOf(path);
    if (name !== undefined && this.#came(typeof name === 'string' ? name : name[0]))
      this.#addError(name, refusalText(this.#language, rest, { ofField: true }));
    else this.#addError(undefined, refusalText(this.#language, refusal.message));
  }
}

/** The first step of the path is the field, the second which one of them. */
function nameOf(issue: v.BaseIssue<unknown>): FieldName | undefined {
  const [field, at] = (issue.path ?? []).map(({ key }) => key);
  if (typeof field !== 'string') return undefined;
  return typeof at === 'number' ? [field, at] : field;
}
