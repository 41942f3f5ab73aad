import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../../config.ts';
import { type AppError, invalidRequest, OperatorError } from '../../lib/errors.ts';
import { now, outboundFetch } from '../../lib/runtime.ts';
import { erasedListOf, mergeErased } from '../privacy/erased-list.ts';
import { backupType } from './encryption.ts';
import { type Backup, backupTime, surplus } from './folder.ts';

type S3 = Config['backup']['s3'];

interface StoredObject {
  /** Without the prefix. */
  name: string;
  /** Bytes. */
  size: number;
}

/** Any S3 storage. Errors are AppErrors. */
type Bucket = ReturnType<typeof openBucket>;

type Send = (query: { method: string; name?: string; search?: string; init?: RequestInit }) => Promise<Response>;

/** @param signal cancels requests */
export function openBucket(s3: S3, signal?: AbortSignal) {
  const send = sender(s3, signal);
  return {
    list: () => list(send, s3.prefix),
    /** Resolves when the storage has verified the checksum. */
    put: (name: string, file: string) => put(send, name, file),
    get: (name: string, file: string) => get(send, name, file),
    remove: async (name: string) => {
      await send({ method: 'DELETE', name });
    },
  };
}

function sender(s3: S3, signal?: AbortSignal): Send {
  const client = new AwsClient({
    accessKeyId: s3.access_key,
    secretAccessKey: s3.secret_key,
    service: 's3',
    region: s3.region,
  });
  return async ({ method, name, search = '', init = {} }) => {
    const url = `${baseUrl(s3)}/${name === undefined ? '' : s3.prefix + name}${search}`;
    const request = [method, ...(name === undefined ? [] : [name]), 'at', baseUrl(s3)].join(' ');
    const signed = client.sign(url, { ...init, method, ...(signal && { signal }), aws: { datetime: signingTime() } });
    const response = await signed.then(outboundFetch).catch((error: Error) => {
      signal?.throwIfAborted();
      throw invalidRequest('s3_unreachable', { request, why: reasonOf(error) });
    });
    if (response.ok) return response;
    throw responseError(request, response.status, codeIn(await response.text()));
  };
}

/** Such as `20260131T235959Z`. */
const signingTime = (): string => new Date(now()).toISOString().replace(/[:-]|\.\d{3}/g, '');

const MESSAGE_KEYS = {
  NoSuchBucket: 's3_bucket_missing',
  InvalidAccessKeyId: 's3_access_key_unknown',
  SignatureDoesNotMatch: 's3_secret_key_wrong',
  RequestTimeTooSkewed: 's3_clock_wrong',
  PermanentRedirect: 's3_wrong_region',
  TemporaryRedirect: 's3_wrong_region',
  AuthorizationHeaderMalformed: 's3_wrong_region',
  401: 's3_keys_rejected',
  403: 's3_access_denied',
  507: 's3_full',
} as const;

function responseError(request: string, status: number, code: string): AppError {
  const key =
    MESSAGE_KEYS[code as keyof typeof MESSAGE_KEYS] ??
    MESSAGE_KEYS[status as keyof typeof MESSAGE_KEYS] ??
    's3_rejected';
  return invalidRequest(key, { request, answer: `${status} ${code}`.trim() });
}

function baseUrl({ endpoint, bucket, path_style }: S3): string {
  const url = new URL(endpoint);
  return path_style ? `${url.origin}/${bucket}` : `${url.protocol}//${bucket}.${url.host}`;
}

const reasonOf = (error: Error): string => (error.cause instanceof Error ? error.cause.message : error.message);

const codeIn = (xml: string): string => /<Code>([^<]*)/.exec(xml)?.[1] ?? '';

/** All objects under the prefix. S3 returns pages of 1,000. */
async function list(send: Send, prefix: string): Promise<StoredObject[]> {
  const found: StoredObject[] = [];
  for (let token: string | undefined = ''; token !== undefined; ) {
    const continuation: string = token && `&continuation-token=${encodeURIComponent(token)}`;
    const search: string = `?list-type=2&prefix=${encodeURIComponent(prefix)}${continuation}`;
    const xml: string = await (await send({ method: 'GET', search })).text();
    for (const [, entry = ''] of xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
      const key = /<Key>([^<]*)/.exec(entry)?.[1] ?? ''; // no unescaping: prefix and names have no XML entities
      found.push({ name: key.slice(prefix.length), size: Number(/<Size>(\d+)/.exec(entry)?.[1]) });
    }
    token = /<NextContinuationToken>([^<]*)/.exec(xml)?.[1];
  }
  return found;
}

async function put(send: Send, name: string, file: string): Promise<void> {
  const { size } = await stat(file);
  const init: RequestInit = {
    headers: { 'Content-Length': String(size), 'Content-MD5': await md5(file), 'Content-Type': backupType(name) },
    body: Readable.toWeb(createReadStream(file)) as unknown as NonNullable<RequestInit['body']>,
  };
  await send({ method: 'PUT', name, init });
  const stored = Number((await send({ method: 'HEAD', name })).headers.get('content-length'));
  if (stored !== size) throw invalidRequest('s3_incomplete', { name, stored, size });
}

async function md5(file: string): Promise<string> {
  const hash = createHash('md5');
  await pipeline(createReadStream(file), hash);
  return hash.digest('base64');
}

async function get(send: Send, name: string, file: string): Promise<void> {
  const { body } = await send({ method: 'GET', name });
  const bytes = Readable.fromWeb(body as ReadableStream);
  await pipeline(bytes, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
}

/** Whether copies are uploaded to a bucket. */
export const hasBucket = ({ backup: { s3 } }: Config): boolean => s3.endpoint !== '';

export const hasKeys = ({ backup: { s3 } }: Config): boolean => s3.access_key !== '' && s3.secret_key !== '';

/** Loads the keys in a shell, for commands of root with the service that `raan install` set up. */
export const LOAD_KEYS_COMMAND = 'set -a; . /etc/raan/environment; set +a';

/** @throws OperatorError if a bucket is configured without keys */
export function requireKeys(config: Config): void {
  if (hasBucket(config) && !hasKeys(config)) throw new OperatorError('s3_keys_missing', { command: LOAD_KEYS_COMMAND });
}

/** Newest first. */
export async function listBucket(bucket: Bucket): Promise<Backup[]> {
  const found = (await bucket.list()).flatMap(({ name, size }) => {
    const time = backupTime(name);
    return time === undefined ? [] : [{ name, size, time }];
  });
  return found.sort((a, b) => b.time - a.time);
}

/** Uploads a copy unless the bucket has it, then deletes surplus copies from the bucket. */
export async function upload(config: Config, { name, size }: Backup, now: number, signal?: AbortSignal): Promise<void> {
  const bucket = openBucket(config.backup.s3, signal);
  const isUploaded = (await listBucket(bucket)).some((stored) => stored.name === name && stored.size === size);
  if (!isUploaded) await bucket.put(name, path.join(config.backup.folder, name));
  for (const old of surplus(await listBucket(bucket), config.backup.keep, now)) await bucket.remove(old.name);
}

/** The list of erased ids in the bucket, next to the copies that it is applied to. */
const ERASED_LIST = 'erased-ids.jsonl';

/** Uploads the database's list of erased ids, if there is one. */
export async function uploadErasedList({ database, backup }: Config, signal?: AbortSignal): Promise<void> {
  const file = erasedListOf(database);
  if (existsSync(file)) await openBucket(backup.s3, signal).put(ERASED_LIST, file);
}

/** Adds the ids of the bucket's list to the list next to the database. */
async function downloadErasedList(bucket: Bucket, database: string): Promise<void> {
  if (!(await bucket.list()).some(({ name }) => name === ERASED_LIST)) return;
  const file = `${erasedListOf(database)}.fetched`;
  await rm(file, { force: true });
  await bucket.get(ERASED_LIST, file);
  mergeErased(database, await readFile(file, 'utf8'));
  await rm(file);
}

/** Downloads a copy into a new file, and the list of erased ids, and returns the name of the copy. @param requested its name; empty: the newest */
export async function download(config: Config, requested: string, file: string): Promise<string> {
  if (!hasBucket(config)) throw new OperatorError('s3_not_set');
  requireKeys(config);
  const bucket = openBucket(config.backup.s3);
  const stored = await listBucket(bucket);
  const found = requested === '' ? stored[0] : stored.find(({ name }) => name === requested);
  const { bucket: name } = config.backup.s3;
  if (!found && requested === '') throw new OperatorError('s3_has_no_backup', { bucket: name });
  if (!found) throw new OperatorError('s3_backup_not_found', { name: requested, bucket: name });
  await bucket.get(found.name, file);
  await downloadErasedList(bucket, config.database);
  return found.name;
}
