import type { Chance } from '../chance.ts';

/** A request that may be invalid. */
interface Mutated {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const ODD_VALUES: readonly unknown[] = [
  null, true, false, 0, -1, 1, 1.5, 1e21, Infinity, -0, Number.MAX_SAFE_INTEGER, 2 ** 53, '', ' ', '0', '-1', '1', '1.5', '1e3', '٣',
  'NaN', '99999999999999999999', '0.00001', '\u0000', '\ud800', '😀'.repeat(40), 'ก'.repeat(5_000), '__proto__', 'constructor',
  "' OR 1=1 --", '%', '_', '"', '\\', '<script>', [], [[]], [null], {}, { __proto__: null }, { id: 1 }, [1, 'a', {}],
  Array.from({ length: 200 }, () => ({ product_variant_id: '1', qty: 1 })), // more lines than an order may have
]; // biome-ignore format: a list

/** A new value each time, because a value in a body may be changed further. */
const odd = (chance: Chance): unknown => structuredClone(chance.pick(ODD_VALUES));

/** One to four mutations of a JSON value: a field replaced, removed, duplicated, renamed or added. */
function mutateJson(chance: Chance, value: unknown): unknown {
  const copy = structuredClone(value);
  const root = { value: copy };
  for (let changes = chance.between(1, 4); changes > 0; changes -= 1) mutateRandomField(chance, root);
  return root.value;
}

function mutateRandomField(chance: Chance, container: Record<string, unknown>): void {
  const names = Object.keys(container);
  const name = chance.pick(names.length > 0 ? names : ['x']);
  const inner = container[name];
  if (inner !== null && typeof inner === 'object' && Object.keys(inner).length > 0 && chance.is(0.8))
    mutateRandomField(chance, inner as Record<string, unknown>);
  else mutateField(chance, container, name);
}

function mutateField(chance: Chance, container: Record<string, unknown>, name: string): void {
  const inner = container[name];
  const roll = chance.next();
  if (roll < 0.5) container[name] = odd(chance);
  else if (roll < 0.65) delete container[name];
  else if (roll < 0.8) container[`${name}${chance.pick(['', '_', 's', '\u0000', ' '])}`] = inner;
  else if (roll < 0.9)
    container[chance.pick(['extra', 'id', 'qty', 'order_id', 'external_order_id', 'limit', 'toString'])] = odd(chance);
  else if (typeof inner === 'string') container[name] = inner + chance.pick(['', ' ', '\n', 'ก', '\u0301', '0']);
}

/** Mutates the bytes of the text, so that it may be invalid JSON. */
function mutateText(chance: Chance, text: string): string {
  const at = chance.between(0, text.length);
  const roll = chance.next();
  if (roll < 0.3) return text.slice(0, at);
  if (roll < 0.6)
    return (
      text.slice(0, at) +
      chance.pick(['{', '}', '"', ',', ':', '\\', '\u0000', '\ud800', '[', '1e999', 'ก']) +
      text.slice(at)
    );
  if (roll < 0.8) return text.slice(0, at) + text.slice(at + 1);
  return chance.pick([
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
  chance: Chance,
  valid: { path: string; headers: Record<string, string>; json?: object; form?: string },
): Mutated {
  const { path, json, form } = valid;
  const headers = { ...valid.headers };
  let body = form ?? JSON.stringify(json ?? {});
  const roll = chance.next();
  if (json && roll < 0.7) body = JSON.stringify(mutateJson(chance, json));
  else if (roll < 0.85) body = mutateText(chance, body);
  else if (roll < 0.93) {
    const name = chance.pick([
      'Authorization',
      'Content-Type',
      'Content-Encoding',
      'X-Request-Id',
      'Accept',
      'X-Forwarded-For',
      'Transfer-Type',
    ]);
    headers[name] = chance.pick([
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
    const method = chance.pick(['POST', ...METHODS]);
    const odd = chance.pick(['', '/', '//', '?a=%00', '%', '%ff', '/../..', ';x', '#x', 'x'.repeat(3_000), '/%2e%2e/']);
    const hasBody = !['GET', 'HEAD'].includes(method);
    return { method, path: path + odd, headers, body: hasBody ? body : undefined };
  }
  return { method: 'POST', path, headers, body };
}

/** Bytes that resemble an HTTP request, or not. */
export function malformedMessage(chance: Chance, valid: string): Buffer {
  const roll = chance.next();
  if (roll < 0.15) return chance.bytes(chance.between(1, 300));
  const bytes = Buffer.from(valid);
  for (let changes = chance.between(1, 6); changes > 0; changes -= 1)
    bytes[chance.between(0, bytes.length - 1)] = chance.between(0, 255);
  if (roll < 0.3) return bytes.subarray(0, chance.between(0, bytes.length - 1));
  if (roll < 0.5) {
    const line = chance.pick([
      'Content-Length: -1', 'Content-Length: 99999999999999999999', 'Content-Length: 1\r\nContent-Length: 2', 'Transfer-Encoding: chunked', 'Transfer-Encoding: x',
      'Expect: 100-continue', 'Expect: x', 'Upgrade: h2c\r\nConnection: Upgrade', 'Host:', 'Host: a\r\nHost: b', ' folded: x', 'a b: c', ': x', 'Connection: close, close',
      `X: ${'y'.repeat(20_000)}`, ...Array.from({ length: 2 }, () => `X-${'z'.repeat(100)}: 1\r\n`.repeat(300)),
    ]); // biome-ignore format: a list
    return Buffer.from(valid.replace('\r\n', `\r\n${line}\r\n`));
  }
  if (roll < 0.65)
    return Buffer.from(
      valid.replace('HTTP/1.1', chance.pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'HTTP', '', 'http/1.1', 'HTTP/1.1 x'])),
    );
  if (roll < 0.75) return Buffer.from(valid.replaceAll('\r\n', chance.pick(['\n', '\r', '\r\n\r\n'])));
  return bytes;
}
