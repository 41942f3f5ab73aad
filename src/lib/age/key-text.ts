// The texts of X25519 keys of age: bech32 (BIP 173) with a checksum, so a wrong character is noticed at the start.

const CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

const RECIPIENT = /^age1[0-9a-z]{58}$/;
const IDENTITY = /^AGE-SECRET-KEY-1[0-9A-Z]{58}$/;

/** Whether the text is a public key of age: `age1…`. */
export const isRecipient = (text: string): boolean => RECIPIENT.test(text) && isChecksumRight('age', text);

/** Whether the text is a private key of age: `AGE-SECRET-KEY-1…`. */
export const isIdentity = (text: string): boolean =>
  IDENTITY.test(text) && isChecksumRight('age-secret-key-', text.toLowerCase());

function isChecksumRight(prefix: string, text: string): boolean {
  const data = [...text.slice(prefix.length + 1)].map((character) => CHARACTERS.indexOf(character));
  const codes = [...prefix].map((character) => character.charCodeAt(0));
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
  return !data.includes(-1) && polymod([...expanded, ...data]) === 1;
}

function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [i, generator] of GENERATORS.entries()) if ((top >>> i) & 1) sum ^= generator;
  }
  return sum;
}
