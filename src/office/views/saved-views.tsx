import { MAX_VIEW_NAME, savedViews, type ViewList, viewQuery } from '../../domain/saved-views.ts';
import type { Form } from '../forms/form.ts';
import { CheckField, FieldIdPrefix, Post, Submit, TextField } from '../forms/inputs.tsx';
import { Confirm, Tabs } from '../page/components.tsx';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { viewTexts } from './view-texts.ts';

export const viewOwner = ({ store, account }: StoreContext) => ({ storeId: store.id, accountId: account.id });

/** Shared views are what the store sets up for everyone. */
export const mayShareViews = (context: StoreContext): boolean => context.may('settings');

/** A tab is one click away already. */
const isOnlyTab = (query: string): boolean => query === '' || /^tab=\w+$/.test(query);

/** The saved views of a list, and a form that saves its filters and sort. */
export function SavedViews({ context, list }: StoreProps<{ list: ViewList }>) {
  const t = viewTexts(context.language);
  const views = savedViews(context.db, viewOwner(context), list);
  const current = viewQuery(list, context.request.url.search);
  const tabs = views.map(({ name, query }) => ({
    label: name,
    href: `/office/${list}?${query}`,
    current: query === current,
  }));
  const canSave = !isOnlyTab(current) && !tabs.some((tab) => tab.current);
  return (
    <>
      {tabs.length > 0 && <Tabs tabs={tabs} label={t.views} />}
      {(canSave || views.length > 0) && (
        <div class="actions saved-views">
          {canSave && (
            <Confirm label={t.save} danger={false}>
              <NewViewForm context={context} list={list} search={context.request.url.search} />
            </Confirm>
          )}
          {views.length > 0 && <a href="/office/views">{t.manage}</a>}
        </div>
      )}
    </>
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
