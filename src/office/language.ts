import type { Language } from '../domain/accounts/accounts.ts';

type Pair<Text> = readonly [thai: Text, english: Text];
// biome-ignore lint/suspicious/noExplicitAny: a text with gaps is a function of whatever fills them
type Pairs = Record<string, Pair<string> | Pair<(...gaps: any[]) => string>>;

type Texts<All extends Pairs> = { readonly [Name in keyof All]: All[Name][0] };

/** Texts as pairs, Thai first; the answer picks one language's. A text with gaps is a function. */
export function bilingual<const All extends Pairs>(pairs: All): (language: Language) => Widened<All> {
  const pick = (at: 0 | 1) =>
    Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [name, pair[at]])) as Widened<All>;
  const picked = new Map<Language, Widened<All>>(); // each when it is first read: a start reads none
  return (language) => {
    const known = picked.get(language) ?? pick(language === 'th' ? 0 : 1);
    picked.set(language, known);
    return known;
  };
}

/** Texts are strings, not the letters that they happen to be. */
type Widened<All extends Pairs> = {
  readonly [Name in keyof Texts<All>]: Texts<All>[Name] extends string ? string : Texts<All>[Name];
};
