import type { Context } from '../../../../context.ts';
import type { WriteTx } from '../../../../db/write-tx.ts';
import type { Id } from '../../../../lib/ids.ts';
import { InFlight } from '../../../../lib/in-flight.ts';
import { message } from '../../../../lib/messages/message.ts';
import { courierConnection } from '../../../couriers/adapters/connection.ts';
import { existingPayment, slipIfAny } from '../payment-details.ts';
import { addTransferDetails } from '../payment-rows.ts';
import { matchingAccounts } from './mismatches.ts';
import { type SlipVerifier, slipVerifier, storesWithVerifier } from './slip-verifiers.ts';
import {
  type Confirmation,
  claimVerification,
  recordVerification,
  type Verification,
  verificationOf,
  verificationsDue,
  verificationsInFlight,
} from './verifications.ts';
import { type VerifyRequest, verifySlip } from './verify-request.ts';

const MAX_IN_FLIGHT = 4; // per store

/** Asks the services of stores about reported transfers. A slow service delays no other. */
export function verificationWorker(ctx: Context, { timeout }: { timeout?: number } = {}) {
  const connection = courierConnection(ctx.config.couriers.allow_networks);
  const inFlight = new InFlight<Id>(MAX_IN_FLIGHT);

  function startDue(storeId: Id): void {
    if (!inFlight.hasRoom(storeId)) return;
    for (const id of verificationsDue(ctx.db, { storeId, now: ctx.now(), limit: MAX_IN_FLIGHT }))
      if (!inFlight.has(id) && inFlight.hasRoom(storeId)) void inFlight.run(storeId, id, () => verify(storeId, id));
  }

  async function verify(storeId: Id, paymentId: Id): Promise<void> {
    try {
      const verifier = slipVerifier(ctx.db, storeId);
      const claim = verifier && (await ctx.write((tx) => claimVerification(tx, paymentId, ctx.now())));
      if (!claim) return;
      const result = await verifySlip({ connection, verifier, timeout }, requestOf(ctx, verifier, claim));
      await ctx.write((tx) => {
        const isStored = recordVerification(tx, claim, result, ctx.now());
        if (isStored && result.is === 'confirmed') fillTransfer(tx, storeId, paymentId, result.confirmation);
      });
    } catch (error) {
      ctx.log.error({ err: error, payment: paymentId }, 'verifying a slip failed');
    }
  }

  return {
    /** Starts the requests that are due. */
    verifyDue(): void {
      for (const storeId of storesWithVerifier(ctx.db)) startDue(storeId);
    },
    /** Repeats requests whose answer a crash has lost, or that could not be stored. */
    async recoverOrphans(): Promise<void> {
      const orphans = verificationsInFlight(ctx.db).filter((id) => !inFlight.has(id));
      if (orphans.length === 0) return;
      await ctx.write((tx) => {
        for (const id of orphans) repeat(tx, id, ctx.now());
      });
    },
    /** Resolves when nothing is in flight. */
    finish: (): Promise<void> => inFlight.finish(),
  };
}

function requestOf(ctx: Context, { sendsPicture }: SlipVerifier, { key, paymentId }: Verification): VerifyRequest {
  const { amount, sendingBank, reference } = existingPayment(ctx.db, paymentId);
  const slip = sendsPicture ? slipIfAny(ctx.db, paymentId) : undefined;
  return { key, amount, sendingBank, reference, slip, now: ctx.now() };
}

/** Time and account of the payment, unless they are known. */
function fillTransfer(tx: WriteTx, storeId: Id, paymentId: Id, confirmation: Confirmation): void {
  const [account, ...others] = matchingAccounts(tx, storeId, confirmation);
  const bankAccountId = others.length === 0 ? (account?.id ?? null) : null;
  addTransferDetails(tx, { paymentId, bankAccountId, payTime: confirmation.transferTime });
}

function repeat(tx: WriteTx, paymentId: Id, now: number): void {
  const lost = verificationOf(tx, paymentId);
  if (lost) recordVerification(tx, lost, { is: 'uncertain', reason: message('verifier_not_answered') }, now);
}
