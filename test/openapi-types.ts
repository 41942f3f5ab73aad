import { registerHooks } from 'node:module';

/** The types of the document, with the default settings of the generator.
 *
 * The generator needs an older API of the compiler than this repository uses. */
export async function typesOf(document: object): Promise<string> {
  const hooks = registerHooks({
    resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context),
  });
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  hooks.deregister();
  return astToString(await openapiTS(JSON.stringify(document)));
}
