/** What is wrong with digits that should be a Thai national or tax id; undefined if they can be one. */
export function taxIdProblem(id: string): 'malformed' | 'wrong_digit' | undefined {
  if (!/^\d{13}$/.test(id)) return 'malformed';
  return id.endsWith(taxIdCheckDigit(id)) ? undefined : 'wrong_digit';
}

/** The last of the 13 digits: weights 13 to 2, modulo 11. */
export function taxIdCheckDigit(id: string): string {
  const sum = [...id.slice(0, 12)].reduce((total, digit, i) => total + Number(digit) * (13 - i), 0);
  return String((11 - (sum % 11)) % 10);
}
