import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

// A WebAuthn authenticator and its browser in software: what a phone does, and what an attacker makes of it.

interface Made {
  id: string;
  host: string;
  userHandle: string;
  privateKey: KeyObject;
}

export interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
  excludeCredentials: { id: string }[];
}

export interface RequestOptions {
  challenge: string;
  rpId: string;
  allowCredentials: { id: string }[];
}

/** Differences from an honest response. */
export interface Change {
  origin?: string;
  challenge?: string;
  host?: string;
  /** `webauthn.get` or `webauthn.create`. */
  type?: string;
  verifiesUser?: boolean;
  userHandle?: string | null;
  /** Signs with another key. */
  forged?: boolean;
  /** The id of the credential. */
  id?: string;
  /** Instead of none, over the signed bytes. */
  attestation?: (signed: Buffer) => Buffer;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

const signedBytes = (data: Buffer, clientData: string): Buffer =>
  Buffer.concat([data, sha256(Buffer.from(clientData, 'base64url'))]);

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

export class Authenticator {
  readonly made: Made[] = [];
  /** Signature counter. Synchronized passkeys keep it at 0. */
  count = 0;
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** The answer to options of a new passkey, as the page sends it. */
  create(options: CreationOptions, change: Change = {}): string {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const credential = randomBytes(32);
    const made = { id: base64url(credential), host: options.rp.id, userHandle: options.user.id, privateKey };
    this.made.push(made);
    const length = Buffer.from([0, credential.length]);
    const data = Buffer.concat([
      this.#data(change.host ?? made.host, ATTESTED | this.#flags(change)),
      ...[Buffer.alloc(16), length, credential, coseKey(publicKey)],
    ]);
    const clientData = this.#clientData('webauthn.create', options.challenge, change);
    const attestation = change.attestation?.(signedBytes(data, clientData)) ?? NO_ATTESTATION;
    return JSON.stringify({
      id: change.id ?? made.id,
      clientDataJSON: clientData,
      attestationObject: base64url(attestationObject(data, attestation)),
      transports: ['internal'],
    });
  }

  /** The answer to options of a signature. By default the last allowed passkey signs, or the last one. */
  get(options: RequestOptions, change: Change = {}): string {
    const allowed = options.allowCredentials.map(({ id }) => id);
    const made = this.made.filter(({ id }) => allowed.length === 0 || allowed.includes(id)).at(-1);
    assert.ok(made, 'the authenticator has none of the passkeys');
    const data = this.#data(change.host ?? made.host, this.#flags(change));
    const clientData = this.#clientData('webauthn.get', options.challenge, change);
    const key = change.forged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : made.privateKey;
    return JSON.stringify({
      id: change.id ?? made.id,
      clientDataJSON: clientData,
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', signedBytes(data, clientData), key)),
      userHandle: change.userHandle === undefined ? made.userHandle : change.userHandle,
    });
  }

  #flags({ verifiesUser = true }: Change): number {
    return PRESENT | (verifiesUser ? VERIFIED : 0);
  }

  #data(host: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.count);
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter]);
  }

  #clientData(type: string, challenge: string, change: Change): string {
    const data = { type, challenge, origin: this.origin, crossOrigin: false };
    const { origin = data.origin } = change;
    return base64url(
      JSON.stringify({ ...data, origin, type: change.type ?? type, challenge: change.challenge ?? challenge }),
    );
  }
}

// CBOR, as far as it is needed

const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const cborBytes = (value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 255]), value]);

/** `fmt: "none", attStmt: {}` */
const NO_ATTESTATION = Buffer.concat([text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])]);

/** `fmt: "packed"` with the certificate of a maker of authenticators. */
export const certificateAttestation =
  ({ certificate, key }: { certificate: Buffer; key: KeyObject }) =>
  (signed: Buffer): Buffer =>
    Buffer.concat([
      ...[text('fmt'), text('packed'), text('attStmt'), Buffer.from([0xa3])],
      ...[text('alg'), Buffer.from([0x26]), text('sig'), cborBytes(sign('sha256', signed, key))],
      ...[text('x5c'), Buffer.from([0x81]), cborBytes(certificate)],
    ]);

const attestationObject = (data: Buffer, attestation: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xa3]), attestation, text('authData'), cborBytes(data)]);

/** `{1: 2, 3: -7, -1: 1, -2: x, -3: y}` */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (value: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')]);
  const start = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
  return Buffer.concat([start, coordinate(x), Buffer.from([0x22]), coordinate(y)]);
}
