import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SRC = path.join(import.meta.dirname, '..', 'src');

/** A source file of this repository. */
export interface Source {
  /** For example `domain/orders/create.ts`. */
  file: string;
  text: string;
  /** Files of this repository, in the same form. */
  imports: string[];
  packages: string[];
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g;

function read(file: string): Source {
  const text = readFileSync(path.join(SRC, file), 'utf8');
  const wanted = [...text.matchAll(IMPORT)].map(([, from, bare]) => from ?? bare ?? '');
  const ours = wanted.filter((name) => name.startsWith('.'));
  return {
    file,
    text,
    imports: ours.map((name) => path.posix.join(path.posix.dirname(file), name)).filter((name) => /\.tsx?$/.test(name)),
    packages: wanted.filter((name) => !name.startsWith('.')),
  };
}

/** All files of src with TypeScript. */
export const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .sort()
  .map(read);
