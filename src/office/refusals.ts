import type { Language } from '../domain/accounts/accounts.ts';

/** What a refusal of the domain says in the language; `ofField`: without the field's name, which stands beside it. */
export function refusalText(_language: Language, message: string, _options: { ofField?: boolean } = {}): string {
  return message;
}
