import { createCipheriv, createDecipheriv, hash } from 'node:crypto';
import { randomBytes } from './runtime.ts';

/** A 256-bit key and the id that values sealed with it name. */
export interface SealingKey {
  id: string;
  bytes: Buffer;
}

/** The row and column of a sealed value. It cannot be opened as the value of another row or column. */
export interface SealedColumn {
  table: string;
  column: string;
  id: number;
}

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SHAPE = /^v1\.([0-9a-f]{8})\.([\w-]{16})\.([\w-]{22,})$/;

export const newSealingKey = (): SealingKey => sealingKey(randomBytes(32));

const sealingKey = (bytes: Buffer): SealingKey => ({
  id: hash('sha256', Buffer.concat([Buffer.from('raan key id'), bytes])).slice(0, 8),
  bytes,
});

/** A key that only the holder of a secret can derive. Keys of different purposes have nothing in common. */
export const derivedKey = (secret: string, purpose: string): SealingKey =>
  sealingKey(hash('sha256', JSON.stringify([purpose, secret]), 'buffer'));

/** The key as one line of a key file. */
export const keyText = ({ bytes }: SealingKey): string => bytes.toString('base64url');

/** The key of a line of a key file; undefined if it is not one. */
export const parseKey = (line: string): SealingKey | undefined =>
  /^[\w-]{43}$/.test(line) ? sealingKey(Buffer.from(line, 'base64url')) : undefined;

/** Encrypts a value for one column of a row: `v1.KEYID.NONCE.CIPHERTEXT`, base64url. */
export function seal({ id, bytes }: SealingKey, column: SealedColumn, value: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, bytes, nonce).setAAD(associatedData(column));
  const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, id, nonce.toString('base64url'), text.toString('base64url')].join('.');
}

/** Decrypts a value. @throws if the key, the column, the row or the text is another one */
export function unseal({ bytes }: SealingKey, column: SealedColumn, sealed: string): string {
  const [, , nonce = '', text = ''] = SHAPE.exec(sealed) ?? [];
  const data = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv(CIPHER, bytes, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES })
    .setAAD(associatedData(column))
    .setAuthTag(data.subarray(-TAG_BYTES));
  return decipher.update(data.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** The id of the key that a value is sealed with; undefined if the text is not sealed. */
export const keyIdOf = (sealed: string): string | undefined => SHAPE.exec(sealed)?.[1];

const associatedData = ({ table, column, id }: SealedColumn): Buffer => Buffer.from(`${table}.${column}.${id}`);
