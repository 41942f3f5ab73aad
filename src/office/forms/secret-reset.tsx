import { parseDuration } from '../../lib/durations.ts';
import type { SecretUse } from '../../lib/secret-use.ts';
import { bilingual } from '../bilingual.ts';
import { Notice } from '../page/components.tsx';
import { agoText, minuteText, spanText } from '../page/format.ts';
import type { StoreContext } from '../request-context.ts';
import { fields, optionalChoice, optionalText } from './fields.ts';
import { SecretVersionField } from './idempotency.tsx';
import { Post, PostButton, SelectField, Submit } from './inputs.tsx';

// The form that resets the secret of a channel or courier, and what it shows while the old secret is still valid.

const PERIODS = ['1h', '1d', '7d', '30d'] as const;

const texts = bilingual({
  keepOld: ['ใช้รหัสลับเดิมต่อได้อีก', 'Keep the old secret'],
  keepNone: ['ไม่ได้ (ใช้ไม่ได้ทันที)', 'No (stops working immediately)'],
  both: [
    (until: string) => `รหัสลับเดิมยังใช้ได้จนถึง ${until}`,
    (until: string) => `The old secret is still valid until ${until}.`,
  ],
  use: [
    (old: string, current: string) => `ใช้รหัสลับเดิมล่าสุด: ${old} รหัสลับใหม่: ${current}`,
    (old: string, current: string) => `Last use of the old secret: ${old}. Of the new one: ${current}.`,
  ],
  never: ['ยังไม่เคย', 'never'],
  endNow: ['เลิกใช้รหัสลับเดิมทันที', 'End now'],
});

export const secretResetForm = fields({ version: optionalText(), keep_old_for: optionalChoice(PERIODS) });

/** Milliseconds. */
export const keepOldFor = (input: { keep_old_for?: (typeof PERIODS)[number] | undefined } | undefined): number =>
  input?.keep_old_for ? parseDuration(input.keep_old_for) : 0;

interface ResetProps {
  context: StoreContext;
  action: string;
  version: string;
  label: string;
}

export function SecretResetForm({ context: { language }, action, version, label }: ResetProps) {
  const t = texts(language);
  return (
    <Post action={action} plain>
      <SecretVersionField version={version} />
      <SelectField
        name="keep_old_for"
        label={t.keepOld}
        empty={t.keepNone}
        options={PERIODS.map((value) => ({ value, label: spanText(value, language) }))}
      />
      <Submit label={label} />
    </Post>
  );
}

/** Which secret is still in use, and a button that ends the old one. */
export function OldSecretNotice({ context, use, action }: { context: StoreContext; use: SecretUse; action: string }) {
  const t = texts(context.language);
  const { currentUseTime, old } = use;
  if (!old) return null;
  const ago = (time: number | null) => (time === null ? t.never : agoText(time, context.now, context.language));
  return (
    <Notice tone="warn">
      <p>{t.both(minuteText(old.endTime, context.language))}</p>
      <p>{t.use(ago(old.useTime), ago(currentUseTime))}</p>
      <PostButton action={action} class="secondary outline" label={t.endNow} />
    </Notice>
  );
}
