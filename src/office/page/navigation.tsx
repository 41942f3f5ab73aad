import { CsrfField, Post } from '../forms/inputs.tsx';
import { LanguageSwitch } from '../sign-in/language-switch.tsx';
import type { Visit } from '../visit.ts';
import { Icon, type IconName } from './icons.tsx';
import { words } from './texts.ts';

interface Area {
  name: 'today' | 'orders' | 'products' | 'stock' | 'partners' | 'settings';
  path: string;
  ownerOnly?: boolean;
}

const AREAS: readonly Area[] = [
  { name: 'today', path: '/' },
  { name: 'orders', path: '/orders' },
  { name: 'products', path: '/products' },
  { name: 'stock', path: '/stock' },
  { name: 'partners', path: '/partners', ownerOnly: true },
  { name: 'settings', path: '/settings', ownerOnly: true },
];

const isIn = (path: string, area: Area) =>
  area.path === '/' ? path === '/' : path === area.path || path.startsWith(`${area.path}/`);

/** At the side on a desktop; on a phone the first ones at the bottom, the rest behind the menu. */
export function Navigation({ visit }: { visit: Visit }) {
  const t = words(visit.language);
  const open = AREAS.filter(({ ownerOnly }) => !ownerOnly || visit.isOwner);
  return (
    <header class="side">
      <div class="brand">
        <strong class="store">{visit.store.name}</strong>
        <Stores visit={visit} />
      </div>
      <nav aria-label={t.menu}>
        <ul class="areas">
          {open.map((area) => (
            <li class={area.ownerOnly ? 'more' : undefined}>
              <Place icon={area.name} path={area.path} label={t[area.name]} current={isIn(visit.asked.path, area)} />
            </li>
          ))}
          <li>
            <Place icon="me" path="/me" label={t.me} current={isIn(visit.asked.path, { name: 'today', path: '/me' })} />
          </li>
        </ul>
      </nav>
      <div class="foot">
        <LanguageSwitch visitor={visit} />
        <Post visitor={visit} action="/sign-out" plain>
          <button type="submit" class="quiet">
            {t.signOut}
          </button>
        </Post>
      </div>
    </header>
  );
}

const Place = ({ icon, path, label, current }: { icon: IconName; path: string; label: string; current: boolean }) => (
  <a href={path === '/' ? '/office' : `/office${path}`} aria-current={current ? 'page' : undefined}>
    <Icon name={icon} />
    <span>{label}</span>
  </a>
);

/** Where an account reaches several stores. */
function Stores({ visit }: { visit: Visit }) {
  const t = words(visit.language);
  if (visit.stores.length < 2) return null;
  return (
    <form method="post" action="/office/store" class="stores" hx-boost="false">
      <CsrfField visitor={visit} />
      <select name="store_id" aria-label={t.chooseStore} data-submits>
        {visit.stores.map((store) => (
          <option value={String(store.id)} selected={store.id === visit.store.id}>
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
