import type * as v from 'valibot';
import type { Context } from '../../../context.ts';
import type { Act } from '../../../domain/orders/history.ts';
import type { Order } from '../../../domain/orders/read.ts';
import type { FieldName, Form } from '../../forms/form.ts';
import type { StoreContext } from '../../request-context.ts';
import { post, type Screen } from '../../screen.ts';
import { texts } from './order-detail-texts.ts';
import { orderPage } from './order-page.tsx';
import { requestedOrder } from './requested-order.ts';

interface OrderAction<Schema extends v.GenericSchema> {
  /** Below the order: `/cancel`, `/payments/:payment/confirm`. */
  path: string;
  form: Schema;
  /** Finds what the path names. @throws AppError not_found */
  run: (db: Context['db'], wanted: v.InferOutput<Schema>, context: ActionContext) => unknown;
  done: (t: ReturnType<typeof texts>) => string;
  /** Bytes, where a file comes with it. */
  upload?: number;
  fieldOf?: (path: string, form: Form<v.InferOutput<Schema>>) => FieldName | undefined;
}

export interface ActionContext {
  context: StoreContext;
  order: Order;
  act: Act;
}

/** What can be done on an order's page: one verb of the domain, then the page again, with the faults where there are any. */
export const orderAction = <Schema extends v.GenericSchema>({
  path,
  form: schema,
  run,
  done,
  ...rest
}: OrderAction<Schema>): Screen =>
  post(
    `/orders/:id${path}`,
    'staff',
    (context) => {
      const order = requestedOrder(context);
      const form = context.form(schema);
      return form.submit(
        async (wanted) => {
          const act = context.act();
          await context.write((db) => run(db, wanted, { context, order, act }));
          return context.redirect(`/orders/${order.id}`, done(texts(context.language)));
        },
        () => orderPage(context, requestedOrder(context), { path: context.request.path, form }),
        (place) => (rest.fieldOf ? rest.fieldOf(place, form) : place),
      );
    },
    rest.upload === undefined ? {} : { upload: rest.upload },
  );
