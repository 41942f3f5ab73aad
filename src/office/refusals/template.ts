/**
 * What the domain says and how that is in Thai. A gap is `{name}`, or in the English `{name:kind}` of the kinds in
 * gaps.ts; the Thai names the same gaps, in any order.
 */
export type Template = readonly [english: string, thai: string];
