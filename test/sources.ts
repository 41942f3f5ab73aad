import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SRC = path.join(import.meta.dirname, '..', 'src');

/** A source file of this repository. */
export interface Source {
  /** For example `domain/orders/create.ts`. */
  file: string;
  text: string;
  /** Imported files of this repository, relative to src like `file`. */
  imports: string[];
  packages: string[];
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g;

function read(file: string): Source {
  const text = readFileSync(path.join(SRC, file), 'utf8');
  const specifiers = [...text.matchAll(IMPORT)].map(([, from, bare]) => from ?? bare ?? '');
  const relative = specifiers.filter((name) => name.startsWith('.'));
  return {
    file,
    text,
    imports: relative
      .map((name) => path.posix.join(path.posix.dirname(file), name))
      .filter((name) => /\.tsx?$/.test(name)),
    packages: specifiers.filter((name) => !name.startsWith('.')),
  };
}

/** All TypeScript files in src. */
export const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .sort()
  .map(read);
