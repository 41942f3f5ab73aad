import {
  addWarehouse,
  moveWarehouse,
  removedWarehouses,
  removeWarehouse,
  renameWarehouse,
  restoreWarehouse,
  type Warehouse,
  warehouses,
} from '../../domain/catalogue/places.ts';
import { Refusal } from '../../lib/errors.ts';
import { newKey } from '../../lib/secrets.ts';
import type { Page } from '../answer.ts';
import type { Form } from '../forms/form.ts';
import { Post, Submit } from '../forms/inputs.tsx';
import { csvFile } from '../page/downloads.ts';
import { Empty, Heading, Notice, Tag } from '../page/parts.tsx';
import { words } from '../page/texts.ts';
import { get, post, type Screen } from '../screen.ts';
import type { Visit } from '../visit.ts';
import { settingsTexts } from './settings-texts.ts';
import { AddNamed, CsvLink, namedPage, nameForm, noFields } from './warehouse-tier-forms.tsx';
import { warehouseTierTexts } from './warehouse-tier-texts.ts';

const PATH = '/settings/warehouses';

export const warehouseScreens: readonly Screen[] = [
  get(PATH, 'owner', (visit) => listPage(visit, visit.form(nameForm))),
  get(`${PATH}.csv`, 'owner', ({ ctx, store }) =>
    csvFile(
      'warehouses',
      ['position', 'id', 'key', 'name'],
      warehouses(ctx.db, store.id).map(({ id, key, name }, i) => [i + 1, String(id), key, name]),
    ),
  ),
  post(PATH, 'owner', (visit) => {
    const form = visit.form(nameForm);
    const key = newKey('warehouse');
    return form.submit(
      async ({ name }) => {
        await visit.ctx.write((db) => addWarehouse(db, visit.store.id, { key, name }));
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
        await visit.ctx.write((db) => renameWarehouse(db, visit.store.id, id, name));
        return visit.redirect(PATH, words(visit.language).saved);
      },
      () => editPage(visit, form),
    );
  }),
  post(`${PATH}/:id/up`, 'owner', (visit) => move(visit, -1)),
  post(`${PATH}/:id/down`, 'owner', (visit) => move(visit, 1)),
  post(`${PATH}/:id/remove`, 'owner', (visit) => {
    const form = visit.form(noFields);
    const { id } = known(visit);
    return form.submit(
      async () => {
        await visit.ctx.write((db) => removeWarehouse(db, visit.store.id, id, visit.now));
        return visit.redirect(PATH, warehouseTierTexts(visit.language).removedWarehouse);
      },
      () => editPage(visit, visit.form(noFields), form.fault),
    );
  }),
  post(`${PATH}/:id/restore`, 'owner', (visit) => {
    const form = visit.form(noFields);
    const id = visit.id();
    return form.submit(
      async () => {
        await visit.ctx.write((db) => restoreWarehouse(db, visit.store.id, id));
        return visit.redirect(PATH, warehouseTierTexts(visit.language).restored);
      },
      () => listPage(visit, visit.form(noFields), form.fault),
    );
  }),
];

async function move(visit: Visit, by: -1 | 1): Promise<Response> {
  const id = visit.id();
  await visit.ctx.write((db) => moveWarehouse(db, visit.store.id, id, by));
  return visit.redirect(PATH);
}

function known(visit: Visit): Warehouse {
  const id = visit.id();
  const warehouse = warehouses(visit.ctx.db, visit.store.id).find((one) => one.id === id);
  if (!warehouse) throw new Refusal('not_found', `the store has no warehouse ${id}`);
  return warehouse;
}

/** @param refused why one cannot come back */
function listPage(visit: Visit, form: Form<unknown>, refused?: string): Page {
  const t = warehouseTierTexts(visit.language);
  const places = warehouses(visit.ctx.db, visit.store.id);
  return {
    title: t.warehouses,
    body: (
      <>
        <Heading
          title={t.warehouses}
          back={{ href: '/office/settings', label: settingsTexts(visit.language).settings }}
        >
          {places.length > 0 && <CsvLink href={`/office${PATH}.csv`} />}
        </Heading>
        {refused !== undefined && <Notice tone="bad">{refused}</Notice>}
        {places.length === 0 ? (
          <Empty title={t.noWarehouse}>
            <p>{t.aboutNoWarehouse}</p>
          </Empty>
        ) : (
          <>
            <p class="hint">{t.aboutWarehouses}</p>
            <ol class="ordered">
              {places.map((warehouse, i) => (
                <Row visit={visit} warehouse={warehouse} at={i} last={places.length - 1} />
              ))}
            </ol>
          </>
        )}
        <AddNamed
          visit={visit}
          path={PATH}
          title={t.addWarehouse}
          label={t.warehouseName}
          form={refused === undefined ? form : undefined}
        />
        <Gone visit={visit} />
      </>
    ),
  };
}

function Row({ visit, warehouse, at, last }: { visit: Visit; warehouse: Warehouse; at: number; last: number }) {
  const t = warehouseTierTexts(visit.language);
  const path = `${PATH}/${warehouse.id}`;
  return (
    <li class="card">
      <span class="place">
        <a href={`/office${path}`}>{warehouse.name}</a> {at === 0 && last > 0 && <Tag tone="good">{t.first}</Tag>}
      </span>
      <Post visitor={visit} action={`${path}/up`}>
        <Submit class="secondary outline small" aria-label={t.up(warehouse.name)} disabled={at === 0}>
          ▲
        </Submit>
      </Post>
      <Post visitor={visit} action={`${path}/down`}>
        <Submit class="secondary outline small" aria-label={t.down(warehouse.name)} disabled={at === last}>
          ▼
        </Submit>
      </Post>
    </li>
  );
}

function Gone({ visit }: { visit: Visit }) {
  const t = warehouseTierTexts(visit.language);
  const removed = removedWarehouses(visit.ctx.db, visit.store.id);
  if (removed.length === 0) return null;
  return (
    <section class="gone">
      <h2>{t.gone}</h2>
      <ul>
        {removed.map(({ id, name }) => (
          <li>
            <span>{name}</span>
            <Post visitor={visit} action={`${PATH}/${id}/restore`}>
              <Submit class="secondary outline small" aria-label={`${t.restore} ${name}`}>
                {t.restore}
              </Submit>
            </Post>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** @param refused why it cannot be taken out */
function editPage(visit: Visit, form: Form<unknown>, refused?: string): Page {
  const t = warehouseTierTexts(visit.language);
  const { id, name, key } = known(visit);
  const named = {
    name,
    key,
    path: `${PATH}/${id}`,
    back: { href: `/office${PATH}`, label: t.warehouses },
    label: t.warehouseName,
    removal: { label: t.remove, about: t.aboutRemoveWarehouse, submit: t.removeWarehouse },
  };
  return namedPage(visit, named, form, refused);
}
