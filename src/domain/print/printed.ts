/** A PDF that has been printed into memory. */
export interface Printed {
  pdf: Buffer;
  pages: number;
  /** What the store should know of: fields that are missing, characters that no font has. */
  warnings: string[];
}
