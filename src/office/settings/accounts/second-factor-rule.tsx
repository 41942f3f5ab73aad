import type { Account } from '../../../domain/accounts/accounts.ts';
import { lacksSecondFactor, secondFactorsOf } from '../../../domain/accounts/second-factor.ts';
import { requireSecondFactor, requiresSecondFactor } from '../../../domain/accounts/second-factor-rule.ts';
import { choice, fields } from '../../forms/fields.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { Confirm, Tag } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { post, type Screen } from '../../screen.ts';
import { ACCOUNTS } from './one-time-password.tsx';
import { secondFactorTexts } from './second-factor-texts.ts';

const RULE = `${ACCOUNTS}/require-second-factor`;

const ruleForm = fields({ required: choice(['yes', 'no']) });

export const secondFactorRuleScreen: Screen = post(
  RULE,
  'owner',
  async (context) => {
    const { value } = context.form(ruleForm);
    if (!value) return context.redirect(ACCOUNTS);
    const required = value.required === 'yes';
    await context.write((tx) => requireSecondFactor(tx, context.store.id, required));
    const t = secondFactorTexts(context.language);
    return context.redirect(ACCOUNTS, required ? t.nowRequired : t.nowOptional);
  },
  { sensitive: true },
);

/** Whether the store requires a second factor from everyone, with the button that changes it. */
export function SecondFactorRule({ context }: { context: StoreContext }) {
  const t = secondFactorTexts(context.language);
  const isRequired = requiresSecondFactor(context.db, context.store.id);
  const label = isRequired ? t.stopRequiring : t.require;
  return (
    <section class="card">
      <h2>
        {t.everyone} <Tag tone={isRequired ? 'good' : 'plain'}>{isRequired ? t.isRequired : t.isOptional}</Tag>
      </h2>
      <p class="hint">{t.everyoneHint}</p>
      <Confirm label={label} danger={isRequired}>
        <Post action={RULE} plain>
          <input type="hidden" name="required" value={isRequired ? 'no' : 'yes'} />
          <Submit class={isRequired ? 'danger' : undefined} label={label} />
        </Post>
      </Confirm>
    </section>
  );
}

/** The second factors of the account, or the missing required one. */
export function SecondFactorTag({ context, account }: { context: StoreContext; account: Account }) {
  const t = secondFactorTexts(context.language);
  const { app, passkeys } = secondFactorsOf(context.db, account.id);
  if (lacksSecondFactor(context.db, account)) return <Tag tone="warn">{t.missing}</Tag>;
  return (
    <>
      {app && <Tag>{t.app}</Tag>} {passkeys > 0 && <Tag>{`${t.passkeys} ${passkeys}`}</Tag>}
    </>
  );
}
