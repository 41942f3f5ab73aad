import type { SecretValues } from '../../domain/accounts/uncopied-secrets.ts';
import { listProducts } from '../../domain/catalogue/product-list.ts';
import { productPart } from '../../domain/catalogue/product-part.ts';
import { hasProducts } from '../../domain/catalogue/variant-search.ts';
import { addChannelOnce, type Channel, listChannels } from '../../domain/channels/channels.ts';
import { apiCommand, orderExample, tokenCommand } from '../../domain/channels/curl-examples.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { fields, text } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { IdempotencyKeyField, idempotencyKey } from '../forms/idempotency.tsx';
import { Post, Submit, TextField } from '../forms/inputs.tsx';
import {
  CopiedButton,
  keepSecret,
  type SecretKind,
  ShownHint,
  secretScreens,
  UncopiedNotice,
} from '../forms/uncopied-secret.tsx';
import type { Page } from '../office-response.ts';
import { commonTexts } from '../page/common-texts.ts';
import { ButtonLink, CopyButton, Facts, Notice } from '../page/components.tsx';
import { ofChannel } from '../partners/channels/channel-secret.tsx';
import { Copyable, ForDevelopers, requestedChannel } from '../partners/partner-components.tsx';
import { partnerTexts } from '../partners/partner-texts.ts';
import type { StoreContext } from '../request-context.ts';
import { formScreens, type Screen } from '../screen.ts';
import { StepCard, StepItem } from '../today/first-steps.tsx';
import { todayTexts } from '../today/today-texts.ts';
import { firstRunTexts } from './first-run-texts.ts';
import { pathOf, wizardPage } from './wizard.tsx';

const PATH = pathOf('channel');

const channelForm = fields({ name: text(100) });

/** The secret of the wizard's channel, with calls to try. */
const firstChannelSecret: SecretKind<Channel> = {
  ...ofChannel,
  path: `${PATH}/:id/secret`,
  access: 'owner',
  ownerIn: requestedChannel,
  pathOf: ({ id }) => `${PATH}/${id}/secret`,
  nextOf: () => '/',
  page: readyPage,
};

/** The last step: what to do next and, as an option, the first channel. */
export const channelStepScreens: readonly Screen[] = [
  ...formScreens(PATH, 'owner', {
    schema: channelForm,
    page: channelPage,
    submit: async (context, { name }, form) => {
      const key = idempotencyKey(form, 'channel');
      const fields = { storeId: context.store.id, key, name, ownOrdersOnly: true };
      const channel = await context.write((tx) => {
        const { channel, clientSecret: client_secret } = addChannelOnce(tx, fields, context.now);
        if (client_secret !== undefined)
          keepSecret(tx, context, { kind: firstChannelSecret, owner: channel, values: { client_secret } });
        return channel;
      });
      return context.redirect(firstChannelSecret.pathOf(channel));
    },
    sensitive: true,
  }),
  ...secretScreens(firstChannelSecret),
];

function channelPage(context: StoreContext, form: Form<unknown>): Page {
  const t = firstRunTexts(context.language);
  const channels = listChannels(context.db, context.store.id);
  return wizardPage(context, 'channel', {
    title: t.channelTitle,
    next: { path: '', label: t.toOffice },
    body: (
      <>
        <NextSteps context={context} />
        {channels.length > 0 && (
          <Notice>
            {t.channelsExist} <strong>{channels.map(({ name }) => name).join(', ')}</strong>
          </Notice>
        )}
        {channels.map((channel) => (
          <UncopiedNotice context={context} kind={firstChannelSecret} owner={channel} />
        ))}
        <section class="card">
          <h2>
            {t.firstPartner} ({commonTexts(context.language).optional})
          </h2>
          <p class="hint">{t.channelHint}</p>
          {/* Without htmx, which would keep the page of the secret in its history. */}
          <Post action={PATH} form={form} plain>
            <IdempotencyKeyField form={form} kind="channel" />
            <TextField name="name" label={t.channelName} value={t.channelExample} required />
            <Submit class="secondary outline" label={t.createChannel} />
          </Post>
        </section>
      </>
    ),
  });
}

function NextSteps({ context }: { context: StoreContext }) {
  const t = firstRunTexts(context.language);
  const today = todayTexts(context.language);
  const isStocked = hasProducts(context.db, context.store.id);
  return (
    <StepCard title={t.nextSteps}>
      <StepItem title={t.addPictured} hint={t.addPicturedHint} done={isStocked && today.done}>
        <ButtonLink href="/office/products/new" icon="plus" main label={today.startProducts} />
      </StepItem>
      <StepItem title={today.startOrder} hint={today.startOrderHint} done={false}>
        <ButtonLink href="/office/orders/new" icon="plus" main={isStocked} label={today.newOrder} />
      </StepItem>
    </StepCard>
  );
}

function readyPage(context: StoreContext, channel: Channel, { client_secret: clientSecret = '' }: SecretValues): Page {
  const t = firstRunTexts(context.language);
  const partner = partnerTexts(context.language);
  return wizardPage(context, 'channel', {
    title: t.readyTitle,
    body: (
      <>
        <ShownHint context={context} />
        <section class="card">
          <Facts
            facts={[
              [t.channelName, channel.name],
              [partner.clientId, <Copyable id="client-id">{channel.clientId}</Copyable>],
              [partner.secret, <Copyable id="client-secret">{clientSecret}</Copyable>],
            ]}
          />
        </section>
        <ForDevelopers>
          <p class="hint">{t.tryApiHint}</p>
          {exampleCalls(context, { clientId: channel.clientId, clientSecret }).map(([title, call], i) => (
            <Call id={`call-${i + 1}`} title={title} call={call} />
          ))}
        </ForDevelopers>
        <CopiedButton context={context} kind={firstChannelSecret} owner={channel} label={t.copiedToOffice} />
      </>
    ),
  });
}

function Call({ id, title, call }: { id: string; title: string; call: string }) {
  return (
    <div class="call">
      <div class="call-head">
        <h3>{title}</h3>
        <CopyButton targetId={id} />
      </div>
      <pre>
        <code id={id}>{call}</code>
      </pre>
    </div>
  );
}

/** Example API calls: a token, the products and, if there are any, an order. */
function exampleCalls(
  context: StoreContext,
  credentials: { clientId: string; clientSecret: string },
): [title: string, call: string][] {
  const t = firstRunTexts(context.language);
  const { origin } = context.request;
  const variantId = firstVariant(context);
  const trial = variantId === undefined ? undefined : orderExample(idText(variantId), 'trial-1');
  return [
    [t.getToken, tokenCommand(origin, credentials)],
    [t.listProducts, apiCommand(origin, 'product/list', { limit: 5, get_count: true })],
    ...(trial ? [[t.createOrder, apiCommand(origin, 'order/create', trial)] as [string, string]] : []),
  ];
}

function firstVariant({ app: { db }, store }: StoreContext): Id | undefined {
  const { products } = listProducts(db, store.id, { limit: 1, offset: 0, sortBy: 'id', descending: false });
  return products[0] && productPart(db, store.id, products[0].id, { limit: 1, offset: 0 })?.variants[0]?.id;
}
