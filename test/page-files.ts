import { get, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';

/** A response as sent to a browser with brotli support. */
interface FetchedFile {
  address: string;
  status: number | undefined;
  headers: IncomingHttpHeaders;
  /** Size of the body as sent. */
  bytes: number;
  /** Decompressed. */
  body: Buffer;
}

/** The server's response for a URL. */
export const fetchFile = (address: string, headers: Record<string, string> = {}): Promise<FetchedFile> =>
  new Promise((resolve, reject) => {
    get(encodeURI(address), { headers: { 'Accept-Encoding': 'br', ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const whole = Buffer.concat(parts);
        const body = response.headers['content-encoding'] === 'br' ? brotliDecompressSync(whole) : whole;
        resolve({ address, status: response.statusCode, headers: response.headers, bytes: whole.length, body });
      });
    }).on('error', reject);
  });

/** The files that a browser loads for a page and its stylesheets, without links and the store's pictures. */
export async function filesOf(address: string, html: string): Promise<FetchedFile[]> {
  const named = [...html.matchAll(/<(?:link|script)\b[^>]*?\b(?:href|src)="([^"]+)"/g)].map(([, path = '']) => path);
  const first = await fetchAll(named, address);
  const inStyles = first.flatMap((file) =>
    file.headers['content-type']?.startsWith('text/css')
      ? urlsIn(String(file.body)).map((path) => new URL(path, file.address).href)
      : [],
  );
  return [...first, ...(await fetchAll(inStyles, address))];
}

const fetchAll = (paths: readonly string[], base: string): Promise<FetchedFile[]> =>
  Promise.all([...new Set(paths.map((path) => new URL(path, base).href))].map((address) => fetchFile(address)));

/** The files that a stylesheet loads, without data URLs. */
const urlsIn = (style: string): string[] =>
  [...style.matchAll(/url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)/g)]
    .map(([, url, imported]) => url ?? imported ?? '')
    .filter((address) => !address.startsWith('data:'));
