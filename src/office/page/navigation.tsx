import { CsrfField, Post } from '../forms/inputs.tsx';
import type { StoreContext } from '../request-context.ts';
import { SearchLink } from '../search/search-dialog.tsx';
import { LanguageSwitch } from '../sign-in/language-switch.tsx';
import { commonTexts } from './common-texts.ts';
import { Icon, type IconName } from './icons.tsx';

interface Area {
  name: 'today' | 'orders' | 'products' | 'stock' | 'customers' | 'reports' | 'partners' | 'settings';
  path: string;
  /** In the menu of a phone. */
  more?: boolean;
}

const AREAS: readonly Area[] = [
  { name: 'today', path: '/' },
  { name: 'orders', path: '/orders' },
  { name: 'products', path: '/products' },
  { name: 'stock', path: '/stock' },
  { name: 'customers', path: '/customers', more: true },
  { name: 'reports', path: '/reports', more: true },
  { name: 'partners', path: '/partners', more: true },
  { name: 'settings', path: '/settings', more: true },
];

const isIn = (path: string, area: Area) =>
  area.path === '/' ? path === '/' : path === area.path || path.startsWith(`${area.path}/`);

/** A side bar on a desktop; on a phone a bottom bar with the first areas and a menu. */
export function Navigation({ context }: { context: StoreContext }) {
  const t = commonTexts(context.language);
  const open = AREAS.filter(({ path }) => context.mayOpen(path));
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
          {open.map((area) => (
            <li class={area.more ? 'more' : undefined}>
              <AreaLink
                icon={area.name}
                path={area.path}
                label={t[area.name]}
                current={isIn(context.request.path, area)}
              />
            </li>
          ))}
          <li>
            <AreaLink
              icon="me"
              path="/me"
              label={t.me}
              current={isIn(context.request.path, { name: 'today', path: '/me' })}
            />
          </li>
        </ul>
      </nav>
      <div class="foot">
        <LanguageSwitch />
        <Post action="/sign-out" plain>
          <button type="submit" class="quiet">
            {t.signOut}
          </button>
        </Post>
      </div>
    </header>
  );
}

const AreaLink = ({
  icon,
  path,
  label,
  current,
}: {
  icon: IconName;
  path: string;
  label: string;
  current: boolean;
}) => (
  <a href={path === '/' ? '/office' : `/office${path}`} aria-current={current ? 'page' : undefined}>
    <Icon name={icon} />
    <span>{label}</span>
  </a>
);

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
