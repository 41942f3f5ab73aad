import * as v from 'valibot';
import { AppError, OperatorError, TransientError } from '../../lib/errors.ts';
import type { Language, Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { describe, type MessageKey } from '../../lib/messages/messages.ts';
import { type Path, pathText } from '../../lib/messages/path.ts';
import { problem } from '../../lib/validation.ts';
import { type ErrorLink, errorLink } from '../error-link.ts';
import { errorText } from '../error-text.ts';
import type { OfficeResponse, Page } from '../office-response.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** The submitted texts and files by field name, in order. */
export interface FormInput {
  texts: Readonly<Record<string, readonly string[]>>;
  files: Readonly<Record<string, readonly UploadedFile[]>>;
  /** The user has not submitted the form: the page shows it again as it is. */
  isDraft?: boolean;
}

/** The form's field for the path of an error: `products[1].qty` may be the second `qty`. */
export type FieldOf = (path: Path) => FieldName | undefined;

/** A field name, with an index if several fields have it. */
export type FieldName = string | readonly [name: string, at: number];

const keyOf = (name: FieldName | undefined): string =>
  name === undefined ? '' : typeof name === 'string' ? `${name} 0` : name.join(' ');

/** Errors of fields without a value: what to do is the label of the field. */
const MISSING: ReadonlySet<string> = new Set<MessageKey>([
  'input_empty',
  'required',
  'empty_text',
  'alert_secret_missing',
]);

const SHOWN_ERRORS = new Set(['invalid_request', 'quota_exceeded', 'slow_down', 'access_denied', 'body_too_large']);

/** A form: the typed texts, the parsed value, and the errors by field. */
export class Form<Value> {
  readonly #input: FormInput | undefined;
  readonly language: Language;
  readonly #parsed: { value: Value } | undefined;
  readonly #valid: Partial<Value> | undefined;
  readonly #errors = new Map<string, string>();
  readonly #missing = new Map<string, 'input_field_empty' | 'input_field_not_chosen'>();
  readonly #links = new Map<string, ErrorLink>();
  #slowDown: Pick<Page, 'status' | 'retryAfter'> | undefined;
  /** Error of the whole form. */
  error: string | undefined;

  constructor(schema: v.GenericSchema<unknown, Value>, input: FormInput | undefined, language: Language) {
    this.#input = input;
    this.language = language;
    if (!input || input.isDraft) return;
    const parsed = v.safeParse(schema, { ...input.texts, ...input.files });
    if (parsed.success) this.#parsed = { value: parsed.output };
    this.#valid = parsed.success ? parsed.output : validPart(parsed.output, parsed.issues);
    for (const issue of parsed.issues ?? []) this.#addMessage(nameOf(issue), problem(issue));
  }

  /** Whether it contains what the user has typed. */
  get isTyped(): boolean {
    return this.#input !== undefined;
  }

  /** The typed text; undefined if the form was not submitted. A submitted form without the field has an empty text. */
  typed(name: string, at = 0): string | undefined {
    return this.#input && (this.#input.texts[name]?.[at] ?? '');
  }

  /** Number of submitted fields with this name. */
  count(name: string): number {
    return this.#input?.texts[name]?.length ?? 0;
  }

  /** Whether a field with this name had this value: a checked checkbox. */
  has(name: string, value: string): boolean | undefined {
    return this.#input && (this.#input.texts[name] ?? []).includes(value);
  }

  /** @param label of the field, which the error of a field without a value names */
  errorOf(name: FieldName, label?: unknown): string | undefined {
    const missing = typeof label === 'string' ? this.#missing.get(keyOf(name)) : undefined;
    if (missing === undefined) return this.#errors.get(keyOf(name));
    return describe(message(missing, { field: String(label).replace(/ \([^)]*\)$/, '') }), this.language, 'none');
  }

  /** The page that the error of a field, or of the whole form, refers to. */
  linkOf(name?: FieldName): ErrorLink | undefined {
    return this.#links.get(keyOf(name));
  }

  get hasErrors(): boolean {
    return this.error !== undefined || this.#errors.size > 0;
  }

  /** The parsed form, if all fields are valid. */
  get value(): Value | undefined {
    return this.#parsed?.value;
  }

  /**
   * The valid fields, undefined if the form was not submitted; of a list the valid items. For checks that must not wait
   * until the other fields are valid, so that a form shows all its errors at once.
   */
  get valid(): Partial<Value> | undefined {
    return this.#valid;
  }

  /** Runs a check of the domain. If it throws, its error is added like that of an action. */
  check(check: () => void, fieldOf: FieldOf = pathText): void {
    try {
      check();
    } catch (error) {
      this.#addThrown(error, fieldOf);
    }
  }

  /** Adds an error to a field, or without a name to the whole form. The first error of a field is shown. */
  addError(text: string, name?: FieldName): void {
    this.#addError(name, text);
  }

  #addMessage(name: FieldName | undefined, problem: Message): void {
    if (name !== undefined && !this.#errors.has(keyOf(name))) {
      if (MISSING.has(problem.key)) this.#missing.set(keyOf(name), 'input_field_empty');
      if (problem.key === 'input_not_chosen') this.#missing.set(keyOf(name), 'input_field_not_chosen');
    }
    this.#addError(name, describe(problem, this.language, 'none'));
  }

  #addError(name: FieldName | undefined, text: string): void {
    if (name === undefined) this.error ??= text;
    else if (!this.#errors.has(keyOf(name))) this.#errors.set(keyOf(name), text);
  }

  /**
   * Runs the action of a valid form. If the form is invalid or the action fails, `again` shows it with its errors; a
   * draft is shown without errors.
   */
  async submit(
    run: (input: Value) => OfficeResponse | Promise<OfficeResponse>,
    again: () => Page | Promise<Page>,
    fieldOf: FieldOf = pathText,
  ): Promise<OfficeResponse> {
    if (this.#input?.isDraft) return again();
    if (this.#parsed && !this.hasErrors)
      try {
        return await run(this.#parsed.value);
      } catch (error) {
        this.#addThrown(error, fieldOf);
      }
    return { ...(await again()), ...(this.#slowDown ?? { status: 422 }) };
  }

  #addThrown(error: unknown, fieldOf: FieldOf): void {
    if (error instanceof OperatorError && !(error instanceof TransientError))
      this.addError(errorText(this.language, error));
    else if (error instanceof AppError && SHOWN_ERRORS.has(error.code)) this.#addAppError(error, fieldOf);
    else throw error;
  }

  #isSubmitted(name: string): boolean {
    return this.#input?.texts[name] !== undefined || this.#input?.files[name] !== undefined;
  }

  /** Shows the error at the field that its path names, or above the form if the form has no such field. */
  #addAppError(error: AppError, fieldOf: FieldOf): void {
    if (error.code === 'slow_down') this.#slowDown = { status: 429, retryAfter: error.retryAfter };
    const named = error.path === undefined ? undefined : fieldOf(error.path);
    const name =
      named !== undefined && this.#isSubmitted(typeof named === 'string' ? named : named[0]) ? named : undefined;
    const link = errorLink(error, this.language);
    if (link) this.#links.set(keyOf(name), link);
    if (name === undefined) this.addError(errorText(this.language, error));
    else this.#addMessage(name, error);
  }
}

/** The parsed form without the fields and list items that have an issue. */
function validPart<Value>(output: unknown, issues: readonly v.BaseIssue<unknown>[]): Partial<Value> {
  const valid: Record<string, unknown> = { ...(output as object) };
  for (const name of issues.map(nameOf)) {
    if (name === undefined) continue;
    const [field, at] = typeof name === 'string' ? [name] : name;
    const list = valid[field];
    if (at !== undefined && Array.isArray(list)) valid[field] = list.with(at, undefined);
    else delete valid[field];
  }
  return valid as Partial<Value>;
}

function nameOf(issue: v.BaseIssue<unknown>): FieldName | undefined {
  const [field, at] = (issue.path ?? []).map(({ key }) => key);
  if (typeof field !== 'string') return undefined;
  return typeof at === 'number' ? [field, at] : field;
}
