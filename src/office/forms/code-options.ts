import type { Option } from './inputs.tsx';

/** Options of codes. The current one is among them even if it no longer exists, so that a saved form keeps it. */
export const codeOptions = (
  codes: readonly string[],
  current: string | null | undefined,
  labelOf: (code: string) => string = (code) => code,
): Option[] =>
  [...new Set(current ? [...codes, current] : codes)].map((code) => ({ value: code, label: labelOf(code) }));
