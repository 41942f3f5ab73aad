import { listProducts } from '../../domain/catalogue/product-list.ts';
import { productById } from '../../domain/catalogue/product-lookup.ts';
import { pulledProductOf, pullProduct } from '../../domain/catalogue/pull-product.ts';
import type { Store } from '../../domain/stores.ts';
import { notFound } from '../../lib/errors.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { newKey } from '../../lib/secrets.ts';
import { fields, id, optionalId, optionalText } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../forms/inputs.tsx';
import type { Page } from '../office-response.ts';
import { commonTexts } from '../page/common-texts.ts';
import { Empty, Heading, Notice } from '../page/components.tsx';
import type { StoreContext } from '../request-context.ts';
import { get, post, type Screen } from '../screen.ts';
import { productPath } from './detail/product-paths.ts';
import { productTexts } from './detail/product-texts.ts';

const searchQuery = fields({ store: optionalId, q: optionalText(100) });
const pullForm = fields({ source: id });

/** Pulls a product of another store, for owners of both stores. */
export const pullScreens: readonly Screen[] = [
  get('/products/pull', 'owner', (context) => pullPage(context)),
  post('/products/pull', 'owner', (context) => {
    const form = context.form(pullForm);
    return form.submit(
      async ({ source }) => {
        requireOtherStore(context, source);
        const pulled = { sourceId: source, key: newKey('product'), userId: context.account.id };
        const { known, added } = await context.write((tx) => {
          const known = pulledProductOf(tx, context.store.id, source);
          return { known, added: known ?? pullProduct(tx, context.store.id, pulled, context.now) };
        });
        const t = productTexts(context.language);
        return context.redirect(productPath({ id: added }), known === undefined ? t.pulledNow : t.alreadyPulled);
      },
      () => pullPage(context, form),
    );
  }),
];

const otherStores = ({ store, stores }: StoreContext): Store[] =>
  store.sandboxOf === null ? stores.filter(({ id }) => id !== store.id) : [];

/** @throws AppError not_found unless the product is of another store of the account */
function requireOtherStore(context: StoreContext, productId: Id): void {
  const storeId = productById(context.db, productId)?.storeId;
  if (!otherStores(context).some(({ id }) => id === storeId))
    throw notFound('product_not_found', { product: productId });
}

const MAX_LISTED = 50;

function pullPage(context: StoreContext, form?: Form<unknown>): Page {
  const t = productTexts(context.language);
  const stores = otherStores(context);
  const { store, q } = context.query(searchQuery);
  const from = stores.find(({ id }) => id === store) ?? stores[0];
  return {
    title: t.pull,
    body: (
      <>
        <Heading title={t.pull} back={{ href: '/office/products', label: t.products }} />
        {form?.error && <Notice tone="bad">{form.error}</Notice>}
        {from ? (
          <>
            <p class="hint">{t.pullHint}</p>
            <form class="inline" action="/office/products/pull">
              <SelectField
                name="store"
                label={t.fromStore}
                options={stores.map(({ id, name }) => ({ value: idText(id), label: name }))}
                value={idText(from.id)}
              />
              <TextField name="q" type="search" label={t.name} value={q} />
              <Submit class="secondary outline" label={commonTexts(context.language).search} />
            </form>
            <SourceProducts context={context} from={from} query={q} />
          </>
        ) : (
          <Empty title={t.oneStore}>{t.oneStoreHint}</Empty>
        )}
      </>
    ),
  };
}

/** The store's own products by name. Products that it has pulled cannot be pulled again. */
function SourceProducts({ context, from, query }: { context: StoreContext; from: Store; query: string | undefined }) {
  const t = productTexts(context.language);
  const search = { query, limit: MAX_LISTED, offset: 0, sortBy: 'name', descending: false } as const;
  const { products } = listProducts(context.db, from.id, search);
  const own = products.filter(({ id }) => productById(context.db, id)?.parentId === null);
  if (own.length === 0) return <Empty title={t.nothingToPull} />;
  return (
    <ul class="card restorable">
      {own.map(({ id, name }) => (
        <li>
          <span class="break">{name}</span>
          <PullButton context={context} source={id} name={name} />
        </li>
      ))}
    </ul>
  );
}

function PullButton({ context, source, name }: { context: StoreContext; source: Id; name: string }) {
  const t = productTexts(context.language);
  const pulled = pulledProductOf(context.db, context.store.id, source);
  if (pulled !== undefined)
    return (
      <a href={`/office${productPath({ id: pulled })}`} aria-label={`${t.alreadyPulled}: ${name}`}>
        {t.alreadyPulled}
      </a>
    );
  return (
    <Post action="/products/pull">
      <input type="hidden" name="source" value={idText(source)} />
      <Submit class="secondary outline small" aria-label={`${t.pullIt}: ${name}`} label={t.pullIt} />
    </Post>
  );
}
