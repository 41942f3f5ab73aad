import { listProducts } from '../../domain/catalogue/list.ts';
import { productById } from '../../domain/catalogue/lookup.ts';
import { pulledInto, pullProduct } from '../../domain/catalogue/pull.ts';
import type { Store } from '../../domain/stores.ts';
import { Refusal } from '../../lib/errors.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { newKey } from '../../lib/secrets.ts';
import type { Page } from '../answer.ts';
import { fields, id, optionalId, optionalText } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../forms/inputs.tsx';
import { Empty, Heading, Notice } from '../page/parts.tsx';
import { words } from '../page/texts.ts';
import { get, post, type Screen } from '../screen.ts';
import type { Visit } from '../visit.ts';
import { pathOf } from './detail/product-paths.ts';
import { productTexts } from './detail/product-texts.ts';

const asked = fields({ store: optionalId, q: optionalText(100) });
const pullForm = fields({ source: id });

/** Selling another store's product on, for whoever reaches both stores. */
export const pullScreens: readonly Screen[] = [
  get('/products/pull', 'owner', (visit) => pullPage(visit)),
  post('/products/pull', 'owner', (visit) => {
    const form = visit.form(pullForm);
    return form.submit(
      async ({ source }) => {
        requireReached(visit, source);
        const pulled = { sourceId: source, key: newKey('product'), userId: visit.account.id };
        const { known, added } = await visit.ctx.write((db) => {
          const known = pulledInto(db, visit.store.id, source);
          return { known, added: known ?? pullProduct(db, visit.store.id, pulled, visit.now) };
        });
        const t = productTexts(visit.language);
        return visit.redirect(pathOf({ id: added }), known === undefined ? t.pulledNow : t.pulledAlready);
      },
      () => pullPage(visit, form),
    );
  }),
];

const otherStores = ({ store, stores }: Visit): Store[] => stores.filter(({ id }) => id !== store.id);

function requireReached(visit: Visit, productId: Id): void {
  const storeId = productById(visit.ctx.db, productId)?.storeId;
  if (!otherStores(visit).some(({ id }) => id === storeId)) throw new Refusal('not_found', 'there is no such product');
}

const MOST = 50;

function pullPage(visit: Visit, form?: Form<unknown>): Page {
  const t = productTexts(visit.language);
  const stores = otherStores(visit);
  const { store, q } = visit.query(asked);
  const from = stores.find(({ id }) => id === store) ?? stores[0];
  return {
    title: t.pull,
    body: (
      <>
        <Heading title={t.pull} back={{ href: '/office/products', label: t.products }} />
        {form?.fault && <Notice tone="bad">{form.fault}</Notice>}
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
              <TextField name="q" type="search" label={words(visit.language).search} value={q} />
              <Submit class="secondary outline">{words(visit.language).search}</Submit>
            </form>
            <Sources visit={visit} from={from} query={q} />
          </>
        ) : (
          <Empty title={t.oneStore}>{t.oneStoreWhy}</Empty>
        )}
      </>
    ),
  };
}

/** The store's own products by name; what it has pulled itself cannot be pulled from it. */
function Sources({ visit, from, query }: { visit: Visit; from: Store; query: string | undefined }) {
  const t = productTexts(visit.language);
  const search = { query, limit: MOST, offset: 0, sortBy: 'name', descending: false } as const;
  const { products } = listProducts(visit.ctx.db, from.id, search);
  const own = products.filter(({ id }) => productById(visit.ctx.db, id)?.parentId === null);
  if (own.length === 0) return <Empty title={t.nothingToPull} />;
  return (
    <ul class="card restorable">
      {own.map(({ id, name }) => (
        <li>
          <span class="break">{name}</span>
          <PullOrSee visit={visit} source={id} name={name} />
        </li>
      ))}
    </ul>
  );
}

function PullOrSee({ visit, source, name }: { visit: Visit; source: Id; name: string }) {
  const t = productTexts(visit.language);
  const pulled = pulledInto(visit.ctx.db, visit.store.id, source);
  if (pulled !== undefined)
    return (
      <a href={`/office${pathOf({ id: pulled })}`} aria-label={`${t.pulledAlready}: ${name}`}>
        {t.pulledAlready}
      </a>
    );
  return (
    <Post visitor={visit} action="/products/pull">
      <input type="hidden" name="source" value={idText(source)} />
      <Submit class="secondary outline small" aria-label={`${t.pullIt}: ${name}`}>
        {t.pullIt}
      </Submit>
    </Post>
  );
}
