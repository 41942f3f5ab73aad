import { commandLineSections } from './command-line.ts';
import { configurationSections } from './configuration.ts';
import { performanceSections } from './performance.ts';

/** The pages of src/docs with a generated part, and what generates it. */
export const GENERATED_PAGES: Readonly<Record<string, () => string>> = {
  'command-line.md': commandLineSections,
  'configuration.md': configurationSections,
  'performance.md': performanceSections,
};
