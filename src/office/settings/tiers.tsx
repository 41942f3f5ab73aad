import {
  addPriceTier,
  type PriceTier,
  priceTiers,
  removePriceTier,
  renamePriceTier,
  setDefaultTier,
  type TierUse,
  tierUses,
} from '../../domain/catalogue/price-tiers.ts';
import { notFound } from '../../lib/errors.ts';
import { count } from '../../lib/number-format.ts';
import { newKey } from '../../lib/secrets.ts';
import type { Form } from '../forms/form.ts';
import { PostButton } from '../forms/inputs.tsx';
import type { Page } from '../office-response.ts';
import { commonTexts } from '../page/common-texts.ts';
import { Empty, Heading, Tag } from '../page/components.tsx';
import { ExportMenu } from '../page/export-menu.tsx';
import { fileTexts, yesNo } from '../page/file-texts.ts';
import { List } from '../page/list.tsx';
import { type Columns, type ListFile, listFile } from '../page/list-file.ts';
import type { StoreContext } from '../request-context.ts';
import { fileScreens, formScreens, post, postForm, type Screen } from '../screen.ts';
import { settingsTexts } from './settings-texts.ts';
import { AddForm, nameForm, noFields, renamePage } from './warehouse-tier-forms.tsx';
import { warehouseTierTexts } from './warehouse-tier-texts.ts';

const PATH = '/settings/tiers';

export const tierScreens: readonly Screen[] = [
  ...formScreens(PATH, 'settings', {
    schema: nameForm,
    page: listPage,
    submit: async (context, { name }) => {
      const key = newKey('tier');
      await context.write((tx) => addPriceTier(tx, context.store.id, { key, name }));
      return context.redirect(PATH, warehouseTierTexts(context.language).added);
    },
  }),
  ...fileScreens(`${PATH}`, 'settings', tiersFile),
  ...formScreens(`${PATH}/:id`, 'settings', {
    schema: nameForm,
    page: editPage,
    submit: async (context, { name }) => {
      const { id } = requestedTier(context);
      await context.write((tx) => renamePriceTier(tx, context.store.id, id, name));
      return context.redirect(PATH, commonTexts(context.language).saved);
    },
  }),
  post(`${PATH}/:id/default`, 'settings', async (context) => {
    const { id } = requestedTier(context);
    await context.write((tx) => setDefaultTier(tx, context.store.id, id));
    return context.redirect(PATH, commonTexts(context.language).saved);
  }),
  postForm(`${PATH}/:id/remove`, 'settings', {
    schema: noFields,
    page: editError,
    submit: async (context) => {
      const { id } = requestedTier(context);
      await context.write((tx) => removePriceTier(tx, context.store.id, id));
      return context.redirect(PATH, warehouseTierTexts(context.language).removedTier);
    },
  }),
];

function tiersFile({ db, store, language }: StoreContext): ListFile {
  const t = warehouseTierTexts(language);
  const columns: Columns<PriceTier> = {
    [fileTexts(language).id]: ({ id }) => String(id),
    [t.key]: ({ key }) => key,
    [t.name]: ({ name }) => name,
    [t.isDefault]: ({ isDefault }) => yesNo(language, isDefault),
  };
  return listFile(t.tiers, priceTiers(db, store.id), columns, 'price-tiers');
}

function requestedTier(context: StoreContext): PriceTier {
  const id = context.id();
  const tier = priceTiers(context.db, context.store.id).find((candidate) => candidate.id === id);
  if (!tier) throw notFound('price_tier_not_found', { priceTier: id });
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
          {tiers.length > 0 && <ExportMenu href={`/office${PATH}`} />}
        </Heading>
        {tiers.length === 0 ? (
          <Empty title={t.noTier} hint={t.noTierHint} />
        ) : (
          <>
            <p class="hint">{t.tiersHint}</p>
            <TierTable context={context} tiers={tiers} />
          </>
        )}
        <AddForm context={context} path={PATH} title={t.addTier} label={t.tierName} form={form} />
      </>
    ),
  };
}

function TierTable({ context, tiers }: { context: StoreContext; tiers: readonly PriceTier[] }) {
  const t = warehouseTierTexts(context.language);
  const uses = tierUses(context.db, context.store.id);
  return (
    <List
      rows={tiers}
      columns={(column) => [
        column(t.name, ({ id, name }) => <a href={`/office${PATH}/${id}`}>{name}</a>),
        column(t.use, ({ id }) => useText(context, uses.get(id))),
        column({ hidden: t.isDefault }, 'actions', ({ id, name, isDefault }) =>
          isDefault ? (
            <Tag tone="good">{t.isDefault}</Tag>
          ) : (
            <PostButton
              action={`${PATH}/${id}/default`}
              class="secondary outline small"
              aria-label={`${t.makeDefault}: ${name}`}
              label={t.makeDefault}
            />
          ),
        ),
      ]}
    />
  );
}

function useText({ language }: StoreContext, { prices, channels }: TierUse = { prices: 0, channels: [] }): string {
  const t = warehouseTierTexts(language);
  const used = [...(prices > 0 ? [t.prices(count(prices))] : []), ...channels];
  return used.join(', ') || t.unused;
}

/** Shows why the price tier could not be removed. */
function editError(context: StoreContext, { error }: Form<unknown>): Page {
  return editPage(context, context.form(noFields), error);
}

function editPage(context: StoreContext, form: Form<unknown>, error?: string): Page {
  const t = warehouseTierTexts(context.language);
  const { id, name, key } = requestedTier(context);
  const use = useText(context, tierUses(context.db, context.store.id).get(id));
  const item = {
    name,
    key,
    path: `${PATH}/${id}`,
    back: { href: `/office${PATH}`, label: t.tiers },
    label: t.tierName,
    removal: { label: commonTexts(context.language).delete, hint: t.removeTierHint, submit: t.removeTier },
    details: ` · ${use === t.unused ? use : `${t.use}: ${use}`}`,
  };
  return renamePage(context, item, form, error);
}
