import {
  addPriceTier,
  type PriceTier,
  priceTiers,
  removePriceTier,
  renamePriceTier,
  setDefaultTier,
  tierUse,
} from '../../domain/catalogue/places.ts';
import { Refusal } from '../../lib/errors.ts';
import { newKey } from '../../lib/secrets.ts';
import type { Page } from '../answer.ts';
import type { Form } from '../forms/form.ts';
import { Post, Submit } from '../forms/inputs.tsx';
import { csvFile } from '../page/downloads.ts';
import { count } from '../page/format.ts';
import { Empty, Heading, Tag } from '../page/parts.tsx';
import { words } from '../page/texts.ts';
import { get, post, type Screen } from '../screen.ts';
import type { Visit } from '../visit.ts';
import { settingsTexts } from './settings-texts.ts';
import { AddNamed, CsvLink, namedPage, nameForm, noFields } from './warehouse-tier-forms.tsx';
import { warehouseTierTexts } from './warehouse-tier-texts.ts';

const PATH = '/settings/tiers';

export const tierScreens: readonly Screen[] = [
  get(PATH, 'owner', (visit) => listPage(visit, visit.form(nameForm))),
  get(`${PATH}.csv`, 'owner', ({ ctx, store }) =>
    csvFile(
      'price-tiers',
      ['id', 'key', 'name', 'default'],
      priceTiers(ctx.db, store.id).map(({ id, key, name, isDefault }) => [String(id), key, name, String(isDefault)]),
    ),
  ),
  post(PATH, 'owner', (visit) => {
    const form = visit.form(nameForm);
    const key = newKey('tier');
    return form.submit(
      async ({ name }) => {
        await visit.ctx.write((db) => addPriceTier(db, visit.store.id, { key, name }));
        return visit.redirect(PATH, warehouseTierTexts(visit.language).added);
      },
      () => listPage(visit, form),
    );
  }),
  get(`${PATH}/:id`, 'owner', (visit) => editPage(visit, visit.form(nameForm))),
  post(`${PATH}/:id`, 'owner', (visit) => {
    const form = visit.form(nameForm);
    const { id } = known(visit);
    return form.submit(
      async ({ name }) => {
        await visit.ctx.write((db) => renamePriceTier(db, visit.store.id, id, name));
        return visit.redirect(PATH, words(visit.language).saved);
      },
      () => editPage(visit, form),
    );
  }),
  post(`${PATH}/:id/default`, 'owner', async (visit) => {
    const { id } = known(visit);
    await visit.ctx.write((db) => setDefaultTier(db, visit.store.id, id));
    return visit.redirect(PATH, words(visit.language).saved);
  }),
  post(`${PATH}/:id/remove`, 'owner', (visit) => {
    const form = visit.form(noFields);
    const { id } = known(visit);
    return form.submit(
      async () => {
        await visit.ctx.write((db) => removePriceTier(db, visit.store.id, id));
        return visit.redirect(PATH, warehouseTierTexts(visit.language).removedTier);
      },
      () => editPage(visit, visit.form(noFields), form.fault),
    );
  }),
];

function known(visit: Visit): PriceTier {
  const id = visit.id();
  const tier = priceTiers(visit.ctx.db, visit.store.id).find((one) => one.id === id);
  if (!tier) throw new Refusal('not_found', `the store has no price tier ${id}`);
  return tier;
}

function listPage(visit: Visit, form: Form<unknown>): Page {
  const t = warehouseTierTexts(visit.language);
  const tiers = priceTiers(visit.ctx.db, visit.store.id);
  return {
    title: t.tiers,
    body: (
      <>
        <Heading title={t.tiers} back={{ href: '/office/settings', label: settingsTexts(visit.language).settings }}>
          {tiers.length > 0 && <CsvLink href={`/office${PATH}.csv`} />}
        </Heading>
        {tiers.length === 0 ? (
          <Empty title={t.noTier}>
            <p>{t.aboutNoTier}</p>
          </Empty>
        ) : (
          <>
            <p class="hint">{t.aboutTiers}</p>
            <TierTable visit={visit} tiers={tiers} />
          </>
        )}
        <AddNamed visit={visit} path={PATH} title={t.addTier} label={t.tierName} form={form} />
      </>
    ),
  };
}

function TierTable({ visit, tiers }: { visit: Visit; tiers: readonly PriceTier[] }) {
  const t = warehouseTierTexts(visit.language);
  return (
    <table class="list">
      <thead>
        <tr>
          <th>{t.name}</th>
          <th>{t.use}</th>
          <th>
            <span class="unseen">{t.isDefault}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tiers.map(({ id, name, isDefault }) => (
          <tr>
            <th scope="row">
              <a href={`/office${PATH}/${id}`}>{name}</a>
            </th>
            <td data-label={t.use}>{useText(visit, id)}</td>
            <td class="actions">
              {isDefault ? (
                <Tag tone="good">{t.isDefault}</Tag>
              ) : (
                <Post visitor={visit} action={`${PATH}/${id}/default`}>
                  <Submit class="secondary outline small" aria-label={`${t.makeDefault}: ${name}`}>
                    {t.makeDefault}
                  </Submit>
                </Post>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useText({ ctx, language }: Visit, id: PriceTier['id']): string {
  const t = warehouseTierTexts(language);
  const { prices, channels } = tierUse(ctx.db, id);
  const used = [...(prices > 0 ? [t.prices(count(prices))] : []), ...channels];
  return used.join(', ') || t.unused;
}

/** @param refused why it cannot be removed */
function editPage(visit: Visit, form: Form<unknown>, refused?: string): Page {
  const t = warehouseTierTexts(visit.language);
  const { id, name, key } = known(visit);
  const named = {
    name,
    key,
    path: `${PATH}/${id}`,
    back: { href: `/office${PATH}`, label: t.tiers },
    label: t.tierName,
    removal: { label: words(visit.language).remove, about: t.aboutRemoveTier, submit: t.removeTier },
    about: ` · ${t.use}: ${useText(visit, id)}`,
  };
  return namedPage(visit, named, form, refused);
}
