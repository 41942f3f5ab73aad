import { writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { ROOT } from '../paths.ts';

export const SCHEMA_FILE = path.join(ROOT, 'src', 'sdk', 'typescript', 'schema.d.ts');

/** The generator needs an older API of the compiler than this repository uses. */
async function loadGenerator() {
  const hooks = registerHooks({
    resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context),
  });
  const generator = await import('openapi-typescript');
  hooks.deregister();
  return generator;
}

/** The types of a document, as `npx openapi-typescript openapi.json` generates them. */
export async function typesOf(document: object): Promise<string> {
  const { default: openapiTS, astToString, COMMENT_HEADER } = await loadGenerator();
  return COMMENT_HEADER + astToString(await openapiTS(JSON.stringify(document)));
}

/** The API document that a release publishes: without codes of a config, for an invented host. */
export const publishedDocument = () => openApiDocument({ shipping_types: [], channels: [] }, 'https://shop.example');

/** The types of the partner API. */
export const generateSchema = (): Promise<string> => typesOf(publishedDocument());

export const writeSchema = async (): Promise<void> => writeFile(SCHEMA_FILE, await generateSchema());
