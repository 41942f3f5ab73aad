/** Mutated requests, from a source of randomness. */
interface Mutated {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

type Chance = () => number;

const pick = <T>(next: Chance, from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;

const ODD_VALUES: readonly unknown[] = [
  null, true, false, 0, -1, 1, 1.5, 1e21, Infinity, -0, Number.MAX_SAFE_INTEGER, 2 ** 53, '', ' ', '0', '-1', '1', '1.5', '1e3', '٣',
  'NaN', '99999999999999999999', '0.00001', '\u0000', '\ud800', '😀'.repeat(40), 'ก'.repeat(5_000), '__proto__', 'constructor',
  "' OR 1=1 --", '%', '_', '"', '\\', '<script>', [], [[]], [null], {}, { __proto__: null }, { id: 1 }, [1, 'a', {}],
  Array.from({ length: 200 }, () => ({ product_variant_id: '1', qty: 1 })), // more lines than an order may have
]; // biome-ignore format: a list

/** A new value each time, because a value in a body may be changed further. */
const odd = (next: Chance): unknown => structuredClone(pick(next, ODD_VALUES));

/** One to four mutations of a JSON value: a field replaced, removed, duplicated, renamed or added. */
function mutateJson(next: Chance, value: unknown): unknown {
  const copy = structuredClone(value);
  const root = { value: copy };
  for (let changes = 1 + Math.floor(next() * 4); changes > 0; changes -= 1) mutateRandomField(next, root);
  return root.value;
}

function mutateRandomField(next: Chance, container: Record<string, unknown>): void {
  const names = Object.keys(container);
  const name = pick(next, names.length > 0 ? names : ['x']);
  const inner = container[name];
  if (inner !== null && typeof inner === 'object' && Object.keys(inner).length > 0 && next() < 0.8)
    mutateRandomField(next, inner as Record<string, unknown>);
  else mutateField(next, container, name);
}

function mutateField(next: Chance, container: Record<string, unknown>, name: string): void {
  const inner = container[name];
  const roll = next();
  if (roll < 0.5) container[name] = odd(next);
  else if (roll < 0.65) delete container[name];
  else if (roll < 0.8) container[`${name}${pick(next, ['', '_', 's', '\u0000', ' '])}`] = inner;
  else if (roll < 0.9)
    container[pick(next, ['extra', 'id', 'qty', 'order_id', 'external_order_id', 'limit', 'toString'])] = odd(next);
  else if (typeof inner === 'string') container[name] = inner + pick(next, ['', ' ', '\n', 'ก', '\u0301', '0']);
}

/** Mutates the bytes of the text, so that it may be invalid JSON. */
function mutateText(next: Chance, text: string): string {
  const at = Math.floor(next() * (text.length + 1));
  const roll = next();
  if (roll < 0.3) return text.slice(0, at);
  if (roll < 0.6)
    return (
      text.slice(0, at) +
      pick(next, ['{', '}', '"', ',', ':', '\\', '\u0000', '\ud800', '[', '1e999', 'ก']) +
      text.slice(at)
    );
  if (roll < 0.8) return text.slice(0, at) + text.slice(at + 1);
  return pick(next, [
    '',
    'null',
    '[]',
    '"',
    '{}',
    '{"a":1,"a":2}',
    '['.repeat(50_000),
    `{"a":${'1'.repeat(400)}}`,
    '\ufeff{}',
  ]);
}

const METHODS = ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'];

/** @param valid a valid request */
export function mutateRequest(
  next: Chance,
  valid: { path: string; headers: Record<string, string>; json?: object; form?: string },
): Mutated {
  const { path, json, form } = valid;
  const headers = { ...valid.headers };
  let body = form ?? JSON.stringify(json ?? {});
  const roll = next();
  if (json && roll < 0.7) body = JSON.stringify(mutateJson(next, json));
  else if (roll < 0.85) body = mutateText(next, body);
  else if (roll < 0.93) {
    const name = pick(next, [
      'Authorization',
      'Content-Type',
      'Content-Encoding',
      'X-Request-Id',
      'Accept',
      'X-Forwarded-For',
      'Transfer-Type',
    ]);
    headers[name] = pick(next, [
      '',
      'Bearer',
      'Bearer x',
      'gzip',
      'text/plain',
      'application/json; charset=tis-620',
      'x'.repeat(5_000),
      ',,,',
      '::1, evil',
    ]);
  } else {
    const method = pick(next, ['POST', ...METHODS]);
    const odd = pick(next, ['', '/', '//', '?a=%00', '%', '%ff', '/../..', ';x', '#x', 'x'.repeat(3_000), '/%2e%2e/']);
    const hasBody = !['GET', 'HEAD'].includes(method);
    return { method, path: path + odd, headers, body: hasBody ? body : undefined };
  }
  return { method: 'POST', path, headers, body };
}

/** Bytes that resemble an HTTP request, or not. */
export function malformedMessage(next: Chance, valid: string): Buffer {
  const roll = next();
  if (roll < 0.15)
    return Buffer.from(Array.from({ length: 1 + Math.floor(next() * 300) }, () => Math.floor(next() * 256)));
  const bytes = Buffer.from(valid);
  for (let changes = 1 + Math.floor(next() * 6); changes > 0; changes -= 1)
    bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
  if (roll < 0.3) return bytes.subarray(0, Math.floor(next() * bytes.length));
  if (roll < 0.5) {
    const line = pick(next, [
      'Content-Length: -1', 'Content-Length: 99999999999999999999', 'Content-Length: 1\r\nContent-Length: 2', 'Transfer-Encoding: chunked', 'Transfer-Encoding: x',
      'Expect: 100-continue', 'Expect: x', 'Upgrade: h2c\r\nConnection: Upgrade', 'Host:', 'Host: a\r\nHost: b', ' folded: x', 'a b: c', ': x', 'Connection: close, close',
      `X: ${'y'.repeat(20_000)}`, ...Array.from({ length: 2 }, () => `X-${'z'.repeat(100)}: 1\r\n`.repeat(300)),
    ]); // biome-ignore format: a list
    return Buffer.from(valid.replace('\r\n', `\r\n${line}\r\n`));
  }
  if (roll < 0.65)
    return Buffer.from(
      valid.replace('HTTP/1.1', pick(next, ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'HTTP', '', 'http/1.1', 'HTTP/1.1 x'])),
    );
  if (roll < 0.75) return Buffer.from(valid.replaceAll('\r\n', pick(next, ['\n', '\r', '\r\n\r\n'])));
  return bytes;
}
