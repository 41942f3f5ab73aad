import { fields, optionalText } from '../forms/fields.ts';
import { Submit, TextField } from '../forms/inputs.tsx';
import type { OfficeResponse } from '../office-response.ts';
import { Empty, Heading } from '../page/components.tsx';
import type { StoreContext } from '../request-context.ts';
import { get, type Screen } from '../screen.ts';
import { findAll, type HitGroup, noResultsHint, searchHint } from './find-all.ts';
import { HitPicture, Options } from './search-dialog.tsx';
import { searchTexts } from './search-texts.ts';
import { shortcutsPage } from './shortcuts-page.tsx';

export const searchScreens: readonly Screen[] = [
  get('/search', 'staff', searchPage),
  get('/shortcuts', 'staff', shortcutsPage),
];

const searchQuery = fields({ q: optionalText(100) });

const IN_DIALOG = 5;
const ON_PAGE = 20;

/** The results of all kinds: a page, or the options of the search dialog. */
function searchPage(context: StoreContext): OfficeResponse {
  const { q = '' } = context.query(searchQuery);
  const { partial } = context.request;
  const groups = findAll(context, q, partial ? IN_DIALOG : ON_PAGE);
  if (partial) return { fragment: <Options context={context} text={q} groups={groups} /> };
  const t = searchTexts(context.language);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} />
        <search>
          <form method="get" action="/office/search" class="inline">
            <TextField
              type="search"
              name="q"
              label={t.label}
              labelHidden
              placeholder={searchHint(context)}
              value={q}
              maxlength={100}
            />
            <Submit class="secondary outline" label={t.title} />
          </form>
        </search>
        {groups.length === 0 && <Empty title={t.none(q)} hint={noResultsHint(context)} />}
        {groups.map((group) => (
          <Group {...group} />
        ))}
      </>
    ),
  };
}

const Group = ({ title, hits, all }: HitGroup) => (
  <section class="card hits">
    <h2>{title}</h2>
    <ul>
      {hits.map((hit) => (
        <li>
          <HitPicture hit={hit} />
          <span class="hit">
            <a href={hit.href}>{hit.title}</a> {hit.detail && <small class="muted">{hit.detail}</small>}
          </span>{' '}
          {hit.amount && <span class="money">{hit.amount}</span>}
        </li>
      ))}
    </ul>
    {all && (
      <p>
        <a href={all.href}>{all.title}</a>
      </p>
    )}
  </section>
);
