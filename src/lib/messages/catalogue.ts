import type { Path } from './path.ts';

export type Language = 'en' | 'th';

export const isLanguage = (text: string | undefined): text is Language => text === 'th' || text === 'en';

/**
 * A text as data: a key of the catalogue, the values that fill it, and the field that it is about. `message()` makes
 * one, and every error is one.
 */
export interface Message {
  readonly key: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly path?: Path | undefined;
}

/** How a text names fields, couriers and states: by the codes of the API and the command line, or as the office labels them. */
export type Wording = 'codes' | 'labels';

/** Renders a message that is a value of another one; of a list, each on its own. */
export interface Render {
  (message: Message): string;
  (messages: readonly Message[]): string[];
}

interface Templates {
  en: string;
  th: string;
  office?: string;
}

/** Texts that are more than a template. */
export interface Computed<Params> {
  en: (params: Params, render: Render) => string;
  th: (params: Params, render: Render) => string;
  office?: (params: Params, render: Render) => string;
}

/**
 * Messages by their keys, each in both languages. A text is a template: `{name}` is a value, and `{most, number}` a
 * value in one of the formats of formats.ts, which state its type. `office` is the English of the office, where `en` has
 * words or ids of the API or the command line.
 */
export const catalogue = <const Entries extends Record<string, Templates | Computed<never>>>(
  entries: Entries,
): Entries => entries;

export const computed = <Params>(texts: Computed<Params>): Computed<Params> => texts;
