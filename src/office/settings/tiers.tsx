import {
  addPriceTier,
  type PriceTier,
  priceTiers,
  removePriceTier,
  renamePriceTier,
  setDefaultTier,
  tierUse,
} from '../../domain/catalogue/price-tiers.ts';
import { AppError } from '../../lib/errors.ts';
import { newKey } from '../../lib/secrets.ts';
import type { Page } from '../answer.ts';
import type { Form } from '../forms/form.ts';
import { PostButton } from '../forms/inputs.tsx';
import { commonTexts } from '../page/common-texts.ts';
import { CsvLink, Empty, Heading, Tag } from '../page/components.tsx';
import { csvFile } from '../page/downloads.ts';
import { count } from '../page/format.ts';
import { List } from '../page/list.tsx';
import type { StoreContext } from '../request-context.ts';
import { get, post, type Screen } from '../screen.ts';
import { settingsTexts } from './settings-texts.ts';
import { AddNamed, namedPage, nameForm, noFields } from './warehouse-tier-forms.tsx';
import { warehouseTierTexts } from './warehouse-tier-texts.ts';

const PATH = '/settings/tiers';

export const tierScreens: readonly Screen[] = [
  get(PATH, 'owner', (context) => listPage(context, context.form(nameForm))),
  get(`${PATH}.csv`, 'owner', ({ app, store }) =>
    csvFile(
      'price-tiers',
      ['id', 'key', 'name', 'default'],
      priceTiers(app.db, store.id).map(({ id, key, name, isDefault }) => [String(id), key, name, String(isDefault)]),
    ),
  ),
  post(PATH, 'owner', (context) => {
    const form = context.form(nameForm);
    const key = newKey('tier');
    return form.submit(
      async ({ name }) => {
        await context.write((tx) => addPriceTier(tx, context.store.id, { key, name }));
        return context.redirect(PATH, warehouseTierTexts(context.language).added);
      },
      () => listPage(context, form),
    );
  }),
  get(`${PATH}/:id`, 'owner', (context) => editPage(context, context.form(nameForm))),
  post(`${PATH}/:id`, 'owner', (context) => {
    const form = context.form(nameForm);
    const { id } = requestedTier(context);
    return form.submit(
      async ({ name }) => {
        await context.write((tx) => renamePriceTier(tx, context.store.id, id, name));
        return context.redirect(PATH, commonTexts(context.language).saved);
      },
      () => editPage(context, form),
    );
  }),
  post(`${PATH}/:id/default`, 'owner', async (context) => {
    const { id } = requestedTier(context);
    await context.write((tx) => setDefaultTier(tx, context.store.id, id));
    return context.redirect(PATH, commonTexts(context.language).saved);
  }),
  post(`${PATH}/:id/remove`, 'owner', (context) => {
    const form = context.form(noFields);
    const { id } = requestedTier(context);
    return form.submit(
      async () => {
        await context.write((tx) => removePriceTier(tx, context.store.id, id));
        return context.redirect(PATH, warehouseTierTexts(context.language).removedTier);
      },
      () => editPage(context, context.form(noFields), form.error),
    );
  }),
];

function requestedTier(context: StoreContext): PriceTier {
  const id = context.id();
  const tier = priceTiers(context.db, context.store.id).find((one) => one.id === id);
  if (!tier) throw new AppError('not_found', 'price_tier_not_found', { priceTier: id });
  return tier;
}

function listPage(context: StoreContext, form: Form<unknown>): Page {
  const t = warehouseTierTexts(context.language);
  const tiers = priceTiers(context.db, context.store.id);
  return {
    title: t.tiers,
    body: (
      <>
        <Heading title={t.tiers} back={{ href: '/office/settings', label: settingsTexts(context.language).settings }}>
          {tiers.length > 0 && <CsvLink href={`/office${PATH}.csv`} />}
        </Heading>
        {tiers.length === 0 ? (
          <Empty title={t.noTier} hint={t.noTierHint} />
        ) : (
          <>
            <p class="hint">{t.tiersHint}</p>
            <TierTable context={context} tiers={tiers} />
          </>
        )}
        <AddNamed context={context} path={PATH} title={t.addTier} label={t.tierName} form={form} />
      </>
    ),
  };
}

function TierTable({ context, tiers }: { context: StoreContext; tiers: readonly PriceTier[] }) {
  const t = warehouseTierTexts(context.language);
  return (
    <List
      rows={tiers}
      columns={(column) => [
        column(t.name, ({ id, name }) => <a href={`/office${PATH}/${id}`}>{name}</a>),
        column(t.use, ({ id }) => useText(context, id)),
        column({ hidden: t.isDefault }, 'actions', ({ id, name, isDefault }) =>
          isDefault ? (
            <Tag tone="good">{t.isDefault}</Tag>
          ) : (
            <PostButton
              action={`${PATH}/${id}/default`}
              class="secondary outline small"
              aria-label={`${t.makeDefault}: ${name}`}
            >
              {t.makeDefault}
            </PostButton>
          ),
        ),
      ]}
    />
  );
}

function useText({ app, language }: StoreContext, id: PriceTier['id']): string {
  const t = warehouseTierTexts(language);
  const { prices, channels } = tierUse(app.db, id);
  const used = [...(prices > 0 ? [t.prices(count(prices))] : []), ...channels];
  return used.join(', ') || t.unused;
}

/** @param error why the price tier could not be removed */
function editPage(context: StoreContext, form: Form<unknown>, error?: string): Page {
  const t = warehouseTierTexts(context.language);
  const { id, name, key } = requestedTier(context);
  const named = {
    name,
    key,
    path: `${PATH}/${id}`,
    back: { href: `/office${PATH}`, label: t.tiers },
    label: t.tierName,
    removal: { label: commonTexts(context.language).remove, about: t.removeTierHint, submit: t.removeTier },
    about: ` · ${t.use}: ${useText(context, id)}`,
  };
  return namedPage(context, named, form, error);
}
