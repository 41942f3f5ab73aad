import type { Child } from 'hono/jsx';
import type { Order } from '../../../domain/orders/read.ts';
import type { Form } from '../../forms/form.ts';
import { FieldsOf, Post, Submit } from '../../forms/inputs.tsx';
import { Confirm } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';

/** A form of an order's page that was sent and has faults. */
export interface OpenForm {
  /** Below `/office`. */
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: each action knows its own
  form: Form<any>;
}

/** What every section of an order's page is drawn from. */
export interface SectionProps {
  context: StoreContext;
  order: Order;
  open: OpenForm | undefined;
}

interface ActionProps extends SectionProps {
  /** Below the order: `/cancel`. */
  path: string;
  label: Child;
  /** What the button says that does it; the label where nothing else is said. */
  submit?: Child;
  danger?: boolean;
  files?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the fields are the caller's
  children?: (form: Form<any> | undefined) => Child;
}

/** Something that can be done: a button that opens its form. */
export function ActionForm({ context, order, open, path, label, submit, danger, files, children }: ActionProps) {
  const action = `/orders/${order.id}${path}`;
  const form = open?.path === action ? open.form : undefined;
  const place = path.slice(1).replaceAll('/', '-');
  return (
    <Confirm label={label} danger={danger ?? false} open={form !== undefined}>
      <div id={`act-${place}`}>
        <Post context={context} action={action} form={form} files={files ?? false}>
          <FieldsOf.Provider value={`${place}-`}>{children?.(form)}</FieldsOf.Provider>
          <Submit>{submit ?? label}</Submit>
        </Post>
      </div>
    </Confirm>
  );
}

/** The same without anything to fill in or to think over. */
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
