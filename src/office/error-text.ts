import { AppError, Fault, OperatorError, type Refusal } from '../lib/errors.ts';
import type { Language, Message } from '../lib/messages/catalogue.ts';
import { describe } from '../lib/messages/messages.ts';
import { refusalText } from './refusals.ts';

/** The text of an error in the user's language. It names fields by their labels. */
export function errorText(language: Language, error: Refusal | Fault | Message): string {
  if (error instanceof OperatorError) return error.problems.map((problem) => errorText(language, problem)).join('\n');
  if (error instanceof Fault) return error.lines.map((line) => refusalText(language, line)).join('\n');
  if (error instanceof Error && !(error instanceof AppError)) return refusalText(language, error.message);
  return describe(error as Message, language, 'label');
}
