import { AppError, OperatorError } from './errors.ts';

// Errors as the log shows them. The message of an unexpected error can quote what it was about: JSON.parse quotes the
// body, a URL parser its input, a courier the parcel. So the log gets the kind, the code and the place of an error, and
// of its message what cannot be a customer's.

export interface LoggedError {
  type: string;
  message: string;
  code?: string | number;
  syscall?: string;
  /** Without the message. */
  stack?: string;
  cause?: LoggedError;
}

const MAX_CAUSES = 5;

export function errorForLog(error: unknown, causes = MAX_CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutQuotes(String(error)) };
  const { code, syscall } = error as NodeJS.ErrnoException;
  return {
    type: error.name,
    message: messageForLog(error),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(syscall !== undefined && { syscall }),
    ...(error.stack !== undefined && { stack: framesOf(error.stack) }),
    ...(error.cause !== undefined && causes > 0 && { cause: errorForLog(error.cause, causes - 1) }),
  };
}

/** A system call names a file or a host, and an operator's error what the operator has to fix. */
function messageForLog(error: Error): string {
  if (error instanceof AppError) return error.key;
  if (error instanceof OperatorError || 'syscall' in error) return error.message;
  return withoutQuotes(error.message);
}

const LEFT_OUT = '…';

/** Quoted text, and possible Thai names, telephones and email addresses. Property names stay. */
const QUOTES: readonly RegExp[] = [
  /"[\s\S]*"/g, // to the last one: an excerpt can contain quotes
  /[“‘`][\s\S]*[”’`]/g,
  /(?<!\w|\((?:reading|setting) )'[\s\S]*'(?!\w)/g,
  /\S+@\S+/g,
  /[^\0-\x7f…]+/g,
  /\+?\d[\d -]{5,}\d/g,
];

/** A text of unknown origin for the log. */
export const withoutQuotes = (text: string): string =>
  QUOTES.reduce((rest, quote) => rest.replace(quote, LEFT_OUT), text);

const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
