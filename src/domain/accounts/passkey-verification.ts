import { PASSKEY_VERIFIER, packedScript } from '../../lib/assets.ts';
import { jobThread } from '../../lib/job-thread.ts';
import { SMALL_HEAP } from '../../lib/threads.ts';
import type { CreatedPasskey, ParsedResponse, SignedChallenge } from './passkey-response.ts';
import type { Credential } from './passkeys.ts';

/** The site that the browser signs in to. */
export interface RelyingParty {
  origin: string;
  /** The relying party id. */
  host: string;
}

export type VerificationJob =
  | { is: 'created'; answer: ParsedResponse<CreatedPasskey>; relyingParty: RelyingParty }
  | {
      is: 'signed';
      answer: ParsedResponse<SignedChallenge>;
      relyingParty: RelyingParty;
      publicKey: Uint8Array;
      /** The authenticator must have checked a PIN, a finger or a face. */
      verifiesUser: boolean;
    };

/** Undefined: the answer is not valid. */
export type VerificationResult = Credential | { signCount: number } | undefined;

/** Runs in a thread: loading the library would block requests, and it is used a few times a day. */
const verifier = jobThread<VerificationJob, VerificationResult>(
  () => ({
    packed: packedScript(PASSKEY_VERIFIER),
    source: new URL('./passkey-worker.ts', import.meta.url),
    workerData: undefined,
    resourceLimits: SMALL_HEAP,
  }),
  { maxQueued: 20, errorKey: 'too_many_sign_ins' },
);

/** The new passkey of a valid answer. @throws AppError slow_down if too many are waiting */
export const verifyCreated = (job: Omit<Extract<VerificationJob, { is: 'created' }>, 'is'>) =>
  verifier.run({ is: 'created', ...job }) as Promise<Credential | undefined>;

/** The signature count of a valid answer. @throws AppError slow_down if too many are waiting */
export const verifySigned = (job: Omit<Extract<VerificationJob, { is: 'signed' }>, 'is'>) =>
  verifier.run({ is: 'signed', ...job }) as Promise<{ signCount: number } | undefined>;
