import { MAX_VIEW_NAME, savedViews, type ViewList, viewQuery } from '../../domain/saved-views.ts';
import type { Form } from '../forms/form.ts';
import { CheckField, FieldIdPrefix, Post, Submit, TextField } from '../forms/inputs.tsx';
import { Confirm, type Tab, Tabs } from '../page/components.tsx';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { viewTexts } from './view-texts.ts';

export const viewOwner = ({ store, account }: StoreContext) => ({ storeId: store.id, accountId: account.id });

/** Shared views are what the store sets up for everyone. */
export const mayShareViews = (context: StoreContext): boolean => context.may('settings');

/** A tab is one click away already. */
const isOnlyTab = (query: string): boolean => query === '' || /^tab=\w+$/.test(query);

type ListProps = StoreProps<{ list: ViewList }>;

/** The saved views of a list as tabs. */
export function viewTabs({ context, list }: ListProps): Tab[] {
  const current = viewQuery(list, context.request.url.search);
  return savedViews(context.db, viewOwner(context), list).map(({ name, query }) => ({
    label: name,
    href: `/office/${list}?${query}`,
    current: query !== '' && query === current,
  }));
}

/** A form that saves the filters and the sort of a list, unless one of its tabs has them. */
export function SaveView({ context, list }: ListProps) {
  const { search } = context.request.url;
  if (isOnlyTab(viewQuery(list, search)) || viewTabs({ context, list }).some(({ current }) => current)) return null;
  return (
    <Confirm label={viewTexts(context.language).save} danger={false}>
      <NewViewForm context={context} list={list} search={search} />
    </Confirm>
  );
}

/** The views of a list without other tabs. */
export function SavedViews({ context, list }: ListProps) {
  const tabs = viewTabs({ context, list });
  if (tabs.length === 0) return null;
  return (
    <Tabs tabs={tabs} label={viewTexts(context.language).views}>
      <a href={`/office/views?list=${list}`}>{viewTexts(context.language).manage}</a>
    </Tabs>
  );
}

interface NewView {
  list: string | undefined;
  /** Query string of the list. */
  search: string | undefined;
  /** The submitted form, if it failed. */
  form?: Form<unknown>;
}

export function NewViewForm({ context, list, search, form }: StoreProps<NewView>) {
  const t = viewTexts(context.language);
  return (
    <Post action="/views" form={form}>
      <FieldIdPrefix.Provider value="view-">
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="search" value={search} />
        <TextField name="name" label={t.name} maxlength={MAX_VIEW_NAME} required />
        {mayShareViews(context) && <CheckField name="shared" label={t.share} />}
        <Submit label={t.save} />
      </FieldIdPrefix.Provider>
    </Post>
  );
}
