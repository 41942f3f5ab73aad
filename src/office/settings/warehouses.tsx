import {
  addWarehouse,
  moveWarehouse,
  removedWarehouses,
  removeWarehouse,
  renameWarehouse,
  restoreWarehouse,
  type Warehouse,
  warehouses,
} from '../../domain/catalogue/warehouses.ts';
import { notFound } from '../../lib/errors.ts';
import { newKey } from '../../lib/secrets.ts';
import type { Form } from '../forms/form.ts';
import { PostButton } from '../forms/inputs.tsx';
import type { Page } from '../office-response.ts';
import { commonTexts } from '../page/common-texts.ts';
import { Empty, Heading, Notice, Tag } from '../page/components.tsx';
import { ExportMenu } from '../page/export-menu.tsx';
import { fileTexts } from '../page/file-texts.ts';
import { type Columns, type ListFile, listFile } from '../page/list-file.ts';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { fileScreens, formScreens, post, postForm, type Screen } from '../screen.ts';
import { settingsTexts } from './settings-texts.ts';
import { AddForm, nameForm, noFields, renamePage } from './warehouse-tier-forms.tsx';
import { warehouseTierTexts } from './warehouse-tier-texts.ts';

const PATH = '/settings/warehouses';

export const warehouseScreens: readonly Screen[] = [
  ...formScreens(PATH, 'settings', {
    schema: nameForm,
    page: listPage,
    submit: async (context, { name }) => {
      const key = newKey('warehouse');
      await context.write((tx) => addWarehouse(tx, context.store.id, { key, name }));
      return context.redirect(PATH, warehouseTierTexts(context.language).added);
    },
  }),
  ...fileScreens(`${PATH}`, 'settings', warehousesFile),
  ...formScreens(`${PATH}/:id`, 'settings', {
    schema: nameForm,
    page: editPage,
    submit: async (context, { name }) => {
      const { id } = requestedWarehouse(context);
      await context.write((tx) => renameWarehouse(tx, context.store.id, id, name));
      return context.redirect(PATH, commonTexts(context.language).saved);
    },
  }),
  post(`${PATH}/:id/up`, 'settings', (context) => move(context, -1)),
  post(`${PATH}/:id/down`, 'settings', (context) => move(context, 1)),
  postForm(`${PATH}/:id/remove`, 'settings', {
    schema: noFields,
    page: editError,
    submit: async (context) => {
      const { id } = requestedWarehouse(context);
      await context.write((tx) => removeWarehouse(tx, context.store.id, id, context.now));
      return context.redirect(PATH, warehouseTierTexts(context.language).removedWarehouse);
    },
  }),
  postForm(`${PATH}/:id/restore`, 'settings', {
    schema: noFields,
    page: listError,
    submit: async (context) => {
      const id = context.id();
      await context.write((tx) => restoreWarehouse(tx, context.store.id, id));
      return context.redirect(PATH, warehouseTierTexts(context.language).restored);
    },
  }),
];

async function move(context: StoreContext, by: -1 | 1): Promise<Response> {
  const id = context.id();
  await context.write((tx) => moveWarehouse(tx, context.store.id, id, by));
  return context.redirect(PATH);
}

function warehousesFile({ db, store, language }: StoreContext): ListFile {
  const t = warehouseTierTexts(language);
  const rows = warehouses(db, store.id).map((warehouse, i) => ({ ...warehouse, position: i + 1 }));
  const columns: Columns<(typeof rows)[number]> = {
    [fileTexts(language).position]: ({ position }) => position,
    [fileTexts(language).id]: ({ id }) => String(id),
    [t.key]: ({ key }) => key,
    [t.name]: ({ name }) => name,
  };
  return listFile(t.warehouses, rows, columns, 'warehouses');
}

function requestedWarehouse(context: StoreContext): Warehouse {
  const id = context.id();
  const warehouse = warehouses(context.db, context.store.id).find((candidate) => candidate.id === id);
  if (!warehouse) throw notFound('warehouse_not_found', { warehouse: id });
  return warehouse;
}

/** Shows why a warehouse could not be restored. */
function listError(context: StoreContext, { error }: Form<unknown>): Page {
  return listPage(context, context.form(noFields), error);
}

function listPage(context: StoreContext, form: Form<unknown>, error?: string): Page {
  const t = warehouseTierTexts(context.language);
  const openWarehouses = warehouses(context.db, context.store.id);
  return {
    title: t.warehouses,
    body: (
      <>
        <Heading
          title={t.warehouses}
          back={{ href: '/office/settings', label: settingsTexts(context.language).settings }}
        >
          {openWarehouses.length > 0 && <ExportMenu href={`/office${PATH}`} />}
        </Heading>
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        {openWarehouses.length === 0 ? (
          <Empty title={t.noWarehouse} hint={t.noWarehouseHint} />
        ) : (
          <>
            <p class="hint">{t.warehousesHint}</p>
            <ol class="ordered">
              {openWarehouses.map((warehouse, i) => (
                <Row context={context} warehouse={warehouse} at={i} last={openWarehouses.length - 1} />
              ))}
            </ol>
          </>
        )}
        <AddForm
          context={context}
          path={PATH}
          title={t.addWarehouse}
          label={t.warehouseName}
          form={error === undefined ? form : undefined}
        />
        <RemovedWarehouses context={context} />
      </>
    ),
  };
}

function Row({ context, warehouse, at, last }: StoreProps<{ warehouse: Warehouse; at: number; last: number }>) {
  const t = warehouseTierTexts(context.language);
  const path = `${PATH}/${warehouse.id}`;
  return (
    <li class="card">
      <span class="place">
        <a href={`/office${path}`}>{warehouse.name}</a> {at === 0 && last > 0 && <Tag tone="good">{t.first}</Tag>}
      </span>
      <PostButton
        action={`${path}/up`}
        class="secondary outline small"
        aria-label={t.up(warehouse.name)}
        disabled={at === 0}
        label="▲"
      />
      <PostButton
        action={`${path}/down`}
        class="secondary outline small"
        aria-label={t.down(warehouse.name)}
        disabled={at === last}
        label="▼"
      />
    </li>
  );
}

function RemovedWarehouses({ context }: { context: StoreContext }) {
  const t = warehouseTierTexts(context.language);
  const removed = removedWarehouses(context.db, context.store.id);
  if (removed.length === 0) return null;
  return (
    <section class="removed-items">
      <h2>{t.removed}</h2>
      <ul>
        {removed.map(({ id, name }) => (
          <li>
            <span>{name}</span>
            <PostButton
              action={`${PATH}/${id}/restore`}
              class="secondary outline small"
              aria-label={`${t.restore} ${name}`}
              label={t.restore}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows why the warehouse could not be removed. */
function editError(context: StoreContext, { error }: Form<unknown>): Page {
  return editPage(context, context.form(noFields), error);
}

function editPage(context: StoreContext, form: Form<unknown>, error?: string): Page {
  const t = warehouseTierTexts(context.language);
  const { id, name, key } = requestedWarehouse(context);
  const item = {
    name,
    key,
    path: `${PATH}/${id}`,
    back: { href: `/office${PATH}`, label: t.warehouses },
    label: t.warehouseName,
    removal: { label: t.remove, hint: t.removeWarehouseHint, submit: t.removeWarehouse },
  };
  return renamePage(context, item, form, error);
}
