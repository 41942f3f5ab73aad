import type { Dispatcher } from 'undici';
import { type AddressRule, guardedLookup } from './guarded-connection.ts';

/** The dispatcher of `fetch` for a URL. */
export type Dispatchers = (url: URL) => Promise<Dispatcher>;

/**
 * Dispatchers that connect only to allowed addresses. With NODE_USE_ENV_PROXY=1 requests with https go through the proxy
 * of the environment, which then decides what can be reached; requests with http connect directly.
 */
export function guardedDispatchers(rules: { http: AddressRule; https: AddressRule }): Dispatchers {
  let http: Promise<Dispatcher> | undefined;
  let https: Promise<Dispatcher> | undefined;
  return ({ protocol }) => {
    if (protocol === 'https:') {
      https ??= dispatcher(rules.https, process.env.NODE_USE_ENV_PROXY === '1');
      return https;
    }
    http ??= dispatcher(rules.http, false);
    return http;
  };
}

/** Loads the library at the first request. */
async function dispatcher(addressRule: AddressRule, usesProxy: boolean): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  const options = { connect: { lookup: guardedLookup(addressRule) } };
  return usesProxy ? new EnvHttpProxyAgent(options) : new Agent(options);
}
