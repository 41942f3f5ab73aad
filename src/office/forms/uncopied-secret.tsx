import type { WriteTx } from '../../context.ts';
import {
  confirmCopied,
  keepUntilCopied,
  type SecretValues,
  type UncopiedSecret,
  uncopiedSecret,
} from '../../domain/accounts/uncopied-secrets.ts';
import type { RequiredPermissions } from '../access.ts';
import { bilingual } from '../bilingual.ts';
import type { Page } from '../office-response.ts';
import { Notice } from '../page/components.tsx';
import type { StoreContext } from '../request-context.ts';
import { get, post, type Screen } from '../screen.ts';
import { PostButton } from './inputs.tsx';

// A form that makes a secret redirects to the page of the secret. The page shows it on every load, until its button
// confirms that it is copied (docs/decisions.md#secrets-that-are-shown-once).

const texts = bilingual({
  shown: [
    'หน้านี้แสดงรหัสลับจนกว่าจะกดปุ่ม และไม่เกิน 30 นาที หลังจากนั้นจะแสดงอีกไม่ได้ คัดลอกเก็บในที่ปลอดภัยก่อน',
    'The secret is visible until you press the button, for at most 30 minutes. After that it cannot be shown again. Copy it now and store it safely.',
  ],
  copied: ['คัดลอกแล้ว ไปต่อ', 'I have copied it'],
  gone: ['รหัสลับไม่แสดงแล้ว ถ้ายังไม่ได้คัดลอก ให้ออกใหม่', 'The secret is no longer shown. If you did not copy it, reset it.'],
  uncopied: ['มีรหัสลับที่ยังไม่ได้ยืนยันว่าคัดลอกแล้ว', 'You have not copied the new secret yet.'],
  show: ['แสดงรหัสลับ', 'Show secret'],
});

/** A kind of secret and its page. */
export interface SecretKind<Owner> {
  /** Path of the page. */
  path: string;
  access: RequiredPermissions | 'owner' | 'staff';
  /** The owner that the path names. @throws AppError not_found */
  ownerIn: (context: StoreContext) => Owner;
  /** The owner's id in the database, e.g. `channel 7`. */
  subjectOf: (owner: Owner) => string;
  /** The page of the owner's secret, below `/office`. */
  pathOf: (owner: Owner) => string;
  /** The page to continue to, below `/office`. */
  nextOf: (owner: Owner) => string;
  /** Whether the values are still in use: another session or a command may have reset them. */
  isCurrent: (context: StoreContext, owner: Owner, values: SecretValues) => boolean;
  /** Contains a `CopiedButton`. */
  page: (context: StoreContext, owner: Owner, values: SecretValues) => Page;
}

/** Lets the session show the values on their page. Call it in the transaction that makes the secret. */
export const keepSecret = <Owner,>(
  tx: WriteTx,
  context: StoreContext,
  { kind, owner, values }: { kind: SecretKind<Owner>; owner: Owner; values: SecretValues },
): void => keepUntilCopied(tx, nameOf(context, kind, owner), values, context.app.steadyNow());

/** The page of a secret, and its button. */
export const secretScreens = <Owner,>(kind: SecretKind<Owner>): readonly Screen[] => [
  get(
    kind.path,
    kind.access,
    (context: StoreContext) => {
      const owner = kind.ownerIn(context);
      const values = shownValues(context, kind, owner);
      if (values) return kind.page(context, owner, values);
      return context.redirect(kind.nextOf(owner), texts(context.language).gone);
    },
    { sensitive: (context) => shownValues(context, kind, kind.ownerIn(context)) !== undefined },
  ),
  post(`${kind.path}/copied`, kind.access, async (context: StoreContext) => {
    const owner = kind.ownerIn(context);
    await context.write((tx) => confirmCopied(tx, nameOf(context, kind, owner)));
    return context.redirect(kind.nextOf(owner));
  }),
];

const nameOf = <Owner,>({ token }: StoreContext, kind: SecretKind<Owner>, owner: Owner): UncopiedSecret => ({
  token,
  subject: kind.subjectOf(owner),
});

function shownValues<Owner>(context: StoreContext, kind: SecretKind<Owner>, owner: Owner): SecretValues | undefined {
  const values = uncopiedSecret(context.db, nameOf(context, kind, owner), context.app.steadyNow());
  return values && kind.isCurrent(context, owner, values) ? values : undefined;
}

interface Props<Owner> {
  context: StoreContext;
  kind: SecretKind<Owner>;
  owner: Owner;
}

/** How long the page shows the secret. */
export const ShownHint = ({ context }: { context: StoreContext }) => (
  <Notice tone="warn">{texts(context.language).shown}</Notice>
);

/** Confirms that the secret is copied and opens the next page. Not boosted: htmx would keep the page in its history. */
export const CopiedButton = <Owner,>({ context, kind, owner, label }: Props<Owner> & { label?: string }) => (
  <PostButton action={`${kind.pathOf(owner)}/copied`} plain label={label ?? texts(context.language).copied} />
);

/** On the page of the owner: leads back to a secret that is not confirmed as copied. */
export function UncopiedNotice<Owner>({ context, kind, owner }: Props<Owner>) {
  const t = texts(context.language);
  const path = kind.pathOf(owner);
  if (!context.mayOpen(path) || !shownValues(context, kind, owner)) return null;
  return (
    <Notice tone="warn">
      {t.uncopied}{' '}
      <a href={`/office${path}`} hx-boost="false">
        {t.show}
      </a>
    </Notice>
  );
}
