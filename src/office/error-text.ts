import { OperatorError } from '../lib/errors.ts';
import type { Language, Message } from '../lib/messages/catalogue.ts';
import { describe } from '../lib/messages/messages.ts';

/** The text of an error in the user's language. It names fields by their labels. */
export const errorText = (language: Language, error: OperatorError | Message): string =>
  error instanceof OperatorError
    ? error.problems.map((problem) => describe(problem, language, 'label')).join('\n')
    : describe(error, language, 'label');
