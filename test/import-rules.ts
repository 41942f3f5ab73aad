import { type Source, sources } from './sources.ts';

/** `api`, `db`, …, or the file name for a file at the top. */
export const part = (file: string) => file.split('/')[0] as string;

/** Every forbidden import, as `one.ts → other.ts`. */
export const breaks = (
  of: (source: Source) => boolean,
  allowed: (imported: string, source: Source) => boolean,
): string[] =>
  sources
    .filter(of)
    .flatMap((source) =>
      source.imports.filter((imported) => !allowed(imported, source)).map((imported) => `${source.file} → ${imported}`),
    );
