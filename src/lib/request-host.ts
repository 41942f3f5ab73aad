import type { IncomingMessage } from 'node:http';

/**
 * Whether a request names at most one host. With two Host headers, or an absolute URL of another host, a proxy and this
 * server could disagree about the host (RFC 9112, 3.2).
 */
export const namesOneHost = (incoming: IncomingMessage): boolean =>
  hostHeaders(incoming) <= 1 && (incoming.url?.startsWith('/') || urlHasHost(incoming));

/** Node keeps only the first of several Host headers in `headers`. */
function hostHeaders({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') count += 1;
  return count;
}

/** Whether the absolute URL of a request line has the host of the Host header, if there is one. */
function urlHasHost({ url = '', headers: { host } }: IncomingMessage): boolean {
  const target = URL.parse(url);
  return host === undefined || !target || target.host === URL.parse(`${target.protocol}//${host}`)?.host;
}
