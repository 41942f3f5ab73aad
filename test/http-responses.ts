import { gunzipSync } from 'node:zlib';

export interface ReceivedResponse {
  status: number;
  headers: Headers;
  /** Unpacked. */
  body: Buffer;
  /** The bytes after the response. */
  rest: Buffer;
}

/** The first HTTP response in these bytes; undefined if it is incomplete. */
export function readResponse(bytes: Buffer): ReceivedResponse | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
  const after = bytes.subarray(end + 4);
  const sent = headers.get('transfer-encoding') === 'chunked' ? joinChunks(after) : bodyOfLength(after, headers);
  if (!sent) return undefined;
  const body = headers.get('content-encoding') === 'gzip' ? gunzipSync(sent.body) : sent.body;
  return { status: Number(statusLine.split(' ')[1]), headers, body, rest: sent.rest };
}

type Split = Pick<ReceivedResponse, 'body' | 'rest'> | undefined;

function bodyOfLength(bytes: Buffer, headers: Headers): Split {
  const length = Number(headers.get('content-length') ?? 0);
  return bytes.length < length ? undefined : { body: bytes.subarray(0, length), rest: bytes.subarray(length) };
}

function joinChunks(bytes: Buffer): Split {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    const next = end + 2 + length + 2;
    if (end < 0 || next > bytes.length) return undefined;
    if (length === 0) return { body: Buffer.concat(chunks), rest: bytes.subarray(next) };
    chunks.push(bytes.subarray(end + 2, next - 2));
    at = next;
  }
}
