const MAX_CHARACTERS = 300;

/** The start of what a service answers, as one line of plain text. */
export const excerpt = (text: string): string =>
  [...text.replace(/[\p{White_Space}\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim()].slice(0, MAX_CHARACTERS).join('');
