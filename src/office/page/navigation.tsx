import { CsrfField } from '../forms/inputs.tsx';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { SearchLink } from '../search/search-dialog.tsx';
import { LanguageSwitch } from '../sign-in/language-switch.tsx';
import { commonTexts } from './common-texts.ts';
import { Icon } from './icons.tsx';
import { SignOutLink } from './sign-out.tsx';

interface Area {
  name: 'today' | 'orders' | 'pack' | 'products' | 'stock' | 'customers' | 'reports' | 'partners' | 'settings' | 'me';
  path: string;
  /** Matches paths of its pages that are not below its own. */
  pages?: RegExp;
  isShown?: (context: StoreContext) => boolean;
}

/** Accounts that pack and do not manage products: packing is what they do all day. */
export const isPacker = (context: StoreContext): boolean =>
  context.mayOpen('/orders/pack') && !context.mayOpen('/products');

const PACK = { name: 'pack', path: '/orders/pack', pages: /^\/orders\/(\d+\/pack|hand-over)/ } as const;

/** Packers have packing in the bottom bar of a phone, other accounts in its menu. */
const AREAS: readonly Area[] = [
  { name: 'today', path: '/' },
  { name: 'orders', path: '/orders' },
  { ...PACK, isShown: isPacker },
  { name: 'products', path: '/products' },
  { name: 'stock', path: '/stock' },
  { ...PACK, isShown: (context) => !isPacker(context) },
  { name: 'customers', path: '/customers' },
  { name: 'reports', path: '/reports' },
  { name: 'partners', path: '/partners' },
  { name: 'settings', path: '/settings' },
  { name: 'me', path: '/me' },
];

/** The places of the bottom bar of a phone, with the menu. */
const BAR = 6;

/** The path of the page in the menu: saved views belong to their list. */
const placeOf = ({ request: { path, url } }: StoreContext) =>
  path === '/views' ? `/${url.searchParams.get('list') ?? 'orders'}` : path;

const isIn = (path: string, area: Area) =>
  area.path === '/'
    ? path === '/'
    : path === area.path || path.startsWith(`${area.path}/`) || area.pages?.test(path) === true;

const openAreas = (context: StoreContext) =>
  AREAS.filter(({ path, isShown }) => context.mayOpen(path) && isShown?.(context) !== false);

/** The area of the page: the last one, because packing is below orders. */
const currentArea = (context: StoreContext) => openAreas(context).findLast((area) => isIn(placeOf(context), area));

/** A side bar on a desktop; on a phone a bottom bar with the first areas, and a menu with the others. */
export function Navigation({ context }: { context: StoreContext }) {
  const t = commonTexts(context.language);
  const open = openAreas(context);
  const fit = open.length < BAR ? BAR - 1 : BAR - 2; // with five places, the labels of all areas fit
  const inBar = open.length > fit || open.at(-1)?.name !== 'me' ? fit : open.length - 1; // the menu has the own account
  return (
    <header class="side">
      <div class="brand">
        <strong class="store" title={context.store.name}>
          {context.store.name}
        </strong>
        <StoreSwitch context={context} />
      </div>
      <SearchLink context={context} />
      <nav aria-label={t.menu}>
        <ul class="areas">
          <Areas context={context} areas={open.slice(0, inBar)} />
          <RestOfMenu context={context} areas={open.slice(inBar)} />
        </ul>
      </nav>
    </header>
  );
}

const Areas = ({ context, areas }: AreasProps) => (
  <>
    {areas.map((area) => (
      <li>
        <a
          href={area.path === '/' ? '/office' : `/office${area.path}`}
          aria-current={area === currentArea(context) ? 'page' : undefined}
        >
          <Icon name={area.name} />
          <span>{commonTexts(context.language)[area.name]}</span>
        </a>
      </li>
    ))}
  </>
);

/** The other areas, the language and the sign-out. Always visible on a desktop. */
function RestOfMenu({ context, areas }: AreasProps) {
  const isCurrent = areas.some((area) => area === currentArea(context));
  return (
    <li class="rest">
      <button type="button" popovertarget="rest-of-areas" aria-current={isCurrent ? 'true' : undefined}>
        <Icon name="menu" />
        <span>{commonTexts(context.language).menu}</span>
      </button>
      <ul id="rest-of-areas" popover="auto">
        <Areas context={context} areas={areas} />
        <li class="foot">
          <LanguageSwitch />
          <SignOutLink />
        </li>
      </ul>
    </li>
  );
}

type AreasProps = StoreProps<{ areas: readonly Area[] }>;

/** Switches the store of an account with several. */
function StoreSwitch({ context }: { context: StoreContext }) {
  const t = commonTexts(context.language);
  if (context.selectableStores.length < 2) return null;
  return (
    <form method="post" action="/office/store" class="stores" hx-boost="false">
      <CsrfField />
      <select name="store_id" aria-label={t.chooseStore} data-submits>
        {context.selectableStores.map((store) => (
          <option value={String(store.id)} selected={store.id === context.store.id}>
            {store.name}
          </option>
        ))}
      </select>
      <button type="submit" class="quiet">
        {t.switchStore}
      </button>
    </form>
  );
}
