import { countProducts } from '../../domain/catalogue/product-list.ts';
import type { Channel } from '../../domain/channels/channels.ts';
import { type Reset, resetNow, resetOf } from '../../domain/sandbox/reset-state.ts';
import { addTestChannel } from '../../domain/sandbox/sandbox.ts';
import { type Store, sandboxOf } from '../../domain/stores.ts';
import { notFound } from '../../lib/errors.ts';
import { count } from '../../lib/number-format.ts';
import { fields } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { IdempotencyKeyField, idempotencyKey } from '../forms/idempotency.tsx';
import { CsrfField, Post, PostButton, Submit } from '../forms/inputs.tsx';
import { keepSecret, type SecretKind, secretScreens } from '../forms/uncopied-secret.tsx';
import type { Page } from '../office-response.ts';
import { Facts, Heading } from '../page/components.tsx';
import { minuteText } from '../page/format.ts';
import type { StoreContext } from '../request-context.ts';
import { formScreens, post, type Screen } from '../screen.ts';
import { channelSecretPage, ofChannel } from './channels/channel-secret.tsx';
import { channelOfStore, PartnerTabs } from './partner-components.tsx';
import { partnerTexts } from './partner-texts.ts';
import { sandboxTexts } from './sandbox-texts.ts';

const PATH = '/partners/sandbox';

const POLL_SECONDS = 2;

/** The secret of a test channel. It belongs to the sandbox, not to the selected store. */
const testChannelSecret: SecretKind<Channel> = {
  ...ofChannel,
  path: `${PATH}/:id/secret`,
  access: 'partners',
  ownerIn: (context) => channelOfStore(context, sandboxOf(context.db, context.store.id)?.id),
  pathOf: ({ id }) => `${PATH}/${id}/secret`,
  nextOf: () => PATH,
  page: (context, channel, values) => channelSecretPage(context, { kind: testChannelSecret, channel, values }),
};

export const sandboxScreens: readonly Screen[] = [
  // its credentials read no customers, so the permission for partners is enough
  ...formScreens(PATH, 'partners', {
    schema: fields({}),
    page: sandboxPage,
    submit: async (context, _input, form) => {
      const key = idempotencyKey(form, 'channel');
      const wanted = { store: context.store, key, codes: context.app.config.values };
      const channel = await context.write((tx) => {
        const { channel, clientSecret, webhookSecret = '' } = addTestChannel(tx, wanted, context.now);
        const values = { client_secret: clientSecret ?? '', webhook_secret: webhookSecret };
        if (clientSecret !== undefined) keepSecret(tx, context, { kind: testChannelSecret, owner: channel, values });
        return channel;
      });
      return context.redirect(testChannelSecret.pathOf(channel), sandboxTexts(context.language).testChannelAdded);
    },
    sensitive: true,
  }),
  ...secretScreens(testChannelSecret),
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
          {/* Without htmx, which would keep the page of the secret in its history. */}
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
