import { PASSKEY_VERIFIER, packedScript } from '../../lib/assets.ts';
import { concurrencyLimit } from '../../lib/concurrency-limit.ts';
import { SMALL_HEAP, startThread } from '../../lib/threads.ts';
import type { Answer, CreatedPasskey, SignedChallenge } from './passkey-response.ts';
import type { Credential } from './passkeys.ts';

/** Where the browser answers, as the server knows it. */
export interface Site {
  origin: string;
  /** The relying party id. */
  host: string;
}

export type VerificationJob =
  | { is: 'created'; answer: Answer<CreatedPasskey>; site: Site }
  | {
      is: 'signed';
      answer: Answer<SignedChallenge>;
      site: Site;
      publicKey: Uint8Array;
      /** The authenticator must have checked a PIN, a finger or a face. */
      verifiesUser: boolean;
    };

/** Undefined: the answer is not valid. */
export type VerificationResult = Credential | { signCount: number } | undefined;

/** The new passkey of a valid answer. @throws AppError slow_down if too many are waiting */
export const verifyCreated = (job: Omit<Extract<VerificationJob, { is: 'created' }>, 'is'>) =>
  limited(() => runInThread<Credential | undefined>({ is: 'created', ...job }));

/** The signature count of a valid answer. @throws AppError slow_down if too many are waiting */
export const verifySigned = (job: Omit<Extract<VerificationJob, { is: 'signed' }>, 'is'>) =>
  limited(() => runInThread<{ signCount: number } | undefined>({ is: 'signed', ...job }));

const limited = concurrencyLimit({ atOnce: 2, mostWaiting: 20, tooMany: 'too_many_sign_ins' });

/** Runs the job in its own thread: loading the library would block requests, and it is used a few times a day. */
function runInThread<Result extends VerificationResult>(job: VerificationJob): Promise<Result> {
  const worker = startThread({
    packed: packedScript(PASSKEY_VERIFIER),
    source: new URL('./passkey-worker.ts', import.meta.url),
    workerData: job,
    resourceLimits: SMALL_HEAP,
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (status) => reject(new Error(`checking a passkey ended with ${status} and no result`)));
  });
}
