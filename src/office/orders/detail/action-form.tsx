import type { Child } from 'hono/jsx';
import { FieldIdPrefix, Post, PostButton, Submit, useForm } from '../../forms/inputs.tsx';
import { Confirm } from '../../page/components.tsx';
import type { SectionProps } from './section-props.ts';

interface ActionProps extends SectionProps {
  /** Below the order: `/cancel`. */
  path: string;
  label: Child;
  /** Text of the submit button; the label by default. */
  submit?: Child;
  danger?: boolean;
  files?: boolean;
  /** The fields. */
  children?: Child;
}

/** A button that unfolds the form of an action. Not shown if the account may not submit it. */
export function ActionForm({ context, order, open, path, label, submit, danger, files, children }: ActionProps) {
  const action = `/orders/${order.id}${path}`;
  if (!context.mayOpen(action, 'POST')) return null;
  const form = open?.path === action ? open.form : undefined;
  const idSuffix = path.slice(1).replaceAll('/', '-');
  return (
    <Confirm label={label} danger={danger ?? false} open={form !== undefined}>
      <div id={`act-${idSuffix}`}>
        <Post action={action} form={form} files={files ?? false}>
          <FieldIdPrefix.Provider value={`${idSuffix}-`}>{children}</FieldIdPrefix.Provider>
          <Submit label={submit ?? label} />
        </Post>
      </div>
    </Confirm>
  );
}

/** Fields that are rarely needed, unfolded if the form has errors. */
export const FoldedFields = ({ label, children }: { label: string; children: Child }) => (
  <details open={useForm()?.hasErrors}>
    <summary>{label}</summary>
    {children}
  </details>
);

type ButtonProps = SectionProps & { path: string; label: Child; main?: boolean };

/** A button for an action without fields or confirmation. */
export function ActionButton({ order, open, path, label, main }: ButtonProps) {
  const action = `/orders/${order.id}${path}`;
  return (
    <PostButton
      action={action}
      form={open?.path === action ? open.form : undefined}
      class={main ? undefined : 'secondary outline'}
      label={label}
    />
  );
}
