export type Language = 'en' | 'th';

/**
 * A text as data: a key of the catalogue, the values that fill it, and the field that it is about. `message()` makes
 * one, and every error is one.
 */
export interface Message {
  readonly key: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** As the request spells it: `products[0].qty`. */
  readonly path?: string | undefined;
}

/** Renders a message that is a value of another one; of a list, each on its own. */
export interface Render {
  (message: Message): string;
  (messages: readonly Message[]): string[];
}

/** A text, or a function of its values. */
type Text<Params> = string | ((params: Params, render: Render) => string);

interface Entry<Params> {
  en: Text<Params>;
  th: Text<Params>;
}

/**
 * Messages by their keys. `en` states the types of the values, `th` takes the same; a key without one of the two does
 * not compile.
 */
export const catalogue = <Params extends Record<string, unknown>>(
  entries: { readonly [Key in keyof Params]: Entry<Params[Key]> },
): { readonly [Key in keyof Params]: Entry<Params[Key]> } => entries;

/** The text as a sentence inside of a longer message: with a period. */
export const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
