import type { Context } from '../../context.ts';
import { AppError } from '../../lib/errors.ts';
import type { CallBack, CallBackRequest, CourierAdapter } from './adapters/adapter.ts';
import type { Courier } from './couriers.ts';
import { deleteEndedCourierSecrets, markSecretUsed, type OldSecret, storedOldSecret } from './old-secrets.ts';

const MINUTE = 60_000;

type Read = CourierAdapter['readCallBack'];

/**
 * Reads a callback that is signed with the courier's secret or, after a reset that keeps it, the old one.
 * @throws AppError as `readCallBack` of the adapter
 */
export async function readWithEitherSecret(
  ctx: Context,
  { courier, read, request }: { courier: Courier; read: Read; request: CallBackRequest },
): Promise<readonly CallBack[]> {
  const old = await validOldSecret(ctx, courier);
  if (!old) return read(request);
  const { callBacks, isOld } = tryBoth(read, request, old);
  const now = ctx.steadyNow();
  const lastUse = (isOld ? old.useTime : old.currentUseTime) ?? 0;
  if (now - lastUse >= MINUTE) await ctx.write((tx) => markSecretUsed(tx, courier.id, { isOld, now }));
  return callBacks;
}

/** Deletes it if it has ended, so that it is not valid again if the clock steps back. */
async function validOldSecret(ctx: Context, { id }: Courier): Promise<OldSecret | undefined> {
  const old = storedOldSecret(ctx.db, id);
  const now = ctx.steadyNow();
  if (!old || now < old.endTime) return old;
  await ctx.write((tx) => deleteEndedCourierSecrets(tx, now));
  return undefined;
}

function tryBoth(read: Read, request: CallBackRequest, { secret }: OldSecret) {
  try {
    return { callBacks: read(request), isOld: false };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'invalid_token')) throw error;
    return { callBacks: read(request, secret), isOld: true };
  }
}
