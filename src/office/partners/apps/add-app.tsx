import type * as v from 'valibot';
import { type App, addAppOnce } from '../../../domain/webhooks/apps.ts';
import { SIMULATED_URL } from '../../../domain/webhooks/simulated-url.ts';
import { fields, flag, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { IdempotencyKeyField, idempotencyKey } from '../../forms/idempotency.tsx';
import { CheckField, Post, Submit, TextField } from '../../forms/inputs.tsx';
import { keepSecret } from '../../forms/uncopied-secret.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { formScreens, type Screen } from '../../screen.ts';
import { appSecret, valuesOf } from './app-secret.tsx';
import { appTexts } from './app-texts.ts';

const ADD = '/partners/apps/new';

export const appForm = fields({
  name: text(100),
  url: optionalText(2_000),
  stock_available_updated: flag,
  order_updated: flag,
  product_updated: flag,
});

export const appAddScreens: readonly Screen[] = [
  ...formScreens(ADD, 'partners', {
    schema: appForm,
    page: addPage,
    submit: async (context, input, form) => {
      const t = appTexts(context.language);
      const fields = { ...appFields(input), storeId: context.store.id, key: idempotencyKey(form, 'app') };
      const app = await context.write((tx) => {
        const { app, isNew } = addAppOnce(tx, fields, context.now);
        if (isNew) keepSecret(tx, context, { kind: appSecret, owner: app, values: valuesOf(app) });
        return app;
      });
      return context.redirect(appSecret.pathOf(app), t.appAdded);
    },
    sensitive: true,
  }),
];

function addPage(context: StoreContext, form: Form<unknown>): Page {
  const t = appTexts(context.language);
  return {
    title: t.addApp,
    body: (
      <>
        <Heading title={t.addApp} back={{ href: '/office/partners/apps', label: t.apps }} />
        <section class="card form-only">
          {/* Without htmx, which would keep the page of the secret in its history. */}
          <Post action={ADD} form={form} plain>
            <IdempotencyKeyField form={form} kind="app" />
            <AppInputs context={context} />
            <Submit label={commonTexts(context.language).add} />
          </Post>
        </section>
      </>
    ),
  };
}

/** The form's values as domain fields. */
export const appFields = (input: v.InferOutput<typeof appForm>) => ({
  name: input.name,
  url: input.url ?? '',
  stockAvailableUpdated: input.stock_available_updated,
  orderUpdated: input.order_updated,
  productUpdated: input.product_updated,
});

export function AppInputs({ context, app }: { context: StoreContext; app?: App }) {
  const t = appTexts(context.language);
  return (
    <>
      <TextField name="name" label={t.name} hint={t.nameHint} value={app?.name} required />
      <TextField
        type="url"
        name="url"
        label={t.url}
        hint={context.store.sandboxOf === null ? t.urlHint : t.simulatedUrlHint(SIMULATED_URL)}
        value={app?.url}
      />
      <CheckField
        name="stock_available_updated"
        checked={app?.stockAvailableUpdated ?? true}
        label={t.stockEvent}
        hint={t.stockEventHint}
      />
      <CheckField
        name="order_updated"
        checked={app?.orderUpdated ?? false}
        label={t.orderEvent}
        hint={t.orderEventHint}
      />
      <CheckField
        name="product_updated"
        checked={app?.productUpdated ?? false}
        label={t.productEvent}
        hint={t.productEventHint}
      />
    </>
  );
}
