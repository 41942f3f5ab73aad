import { countProducts } from '../../domain/catalogue/product-list.ts';
import { type Reset, resetNow, resetOf } from '../../domain/sandbox/reset-state.ts';
import { addTestChannel } from '../../domain/sandbox/sandbox.ts';
import { type Store, sandboxOf } from '../../domain/stores.ts';
import { notFound } from '../../lib/errors.ts';
import { count } from '../../lib/number-format.ts';
import { fields } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { IdempotencyKeyField, idempotencyKey } from '../forms/idempotency.tsx';
import { CsrfField, Post, PostButton, Submit } from '../forms/inputs.tsx';
import type { Page } from '../office-response.ts';
import { Facts, Heading } from '../page/components.tsx';
import { minuteText } from '../page/format.ts';
import type { StoreContext } from '../request-context.ts';
import { formScreens, post, type Screen } from '../screen.ts';
import { channelSecretPage } from './channels/add-channel.tsx';
import { PartnerTabs } from './partner-components.tsx';
import { partnerTexts } from './partner-texts.ts';
import { sandboxTexts } from './sandbox-texts.ts';

const PATH = '/partners/sandbox';

const POLL_SECONDS = 2;

export const sandboxScreens: readonly Screen[] = [
  ...formScreens(
    PATH,
    'partners', // its credentials read no customers
    fields({}),
    sandboxPage,
    async (context, _input, form) => {
      const key = idempotencyKey(form, 'channel');
      const wanted = { store: context.store, key, codes: context.app.config.values };
      const added = await context.write((tx) => addTestChannel(tx, wanted, context.now));
      if (added.clientSecret === undefined) return context.redirect(PATH, partnerTexts(context.language).channelExists);
      const { channel, clientSecret, webhookSecret } = added;
      const title = sandboxTexts(context.language).testChannelAdded;
      return channelSecretPage(context, { channel, clientSecret, webhookSecret }, title, `/office${PATH}`);
    },
    { sensitive: true },
  ),
  post(`${PATH}/reset`, 'partners', async (context) => {
    const { store, db, now } = context;
    const sandbox = sandboxOf(db, store.id);
    if (!sandbox) throw notFound('store_has_no_sandbox', { store: store.key });
    await context.write((tx) => resetNow(tx, sandbox.id, now));
    return context.redirect(PATH, sandboxTexts(context.language).resetting);
  }),
];

function sandboxPage(context: StoreContext, form: Form<unknown>): Page {
  const t = sandboxTexts(context.language);
  if (context.store.sandboxOf !== null) return notForSandbox(context);
  const sandbox = sandboxOf(context.db, context.store.id);
  const reset = sandbox && resetOf(context.db, sandbox.id);
  const isCopying = reset !== undefined && reset.step !== 'done';
  return {
    title: t.sandbox,
    ...(isCopying && { refreshEvery: POLL_SECONDS }),
    body: (
      <>
        <Heading title={partnerTexts(context.language).partners} />
        <PartnerTabs context={context} current="sandbox" />
        <section class="card">
          <p>{t.about}</p>
          {/* Without htmx, which would keep the page with the secret in its history. */}
          <Post action={PATH} form={form} plain>
            <IdempotencyKeyField form={form} kind="channel" />
            <Submit label={t.addTestChannel} />
          </Post>
        </section>
        {sandbox && reset && <SandboxStatus context={context} sandbox={sandbox} reset={reset} />}
      </>
    ),
  };
}

/** A sandbox has no sandbox of its own. */
const notForSandbox = (context: StoreContext): Page => ({
  title: sandboxTexts(context.language).sandbox,
  body: (
    <>
      <Heading title={partnerTexts(context.language).partners} />
      <PartnerTabs context={context} current="channels" />
      <p class="hint">{sandboxTexts(context.language).banner}</p>
    </>
  ),
});

function SandboxStatus({ context, sandbox, reset }: { context: StoreContext; sandbox: Store; reset: Reset }) {
  const t = sandboxTexts(context.language);
  const products = count(countProducts(context.db, sandbox.id));
  const isDeleting = reset.step === 'orders' || reset.step === 'addresses';
  const copied = reset.step === 'done' ? t.ready(products) : t.copying(products);
  const state = isDeleting ? t.deletingOrders : copied;
  const poll = reset.step !== 'done' && {
    'hx-get': `/office${PATH}`,
    'hx-trigger': `every ${POLL_SECONDS}s`,
    'hx-select': '#sandbox',
    'hx-swap': 'outerMorph',
  };
  return (
    <section class="card" id="sandbox" {...poll}>
      <Facts
        facts={[
          [t.store, sandbox.name],
          [t.state, <span role="status">{state}</span>],
          [t.nextReset, minuteText(reset.nextTime, context.language)],
        ]}
      />
      <p class="hint">{t.openHint}</p>
      <div class="actions">
        <form method="post" action="/office/store" hx-boost="false">
          <CsrfField />
          <input type="hidden" name="store_id" value={String(sandbox.id)} />
          <Submit label={t.open} />
        </form>
        {reset.step === 'done' && <PostButton action={`${PATH}/reset`} label={t.resetNow} class="secondary outline" />}
      </div>
    </section>
  );
}
