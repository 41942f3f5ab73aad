import type { Language } from '../lib/messages/catalogue.ts';

type Pair<Text> = readonly [thai: Text, english: Text];
type Pairs = Record<string, Pair<string> | Pair<(...parameters: never[]) => string>>;

type Texts<All extends Pairs> = { readonly [Name in keyof All]: All[Name][0] };

/** Defines texts as pairs, Thai first; the returned function selects a language. */
export function bilingual<const All extends Pairs>(pairs: All): (language: Language) => Widened<All> {
  const pick = (at: 0 | 1) =>
    Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [name, pair[at]])) as Widened<All>;
  const cache = new Map<Language, Widened<All>>(); // filled lazily for a fast start
  return (language) => {
    const texts = cache.get(language) ?? pick(language === 'th' ? 0 : 1);
    cache.set(language, texts);
    return texts;
  };
}

/** Literal types widened to `string`. */
type Widened<All extends Pairs> = {
  readonly [Name in keyof Texts<All>]: Texts<All>[Name] extends string ? string : Texts<All>[Name];
};
