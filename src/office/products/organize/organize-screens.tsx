import type { Child } from 'hono/jsx';
import { MAX_CATEGORY_LENGTH, normalCategory } from '../../../domain/catalogue/categories.ts';
import { deleteProducts } from '../../../domain/catalogue/delete-product.ts';
import { ORGANIZE_ACTIONS, type Organizing, organizeProducts } from '../../../domain/catalogue/organize-products.ts';
import { organizationOf } from '../../../domain/catalogue/product-organization.ts';
import { productHead } from '../../../domain/catalogue/product-part.ts';
import { productTagsOfStore } from '../../../domain/catalogue/product-tags.ts';
import { invalidRequest, notFound } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import { message } from '../../../lib/messages/message.ts';
import { sortedNames } from '../../../lib/name-order.ts';
import { MAX_TAG_LENGTH, normalizeTag } from '../../../lib/tags.ts';
import { checked, choice, fields, flag, id, listOf, optionalChoice, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { ButtonLink, Empty, Heading } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { CategoryList } from '../detail/organization-fields.tsx';
import { findPage, originList, requestedSearch } from '../list/product-search.ts';
import { organizeTexts } from './organize-texts.ts';

const PATH = '/products/organize';
const DELETE_PATH = '/products/delete';
const MAX_ORGANIZED = 500;
const MAX_DELETED = 50; // a page of the list

/** Choose products of a page of the list, or all of the list; preview, confirm. */
export const organizeScreens: readonly Screen[] = [
  get(PATH, 'products', previewSelection, { isLarge: isAllSelected }),
  post(PATH, 'products', organize, { isLarge: hasManyIds }),
  get(DELETE_PATH, 'products', (context) => deletePage(context, context.query(productsOnly).ids)),
  post(DELETE_PATH, 'products', deleteSelected),
];

const selection = fields({ action: choice(ORGANIZE_ACTIONS), ids: listOf(id) });
const selectionQuery = fields({ action: optionalChoice(ORGANIZE_ACTIONS), ids: listOf(id), all: flag });
const productsOnly = fields({ ids: listOf(id) });

interface Selection {
  /** By default, the category. */
  action?: Organizing['action'] | undefined;
  ids: readonly Id[];
}

function isAllSelected(context: StoreContext): boolean {
  return context.query(selectionQuery).all;
}

function hasManyIds({ request: { input } }: StoreContext): boolean {
  return (input.texts.ids?.length ?? 0) > MAX_DELETED;
}

function previewSelection(context: StoreContext): Page {
  const { action, ids, all } = context.query(selectionQuery);
  return organizePage(context, { action, ids: all ? listedIds(context).ids : ids });
}

/** The products of the list on which the products were selected. */
function listedIds(context: StoreContext): { ids: Id[]; hasMore: boolean } {
  const list = originList(context);
  if (!list) return { ids: [], hasMore: false };
  return findPage(context, requestedSearch(context, list), { limit: MAX_ORGANIZED, offset: 0 });
}

/** Of the list, below `/office`. */
const listPath = (context: StoreContext): string => `/products${originList(context)?.search ?? ''}`;

const tag = checked(text(MAX_TAG_LENGTH), (typed) =>
  normalizeTag(typed) === '' ? message('no_visible_character') : undefined,
);
const VALUES = {
  category: fields({ value: optionalText(MAX_CATEGORY_LENGTH) }),
  tag: fields({ value: tag }),
  untag: fields({ value: tag }),
} as const;

function organize(context: StoreContext): Promise<OfficeResponse> {
  const chosen = context.form(selection).value;
  if (!chosen) throw invalidRequest('input_not_chosen');
  const { action, ids } = chosen;
  const form = context.form(VALUES[action]);
  return form.submit(
    async ({ value = '' }) => {
      const t = organizeTexts(context.language);
      const wanted = {
        action,
        ids: requireFew(ids, MAX_ORGANIZED),
        value: action === 'category' ? normalCategory(value) : value,
      };
      const changed = await context.write((tx) => organizeProducts(tx, context.store.id, wanted, context.now));
      const unchanged = ids.length - changed;
      return context.redirect(
        listPath(context),
        [t.done(changed), ...(unchanged > 0 ? [t.unchanged(unchanged)] : [])].join(' · '),
      );
    },
    () => organizePage(context, chosen, form),
  );
}

/** Deletes all of them, or none if one is a part of another product. */
function deleteSelected(context: StoreContext): Promise<OfficeResponse> {
  const form = context.form(productsOnly);
  return form.submit(
    async ({ ids }) => {
      requireFew(ids, MAX_DELETED);
      for (const chosen of ids) nameOf(context, chosen);
      await context.write((tx) => deleteProducts(tx, ids, context.now));
      return context.redirect(listPath(context), organizeTexts(context.language).deleted(ids.length));
    },
    () => deletePage(context, form.value?.ids ?? [], form),
  );
}

function requireFew(ids: readonly Id[], most: number): readonly Id[] {
  if (ids.length > most) throw invalidRequest('too_many_products_selected', { most });
  return ids;
}

const organizePage = (context: StoreContext, { action = 'category', ids }: Selection, form?: Form<unknown>): Page =>
  selectionPage(context, {
    title: organizeTexts(context.language)[action],
    ids,
    preview: () => <Preview context={context} action={action} ids={requireFew(ids, MAX_ORGANIZED)} form={form} />,
  });

const deletePage = (context: StoreContext, ids: readonly Id[], form?: Form<unknown>): Page =>
  selectionPage(context, {
    title: organizeTexts(context.language).deleteTitle,
    ids,
    preview: () => <DeletePreview context={context} ids={requireFew(ids, MAX_DELETED)} form={form} />,
  });

interface SelectionPage {
  title: string;
  ids: readonly Id[];
  /** Shown if products are selected. */
  preview: () => Child;
}

function selectionPage(context: StoreContext, { title, ids, preview }: SelectionPage): Page {
  const t = organizeTexts(context.language);
  return {
    title,
    body: (
      <>
        <Heading title={title} back={{ href: `/office${listPath(context)}`, label: t.products }} />
        {ids.length === 0 ? (
          <Empty title={t.noneSelected}>
            <ButtonLink href="/office/products" label={t.products} />
          </Empty>
        ) : (
          preview()
        )}
      </>
    ),
  };
}

interface PreviewProps {
  action: Organizing['action'];
  ids: readonly Id[];
  form: Form<unknown> | undefined;
}

function DeletePreview({ context, ids, form }: StoreProps<Omit<PreviewProps, 'action'>>) {
  const t = organizeTexts(context.language);
  return (
    <section class="card form-only">
      <h2>{t.willChange(ids.length)}</h2>
      <Names context={context} ids={ids} />
      <p>{t.deleteAsk}</p>
      <Post action={DELETE_PATH + listQuery(context)} form={form}>
        <SelectedIds ids={ids} />
        <Submit class="danger" label={t.confirmDelete(ids.length)} />
      </Post>
    </section>
  );
}

const SelectedIds = ({ ids }: { ids: readonly Id[] }) => (
  <>
    {ids.map((chosen) => (
      <input type="hidden" name="ids" value={idText(chosen)} />
    ))}
  </>
);

const MAX_NAMES = 50;

/** @throws AppError not_found */
function Names({ context, ids }: StoreProps<Pick<PreviewProps, 'ids'>>) {
  const names = ids.map((chosen) => nameOf(context, chosen));
  const more = names.length - MAX_NAMES;
  return (
    <p class="break">
      {names.slice(0, MAX_NAMES).join(', ')} {more > 0 && organizeTexts(context.language).more(more)}
    </p>
  );
}

/** `?list=…`; empty if the page was not opened from a list. */
function listQuery(context: StoreContext): string {
  const list = originList(context);
  return list ? `?${new URLSearchParams({ list: list.search.slice(1) })}` : '';
}

/** Offers to select the other products of the list too. */
function WholeList({ context, action, ids }: StoreProps<Omit<PreviewProps, 'form'>>) {
  const t = organizeTexts(context.language);
  const { ids: all, hasMore } = listedIds(context);
  if (hasMore) return <p class="hint">{t.narrow(MAX_ORGANIZED)}</p>;
  if (all.length <= ids.length) return null;
  return (
    <p>
      <a href={`/office${PATH}${listQuery(context)}&action=${action}&all=on`}>{t.selectListed(all.length)}</a>
    </p>
  );
}

/** The chosen products, and the form that confirms. */
function Preview({ context, action, ids, form }: StoreProps<PreviewProps>) {
  const t = organizeTexts(context.language);
  const tags = tagsOf(context, ids);
  if (action === 'untag' && tags.length === 0) return <Empty title={t.noTags} />;
  const submit = { category: t.confirmCategory, tag: t.confirmTag, untag: t.confirmUntag }[action](ids.length);
  return (
    <section class="card form-only">
      <h2>{t.willChange(ids.length)}</h2>
      <Names context={context} ids={ids} />
      <WholeList context={context} action={action} ids={ids} />
      <Post action={PATH + listQuery(context)} form={form}>
        <input type="hidden" name="action" value={action} />
        <SelectedIds ids={ids} />
        {action === 'untag' ? (
          <SelectField name="value" label={t.tagField} options={tags.map((value) => ({ value, label: value }))} />
        ) : (
          <ValueField context={context} action={action} />
        )}
        <Submit label={submit} />
      </Post>
    </section>
  );
}

function ValueField({ context, action }: StoreProps<{ action: 'category' | 'tag' }>) {
  const t = organizeTexts(context.language);
  if (action === 'category')
    return (
      <>
        <TextField
          name="value"
          label={t.categoryField}
          hint={t.categoryHint}
          maxlength={MAX_CATEGORY_LENGTH}
          list="categories"
        />
        <CategoryList context={context} />
      </>
    );
  return (
    <>
      <TextField name="value" label={t.tagField} maxlength={MAX_TAG_LENGTH} list="known-tags" required />
      <datalist id="known-tags">
        {productTagsOfStore(context.db, context.store.id).map((known) => (
          <option value={known} />
        ))}
      </datalist>
    </>
  );
}

/** @throws AppError not_found */
function nameOf({ db, store }: StoreContext, id: Id): string {
  const head = productHead(db, store.id, id);
  if (!head) throw notFound('product_not_found', { product: id });
  return head.name;
}

function tagsOf({ db }: StoreContext, ids: readonly Id[]): string[] {
  const organization = organizationOf(db, ids);
  return sortedNames(new Set(ids.flatMap((id) => organization(id).tags)));
}
