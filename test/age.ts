import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type KeyPair, makeKeyPair } from '../src/lib/age/age-thread.ts';
import { temporaryFolder } from './support.ts';

/** A key pair of age, and a file with its private key in a folder of its own. */
export async function newKeyPair(): Promise<KeyPair & { file: string }> {
  const pair = await makeKeyPair();
  const file = path.join(temporaryFolder(), 'identity.txt');
  writeFileSync(file, `# for a test\n${pair.identity}\n`);
  return { ...pair, file };
}
