import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { type Account, listAccounts, mayChange, reachesEvery } from './accounts.ts';
import { currentSignInBlocks, isBlockOf, liftSignIn, type SignInBlock } from './throttle.ts';

/** What an owner who looks at a store sees of the blocks: addresses, and names; of one store only those he may change. */
export function signInBlocksFor(db: Reader, owner: Account, storeId: Id, now: number): SignInBlock[] {
  const blocks = currentSignInBlocks(db, now);
  if (reachesEvery(owner)) return blocks;
  const accounts = listAccounts(db, storeId).filter((account) => mayChange(owner, account));
  return blocks.filter((block) => block.kind === 'address' || accounts.some(({ name }) => isBlockOf(block, name)));
}

/** Lifts a block that `signInBlocksFor` shows. @throws AppError not_found where it has ended, or is not shown */
export function liftSignInBlock(
  tx: WriteTx,
  owner: Account,
  { storeId, kind, name }: Pick<SignInBlock, 'kind' | 'name'> & { storeId: Id },
  now: number,
): void {
  const block = signInBlocksFor(tx, owner, storeId, now).find((one) => one.kind === kind && one.name === name);
  if (!block) throw new AppError('not_found', 'not_blocked', { name });
  liftSignIn(tx, block);
}
