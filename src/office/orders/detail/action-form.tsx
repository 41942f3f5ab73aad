import type { Child } from 'hono/jsx';
import type { Form } from '../../forms/form.ts';
import { FieldIdPrefix, Post, Submit } from '../../forms/inputs.tsx';
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
  // biome-ignore lint/suspicious/noExplicitAny: the fields are the caller's
  children?: (form: Form<any> | undefined) => Child;
}

/** A button that unfolds the form of an action. */
export function ActionForm({ context, order, open, path, label, submit, danger, files, children }: ActionProps) {
  const action = `/orders/${order.id}${path}`;
  const form = open?.path === action ? open.form : undefined;
  const place = path.slice(1).replaceAll('/', '-');
  return (
    <Confirm label={label} danger={danger ?? false} open={form !== undefined}>
      <div id={`act-${place}`}>
        <Post context={context} action={action} form={form} files={files ?? false}>
          <FieldIdPrefix.Provider value={`${place}-`}>{children?.(form)}</FieldIdPrefix.Provider>
          <Submit>{submit ?? label}</Submit>
        </Post>
      </div>
    </Confirm>
  );
}

/** A button for an action without fields or confirmation. */
export const ActionButton = ({
  context,
  order,
  path,
  label,
  main,
}: SectionProps & { path: string; label: Child; main?: boolean }) => (
  <Post context={context} action={`/orders/${order.id}${path}`}>
    <Submit class={main ? undefined : 'secondary outline'}>{label}</Submit>
  </Post>
);
