import type { Language } from '../domain/accounts/accounts.ts';
import { thaiOf, thaiOfField } from './refusals/translate.ts';

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
  return (ofField ? thaiOfField(message) : thaiOf(message)) ?? message;
}
