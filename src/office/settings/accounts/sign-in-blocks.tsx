import { liftSignInBlock, type SignInBlock, signInBlocksFor } from '../../../domain/accounts/throttle.ts';
import type { Page } from '../../answer.ts';
import { choice, fields, text } from '../../forms/fields.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { Time } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { postForm, type Screen } from '../../screen.ts';
import { accountTexts } from './account-texts.ts';
import { ACCOUNTS } from './one-time-password.tsx';

const UNBLOCK = `${ACCOUNTS}/lift`;
const blockForm = fields({ kind: choice(['name', 'address']), name: text(300) });

/** @param again the page to show if the form is invalid */
export const unblockScreen = (again: (context: StoreContext) => Page): Screen =>
  postForm(UNBLOCK, 'owner', blockForm, again, async (context, { kind, name }) => {
    const block = { storeId: context.store.id, kind, name };
    await context.write((tx) => liftSignInBlock(tx, context.account, block, context.now));
    return context.redirect(ACCOUNTS, accountTexts(context.language).unblocked(name));
  });

export const signInBlocksOf = (context: StoreContext): SignInBlock[] =>
  signInBlocksFor(context.db, context.account, context.store.id, context.now);

/** Blocked usernames and IP addresses, each with an unblock button. */
export function SignInBlocks({ context, blocks }: { context: StoreContext; blocks: readonly SignInBlock[] }) {
  const t = accountTexts(context.language);
  if (blocks.length === 0) return null;
  return (
    <section>
      <h2>{t.blocks}</h2>
      <p class="hint">{t.blocksHint}</p>
      <List
        rows={blocks}
        columns={(column) => [
          column(t.blocked, 'break', ({ name }) => name),
          column(t.kind, ({ kind }) => (kind === 'name' ? t.name : t.ipAddress)),
          column(t.until, ({ untilTime }) => <Time at={untilTime} />),
          column({ hidden: t.unblock }, ({ kind, name }) => (
            <Post action={UNBLOCK} class="in-row">
              <input type="hidden" name="kind" value={kind} />
              <input type="hidden" name="name" value={name} />
              <Submit class="secondary outline small" aria-label={`${t.unblock} ${name}`} label={t.unblock} />
            </Post>
          )),
        ]}
      />
    </section>
  );
}
