import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { answerJobs } from '../../lib/job-worker.ts';
import { ALGORITHMS } from './passkey-response.ts';
import type { VerificationJob, VerificationResult } from './passkey-verification.ts';
import type { Credential } from './passkeys.ts';

// Entry point of the thread that checks answers. The only file that knows @simplewebauthn/server.

async function verifyCreated({ answer, relyingParty }: Extract<VerificationJob, { is: 'created' }>) {
  const { id, clientDataJSON, attestationObject, transports } = answer.response;
  requireNoCertificates(attestationObject);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: answer.challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.host,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: true,
  });
  if (!registrationInfo) return undefined;
  const { credential } = registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: credential.publicKey,
    signCount: credential.counter,
    transports,
  } satisfies Credential;
}

/**
 * raan asks for no attestation, so an honest browser sends no certificates. To check those of an attacker, the library
 * may download revocation lists from addresses in them.
 */
function requireNoCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const isSelfSigned = attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (attestation.get('fmt') !== 'none' && !isSelfSigned) throw new Error('the passkey came with an attestation');
}

async function verifySigned({
  answer,
  relyingParty,
  publicKey,
  verifiesUser,
}: Extract<VerificationJob, { is: 'signed' }>) {
  const { id, userHandle: _, ...response } = answer.response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: response.clientDataJSON,
        authenticatorData: response.authenticatorData,
        signature: response.signature,
      },
    },
    expectedChallenge: answer.challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.host,
    credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 }, // raan compares it with the stored one
    requireUserVerification: verifiesUser,
  });
  return verified ? { signCount: authenticationInfo.newCounter } : undefined;
}

/** The library throws for every answer that is not valid. */
async function resultOf(job: VerificationJob): Promise<VerificationResult> {
  try {
    return job.is === 'created' ? await verifyCreated(job) : await verifySigned(job);
  } catch {
    return undefined;
  }
}

answerJobs(resultOf);
