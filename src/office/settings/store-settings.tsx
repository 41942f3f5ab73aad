import { storeAddresses } from '../../domain/addresses.ts';
import { quotaUsed } from '../../domain/order-counters.ts';
import { changeSettings } from '../../domain/store-settings.ts';
import { count } from '../../lib/number-format.ts';
import { fields, flag, integer, text } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { CheckField, IntegerField, Post, PostButton, Submit, TextField } from '../forms/inputs.tsx';
import type { Page } from '../office-response.ts';
import { commonTexts } from '../page/common-texts.ts';
import { Confirm, Heading, Notice, Tag } from '../page/components.tsx';
import type { StoreContext } from '../request-context.ts';
import { formScreens, post, type Screen } from '../screen.ts';
import { paymentSettingTexts } from './payments/payment-setting-texts.ts';
import { settingsTexts } from './settings-texts.ts';

const PATH = '/settings/store';

const storeForm = fields({
  name: text(200),
  sell_below_zero: flag,
  vat_percent: integer(0, 100),
  order_quota: integer(),
});

export const storeScreens: readonly Screen[] = [
  ...formScreens(PATH, 'settings', {
    schema: storeForm,
    page: storePage,
    submit: async (context, input) => {
      const change = {
        name: input.name,
        sellBelowZero: input.sell_below_zero,
        vatPercent: input.vat_percent,
        orderQuota: input.order_quota,
      };
      await context.write((tx) => changeSettings(tx, context.store.id, change, context.act()));
      return context.redirect(PATH, commonTexts(context.language).saved);
    },
  }),
  post(`${PATH}/suspend`, 'settings', (context) => suspend(context, true)),
  post(`${PATH}/resume`, 'settings', (context) => suspend(context, false)),
];

async function suspend(context: StoreContext, suspended: boolean): Promise<Response> {
  await context.write((tx) => changeSettings(tx, context.store.id, { suspended }, context.act()));
  const t = settingsTexts(context.language);
  return context.redirect(PATH, suspended ? t.nowSuspended : t.resumed);
}

function storePage(context: StoreContext, form: Form<unknown>): Page {
  const t = settingsTexts(context.language);
  const { store } = context;
  return {
    title: t.store,
    body: (
      <>
        <Heading title={t.store} back={{ href: '/office/settings', label: t.settings }} />
        <MissingTaxIdNotice context={context} />
        <div class="with-side">
          <section class="card">
            <Post action={PATH} form={form}>
              <TextField name="name" label={t.name} hint={t.nameHint} value={store.name} required />
              <fieldset>
                <legend>{t.sellingGroup}</legend>
                <CheckField
                  name="sell_below_zero"
                  label={t.sellBelowZero}
                  hint={t.sellBelowZeroHint}
                  checked={store.sellBelowZero}
                />
                <div class="fields">
                  <IntegerField name="vat_percent" label={t.vat} hint={t.vatHint} value={store.vatPercent} />
                  <IntegerField name="order_quota" label={t.quota} hint={t.quotaHint} value={store.orderQuota} />
                </div>
              </fieldset>
              <Submit label={commonTexts(context.language).save} />
            </Post>
            <p class="hint">
              {t.paymentsElsewhere}{' '}
              <a href="/office/settings/payments">{paymentSettingTexts(context.language).title}</a>
            </p>
          </section>
          <div>
            <QuotaCard context={context} />
            <StatusCard context={context} />
          </div>
        </div>
      </>
    ),
  };
}

/** Warns early: without a tax ID, a store with VAT cannot issue receipts. */
function MissingTaxIdNotice({ context }: { context: StoreContext }) {
  const t = settingsTexts(context.language);
  const own = storeAddresses(context.db, context.store.id);
  if (context.store.vatPercent === 0 || own.some(({ legal_entity_id }) => legal_entity_id !== undefined)) return null;
  return (
    <Notice tone="warn">
      {t.vatLacksId}{' '}
      <a href={`/office/settings/addresses/${own[0]?.id ?? 'new'}#field-legal_entity_id`}>{t.addTaxId}</a>
    </Notice>
  );
}

function QuotaCard({ context }: { context: StoreContext }) {
  const t = settingsTexts(context.language);
  const { id, orderQuota } = context.store;
  const used = quotaUsed(context.db, id, context.now);
  return (
    <section class="card">
      <h2>{t.quotaUsed}</h2>
      <p class="quota">
        <strong class="number">{count(used)}</strong>{' '}
        {orderQuota > 0 ? t.quotaOf('', count(orderQuota)) : `(${t.unlimited})`}
      </p>
      {orderQuota > 0 && <progress value={Math.min(used, orderQuota)} max={orderQuota} aria-label={t.quotaUsed} />}
      {orderQuota > 0 && used >= orderQuota && <Notice tone="bad">{t.quotaFull}</Notice>}
    </section>
  );
}

function StatusCard({ context }: { context: StoreContext }) {
  const t = settingsTexts(context.language);
  if (context.store.suspended)
    return (
      <section class="card">
        <h2>
          {t.status} <Tag tone="bad">{t.suspended}</Tag>
        </h2>
        <p>{t.isSuspended}</p>
        <PostButton action={`${PATH}/resume`} label={t.resume} />
      </section>
    );
  return (
    <section class="card">
      <h2>
        {t.status} <Tag tone="good">{t.open}</Tag>
      </h2>
      <Confirm label={t.suspend}>
        <Post action={`${PATH}/suspend`}>
          <p>{t.suspendHint}</p>
          <Submit label={t.confirmSuspend} />
        </Post>
      </Confirm>
    </section>
  );
}
