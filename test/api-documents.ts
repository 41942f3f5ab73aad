import { readFileSync } from 'node:fs';
import path from 'node:path';
import { publishedDocument } from '../build/sdk/schema.ts';
import type { Json } from './support.ts';

const FILE = path.join(import.meta.dirname, 'released', 'openapi.json');

/** The API document of the last release; see docs/contributing.md#releases. */
export const RELEASED: Json = JSON.parse(readFileSync(FILE, 'utf8'));

/** The API document of this version. */
export const CURRENT: Json = publishedDocument();

/** A copy of the released document with a change. */
export function changedDocument(change: (document: Json) => unknown): Json {
  const document = structuredClone(RELEASED);
  change(document);
  return document;
}
