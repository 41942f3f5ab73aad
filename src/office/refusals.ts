import type { Language } from '../domain/accounts/accounts.ts';
import { thaiOf, thaiOfField } from './refusals/translate.ts';

type Translate = (message: string) => string | undefined;

/**
 * What a refusal of the domain, or a line of a `Fault`, says in the language; a message that is not known stays as it is.
 *
 * @param ofField it comes without the field's name, which stands beside it: `must be at most 100 characters`
 */
export function refusalText(
  language: Language,
  message: string,
  { ofField = false }: { ofField?: boolean } = {},
): string {
  if (language === 'en') return message;
  return (ofField ? ofFields : ofMessages)(message) ?? message;
}

const KEPT = 500;
const LONGEST = 300; // characters of a message that is kept: those are of couriers, and come in every row of a list

/** Finding the template of a message takes longer than the rest of a list's row. */
function remembering(translate: Translate): Translate {
  const known = new Map<string, string | undefined>();
  return (message) => {
    if (message.length > LONGEST) return translate(message);
    if (known.has(message)) return known.get(message);
    if (known.size === KEPT) known.clear();
    const thai = translate(message);
    known.set(message, thai);
    return thai;
  };
}

const ofMessages = remembering(thaiOf);
const ofFields = remembering(thaiOfField);
