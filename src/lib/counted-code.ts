/** A quantity that was typed before a scanned code: `3*SKU`, `3x8850123456787`. */
export interface CountedCode {
  qty: number;
  code: string;
}

const COUNTED = /^([1-9]\d{0,3})\s*[*x×]\s*(\S.*)$/iu;

/** Undefined without a quantity of 1 to 9999. A code that exists as typed wins: the caller looks for it first. */
export function countedCode(typed: string): CountedCode | undefined {
  const [, qty, code] = COUNTED.exec(typed.trim()) ?? [];
  return qty === undefined || code === undefined ? undefined : { qty: Number(qty), code };
}
