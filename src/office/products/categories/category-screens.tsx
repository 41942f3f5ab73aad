import {
  addCategory,
  type CountedCategory,
  categoryNamed,
  countedCategoriesOf,
  countedCategory,
  MAX_CATEGORY_LENGTH,
  renameCategory,
} from '../../../domain/catalogue/categories.ts';
import { removeCategory } from '../../../domain/catalogue/remove-category.ts';
import type { Id } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import { fields, flag, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CheckField, Post, Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Confirm, Empty, Heading, Pager } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import { pageLinks, requestedPage } from '../../page/pagination.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { formScreens, postForm, type Screen } from '../../screen.ts';
import { categoryTexts } from './category-texts.ts';

const PATH = '/products/categories';

const addForm = fields({ name: text(MAX_CATEGORY_LENGTH) });
const editForm = fields({ name: text(MAX_CATEGORY_LENGTH), merge: flag });

export const categoryScreens: readonly Screen[] = [
  ...formScreens(PATH, 'products', {
    schema: addForm,
    page: listPage,
    submit: async (context, { name }) => {
      await context.write((tx) => addCategory(tx, context.store.id, name));
      return context.redirect(PATH, categoryTexts(context.language).added);
    },
  }),
  ...formScreens(`${PATH}/:id`, 'products', {
    schema: editForm,
    page: editPage,
    submit: async (context, { name, merge }) => {
      const { id } = requestedCategory(context);
      const other = otherNamed(context, id, name);
      if (merge && other) {
        await removeCategory(context.app, { storeId: context.store.id, id, into: other.id });
        return context.redirect(PATH, categoryTexts(context.language).merged(other.name));
      }
      await context.write((tx) => renameCategory(tx, context.store.id, id, name));
      return context.redirect(PATH, commonTexts(context.language).saved);
    },
  }),
  postForm(`${PATH}/:id/delete`, 'products', {
    schema: fields({}),
    page: editPage,
    submit: async (context) => {
      const { id, name } = requestedCategory(context);
      await removeCategory(context.app, { storeId: context.store.id, id, into: null });
      return context.redirect(PATH, categoryTexts(context.language).removed(name));
    },
  }),
];

/** @throws AppError not_found */
const requestedCategory = (context: StoreContext): CountedCategory =>
  countedCategory(context.db, context.store.id, context.id());

const otherNamed = ({ db, store }: StoreContext, id: Id, name: string) => {
  const found = categoryNamed(db, store.id, name);
  return found?.id === id ? undefined : found;
};

const PAGE_SIZE = 100;

function listPage(context: StoreContext, form: Form<unknown>): Page {
  const t = categoryTexts(context.language);
  const page = requestedPage(context);
  const window = { limit: PAGE_SIZE + 1, offset: (page - 1) * PAGE_SIZE };
  const found = countedCategoriesOf(context.db, context.store.id, window);
  const url = new URL(`/office${PATH}`, context.request.url);
  return {
    title: t.categories,
    body: (
      <>
        <Heading title={t.categories} back={{ href: '/office/products', label: t.products }} />
        {found.length > 0 && <p class="hint">{t.hint}</p>}
        <Categories categories={found.slice(0, PAGE_SIZE)} context={context} />
        <Pager {...pageLinks(url, page, found.length > PAGE_SIZE)} />
        <section class="card form-only">
          <h2>{t.add}</h2>
          <Post action={PATH} form={form} class="inline">
            <TextField name="name" label={t.name} maxlength={MAX_CATEGORY_LENGTH} required />
            <Submit label={commonTexts(context.language).add} />
          </Post>
        </section>
      </>
    ),
  };
}

function Categories({ context, categories }: StoreProps<{ categories: readonly CountedCategory[] }>) {
  const t = categoryTexts(context.language);
  return (
    <List
      rows={categories}
      empty={<Empty title={t.none} hint={t.noneHint} />}
      columns={(column) => [
        column(t.category, 'break', ({ id, name }) => <a href={`/office${PATH}/${id}`}>{name}</a>),
        column(t.count, 'number', ({ id, name, products }) =>
          products === 0 ? (
            '0'
          ) : (
            <a href={`/office/products?category=${id}`} aria-label={`${t.withProducts(products)}: ${name}`}>
              {count(products)}
            </a>
          ),
        ),
      ]}
    />
  );
}

/** Renames, merges or deletes a category. */
function editPage(context: StoreContext, form: Form<unknown>): Page {
  const t = categoryTexts(context.language);
  const { id, name, products } = requestedCategory(context);
  const other = otherNamed(context, id, form.typed('name') ?? name);
  return {
    title: name,
    body: (
      <>
        <Heading title={name} back={{ href: `/office${PATH}`, label: t.categories }}>
          <ButtonLink href={`/office/products?category=${id}`} label={t.withProducts(products)} />
          <Confirm label={t.remove}>
            <Post action={`${PATH}/${id}/delete`}>
              <p>{t.removeAsk(products)}</p>
              <Submit label={t.confirmRemove} />
            </Post>
          </Confirm>
        </Heading>
        <section class="card form-only">
          <Post action={`${PATH}/${id}`} form={form}>
            <TextField
              name="name"
              label={t.name}
              value={name}
              maxlength={MAX_CATEGORY_LENGTH}
              hint={t.renameHint}
              required
            />
            {other && <CheckField name="merge" label={t.merge(other.name, products)} />}
            <Submit label={commonTexts(context.language).save} />
          </Post>
        </section>
      </>
    ),
  };
}
