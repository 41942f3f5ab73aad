import type { Child } from 'hono/jsx';
import { FieldIdPrefix, Post, PostButton, Submit, useForm } from '../../forms/inputs.tsx';
import { Confirm } from '../../page/components.tsx';
import { Dialog, DialogOpener } from '../../page/dialog.tsx';
import { listQuery } from './origin-list.tsx';
import type { SectionProps } from './section-props.ts';

interface ActionProps extends SectionProps {
  /** Below the order: `/cancel`. */
  path: string;
  label: Child;
  /** Text of the submit button; the label by default. */
  submit?: Child;
  danger?: boolean;
  files?: boolean;
  /** Expanding it collapses the other forms of the group. */
  group?: string;
  /** The fields. */
  children?: Child;
}

/** A button that expands the form of an action. Not shown if the account may not submit it. */
export function ActionForm({ context, order, open, path, label, submit, danger, files, group, children }: ActionProps) {
  const action = `/orders/${order.id}${path}`;
  if (!context.mayOpen(action, 'POST')) return null;
  const form = open?.path === action ? open.form : undefined;
  return (
    <Confirm label={label} danger={danger ?? false} open={form !== undefined} group={group}>
      <div id={formId(path)}>
        <Post action={action + listQuery(context)} form={form} files={files ?? false}>
          <FieldIdPrefix.Provider value={fieldPrefix(path)}>{children}</FieldIdPrefix.Provider>
          <Submit label={submit ?? label} />
        </Post>
      </div>
    </Confirm>
  );
}

const fieldPrefix = (path: string): string => `${path.slice(1).replaceAll('/', '-')}-`;
/** Id of the form or dialog of an action. */
export const formId = (path: string): string => `act-${path.slice(1).replaceAll('/', '-')}`;

/** Fields that are rarely needed, expanded if the form has errors. */
export const FoldedFields = ({ label, children }: { label: string; children: Child }) => (
  <details open={useForm()?.hasErrors}>
    <summary>{label}</summary>
    {children}
  </details>
);

type ButtonProps = SectionProps & { path: string; label: Child; main?: boolean };

/** A button for an action without fields or confirmation. */
export function ActionButton({ context, order, open, path, label, main }: ButtonProps) {
  const action = `/orders/${order.id}${path}`;
  return (
    <PostButton
      action={action + listQuery(context)}
      form={open?.path === action ? open.form : undefined}
      class={main ? undefined : 'secondary outline'}
      label={label}
    />
  );
}

/** The form of an action in a dialog, which a `DialogButton` opens. After an error it is a card on the page. */
export function ActionDialog({ context, order, open, path, label, submit, danger, files, children }: ActionProps) {
  const action = `/orders/${order.id}${path}`;
  if (!context.mayOpen(action, 'POST')) return null;
  const form = open?.path === action ? open.form : undefined;
  return (
    <Dialog id={formId(path)} title={label} isOpen={form !== undefined}>
      <Post action={action + listQuery(context)} form={form} files={files ?? false}>
        <FieldIdPrefix.Provider value={fieldPrefix(path)}>{children}</FieldIdPrefix.Provider>
        <Submit class={danger ? 'danger' : undefined} label={submit ?? label} />
      </Post>
    </Dialog>
  );
}

/** Opens the `ActionDialog` with this path. */
export const DialogButton = ({ path, ...props }: { path: string; label: Child; class?: string }) => (
  <DialogOpener id={formId(path)} {...props} />
);
