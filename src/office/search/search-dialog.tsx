import { Icon } from '../page/icons.tsx';
import { Thumb } from '../page/thumb.tsx';
import type { StoreContext } from '../request-context.ts';
import { type Hit, type HitGroup, noResultsHint, searchHint } from './find-all.ts';
import { searchTexts } from './search-texts.ts';

/** Opens the search dialog; without JavaScript, the page of the search. */
export const SearchLink = ({ context }: { context: StoreContext }) => {
  const t = searchTexts(context.language);
  return (
    <a
      href="/office/search"
      class="search-link"
      data-opens="search-dialog"
      aria-keyshortcuts="Control+K Meta+K"
      aria-current={context.request.path === '/search' ? 'page' : undefined}
    >
      <Icon name="search" />
      <span>{t.title}</span>
      <kbd>Ctrl K</kbd>
    </a>
  );
};

/** The dialogs of browser/shortcuts.js. They are filled when they open. */
export const SearchDialogs = ({ context }: { context: StoreContext }) => {
  const t = searchTexts(context.language);
  return (
    <>
      <dialog id="search-dialog" aria-label={t.label}>
        <form method="get" action="/office/search">
          <input
            type="search"
            name="q"
            aria-label={t.label}
            placeholder={searchHint(context)}
            maxlength={100}
            autocomplete="off"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded="false"
            aria-controls="search-options"
            data-picks="first"
            hx-get="/office/search"
            hx-trigger="opened, input changed delay:150ms"
            hx-sync="this:replace"
            hx-target="#search-hits"
          />
          <button type="button" class="quiet" data-closes aria-label={t.close} />
        </form>
        <div id="search-hits" />
      </dialog>
      <dialog
        id="shortcuts-dialog"
        aria-label={t.shortcuts}
        hx-get="/office/shortcuts"
        hx-trigger="opened"
        hx-target="this"
      />
    </>
  );
};

/** The picture of a product, or the first letter of its name. External pictures are not shown. */
export const HitPicture = ({ hit: { picture, title } }: { hit: Hit }) =>
  picture !== undefined && <Thumb url={picture?.startsWith('/') ? picture : undefined} name={title} />;

/** The results as options of the dialog's field. */
export const Options = ({ context, text, groups }: { context: StoreContext; text: string; groups: HitGroup[] }) => {
  const t = searchTexts(context.language);
  if (groups.length === 0)
    return (
      <p role="status">
        {t.none(text)} {!context.may('customer_data') && noResultsHint(context)}
      </p>
    );
  let at = 0;
  return (
    <div role="listbox" id="search-options" aria-label={t.results} data-text={text}>
      {groups.map(({ title, icon, hits, all }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox contains no fieldset
        <div role="group" aria-label={title}>
          <p aria-hidden="true">{title}</p>
          {[...hits, ...(all ? [all] : [])].map((hit) => (
            <a href={hit.href} role="option" id={`hit-${at++}`} aria-selected="false" tabindex={-1}>
              {hit.picture === undefined ? <Icon name={hit.icon ?? icon} /> : <HitPicture hit={hit} />}
              <span class="hit">
                <span>{hit.title}</span> {hit.detail && <small>{hit.detail}</small>}
              </span>
              {hit.amount && <span class="money">{hit.amount}</span>}
            </a>
          ))}
        </div>
      ))}
    </div>
  );
};
