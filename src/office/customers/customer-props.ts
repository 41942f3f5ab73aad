import type { Customer } from '../../domain/orders/customers/customer.ts';
import type { Form } from '../forms/form.ts';
import type { StoreContext } from '../request-context.ts';

/** A submitted form with errors, shown on the page. */
export interface OpenCustomerForm {
  action: string;
  // biome-ignore lint/suspicious/noExplicitAny: every action has its own form
  form: Form<any>;
}

export interface CustomerProps {
  context: StoreContext;
  customer: Customer;
  open?: OpenCustomerForm | undefined;
}
