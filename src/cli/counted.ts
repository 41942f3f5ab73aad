/** A number with its noun: `1 order`, `2 orders`, `2 addresses`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
