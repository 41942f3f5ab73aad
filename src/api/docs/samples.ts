import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type DocsFile, docsFile } from '../../lib/assets.ts';
import { inThreadPool } from '../../lib/runtime.ts';

/** Signature checks in the programming languages of partners. */
export const SAMPLES = [
  { language: 'TypeScript', name: 'verify.ts', file: 'src/api/docs/samples/verify.ts' },
  { language: 'PHP', name: 'verify.php', file: 'src/api/docs/samples/verify.php' },
  { language: 'Python', name: 'verify.py', file: 'src/api/docs/samples/verify.py' },
  { language: 'Go', name: 'verify.go', file: 'src/api/docs/samples/verify.go' },
] as const satisfies readonly { language: string; name: string; file: DocsFile }[];

export async function sampleText(file: DocsFile): Promise<string> {
  const packed = await docsFile(file);
  return String(await inThreadPool(() => promisify(brotliDecompress)(packed))).trimEnd();
}
