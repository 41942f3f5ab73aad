import { isLanguage, type Language } from '../../lib/messages/catalogue.ts';

/** Browsers send a few; a longer list is an attempt to keep the parser busy. */
const MAX_ENTRIES = 50;

/** The language of the office that an `Accept-Language` header prefers; undefined if it names neither. */
export function preferredLanguage(header: string | undefined): Language | undefined {
  let best: { language: Language; weight: number } | undefined;
  for (const entry of (header ?? '').split(',', MAX_ENTRIES)) {
    const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const language = tag.split('-')[0];
    const weight = weightOf(parameters);
    if (isLanguage(language) && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language;
}

/** The weight in `q=0.8`. 0 means "not this language"; an invalid weight counts as 0. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (weight === undefined) return 1;
  return /^(0(\.\d*)?|1(\.0*)?)$/.test(weight) ? Number(weight) : 0;
}
