import type { Child } from 'hono/jsx';
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
  keepOld: ['ใช้รหัสลับเดิมต่อได้อีก', 'Keep the old secret for'],
  keepNone: ['ไม่ให้ใช้ต่อ (เลิกใช้ทันที)', 'Do not keep (stops working immediately)'],
  both: [
    (until: string) => `รหัสลับเดิมยังใช้ได้จนถึง ${until}`,
    (until: string) => `The old secret is still valid until ${until}.`,
  ],
  use: [
    (old: string, current: string) => `ใช้งานล่าสุด: รหัสลับเดิม ${old}, รหัสลับใหม่ ${current}`,
    (old: string, current: string) => `Last use of the old secret: ${old}. Of the new one: ${current}.`,
  ],
  never: ['ยังไม่เคย', 'never'],
  bothSign: [
    'การส่งทุกครั้งลงลายเซ็นด้วยรหัสลับใหม่ใน X-Service-Signature และรหัสลับเดิมใน X-Service-Signature-Old',
    'Deliveries carry a signature by the new secret in X-Service-Signature and one by the old secret in X-Service-Signature-Old.',
  ],
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

interface NoticeProps {
  context: StoreContext;
  action: string;
}

/** Notice about the secrets in use, with a button that ends the old one. */
export function OldSecretNotice({ context, action, use: { currentUseTime, old } }: NoticeProps & { use: SecretUse }) {
  const t = texts(context.language);
  if (!old) return null;
  const ago = (time: number | null) => (time === null ? t.never : agoText(time, context.now, context.language));
  return (
    <OldSecret context={context} action={action} endTime={old.endTime}>
      {t.use(ago(old.useTime), ago(currentUseTime))}
    </OldSecret>
  );
}

/** Notice about the old secret that still signs webhooks. */
export function OldSigningSecretNotice({ endTime, ...props }: NoticeProps & { endTime: number | null }) {
  if (endTime === null || endTime <= props.context.app.steadyNow()) return null;
  return (
    <OldSecret {...props} endTime={endTime}>
      {texts(props.context.language).bothSign}
    </OldSecret>
  );
}

function OldSecret({ context, action, endTime, children }: NoticeProps & { endTime: number; children: Child }) {
  const t = texts(context.language);
  return (
    <Notice tone="warn">
      <p>{t.both(minuteText(endTime, context.language))}</p>
      <p>{children}</p>
      <PostButton action={action} class="secondary outline" label={t.endNow} />
    </Notice>
  );
}
