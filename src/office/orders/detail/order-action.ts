import type * as v from 'valibot';
import type { WriteTx } from '../../../context.ts';
import type { Act } from '../../../domain/orders/history.ts';
import type { Order } from '../../../domain/orders/order.ts';
import type { Language } from '../../../lib/messages/catalogue.ts';
import { type Path, pathText } from '../../../lib/messages/path.ts';
import { type RequiredPermissions, requireAccess } from '../../access.ts';
import type { FieldName, Form } from '../../forms/form.ts';
import type { StoreContext } from '../../request-context.ts';
import { post, type Screen } from '../../screen.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { orderPage } from './order-page.tsx';
import { orderPath } from './origin-list.tsx';
import { requestedOrder } from './requested-order.ts';

interface OrderAction<Schema extends v.GenericSchema> {
  /** Below the order: `/cancel`, `/payments/:payment/confirm`. */
  path: string;
  /** Default: `orders`. */
  access?: RequiredPermissions;
  /** Additional access for this order. */
  accessFor?: (order: Order) => RequiredPermissions;
  form: Schema;
  /** Runs in the write transaction. */
  run: (tx: WriteTx, input: v.InferOutput<Schema>, action: ActionContext) => unknown;
  /** Message after success. */
  done: (t: ReturnType<typeof orderDetailTexts>, language: Language) => string;
  fieldOf?: (path: Path, form: Form<v.InferOutput<Schema>>) => FieldName | undefined;
}

interface ActionContext {
  context: StoreContext;
  order: Order;
  act: Act;
}

/** A POST route for an action on the order page: runs it and redirects to the page, or shows the form's errors there. */
export const orderAction = <Schema extends v.GenericSchema>({
  path,
  access = 'orders',
  accessFor = () => access,
  form: schema,
  run,
  done,
  fieldOf = pathText,
}: OrderAction<Schema>): Screen =>
  post(`/orders/:id${path}`, access, (context) => {
    const order = requestedOrder(context);
    requireAccess(context.account, accessFor(order));
    const form = context.form(schema);
    return form.submit(
      async (input) => {
        const act = context.act();
        await context.write((tx) => run(tx, input, { context, order, act }));
        const notice = done(orderDetailTexts(context.language), context.language);
        return context.redirect(orderPath(context, order.id), notice);
      },
      () => orderPage(context, requestedOrder(context), { path: context.request.path, form }),
      (problemPath) => fieldOf(problemPath, form),
    );
  });
