import {
  addSavedView,
  MAX_VIEW_NAME,
  removeSavedView,
  renameSavedView,
  type SavedView,
  savedView,
  savedViews,
  VIEW_PARAMETERS,
  type ViewList,
} from '../../domain/saved-views.ts';
import { requireAccess } from '../access.ts';
import { choice, fields, flag, optionalChoice, optionalText, text } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { FieldIdPrefix, Post, PostButton, Submit, TextField } from '../forms/inputs.tsx';
import type { OfficeResponse, Page } from '../office-response.ts';
import { Empty, Heading, Tag } from '../page/components.tsx';
import type { StoreContext, StoreProps } from '../request-context.ts';
import { get, post, type Screen } from '../screen.ts';
import { mayShareViews, NewViewForm, viewOwner } from './saved-views.tsx';
import { viewTexts } from './view-texts.ts';

const LISTS = Object.keys(VIEW_PARAMETERS) as ViewList[];

const newView = fields({ list: choice(LISTS), name: text(MAX_VIEW_NAME), search: optionalText(2_000), shared: flag });
const listQuery = fields({ list: optionalChoice(LISTS) });
const nameForm = fields({ name: text(MAX_VIEW_NAME) });

export const viewScreens: readonly Screen[] = [
  get('/views', 'staff', (context) => viewsPage(context)),
  post('/views', 'staff', save),
  post('/views/:id', 'staff', rename),
  post('/views/:id/delete', 'staff', async (context) => {
    const { id, list } = editableView(context);
    await context.write((tx) => removeSavedView(tx, id));
    return context.redirect(`/views?list=${list}`, viewTexts(context.language).removed);
  }),
];

function save(context: StoreContext): Promise<OfficeResponse> {
  const form = context.form(newView);
  return form.submit(
    async ({ list, name, search = '', shared }) => {
      if (shared) requireAccess(context.account, 'settings');
      const view = { ...viewOwner(context), list, name, search, isShared: shared };
      await context.write((tx) => addSavedView(tx, view, context.now));
      return context.redirect(`/${list}${search}`, viewTexts(context.language).saved);
    },
    () => viewsPage(context, { form }),
  );
}

function rename(context: StoreContext): Promise<OfficeResponse> {
  const view = editableView(context);
  const form = context.form(nameForm);
  return form.submit(
    async ({ name }) => {
      await context.write((tx) => renameSavedView(tx, view.id, name));
      return context.redirect(`/views?list=${view.list}`, viewTexts(context.language).renamed);
    },
    () => viewsPage(context, { form, view }),
  );
}

/** The view named by the path. @throws AppError not_found; access_denied if it is shared and the account may not share views */
function editableView(context: StoreContext): SavedView {
  const view = savedView(context.db, viewOwner(context), context.id());
  if (view.accountId === null) requireAccess(context.account, 'settings');
  return view;
}

interface FailedForm {
  form: Form<unknown>;
  /** The view of a failed rename; undefined for a failed save. */
  view?: SavedView;
}

/** The list that the page was opened from. */
function listOf(context: StoreContext, failed: FailedForm | undefined): ViewList | undefined {
  const list = failed?.view?.list ?? context.query(listQuery).list ?? failed?.form.typed('list');
  return LISTS.find((known) => known === list && context.mayOpen(`/${known}`));
}

/** The views of the account by list, with forms to rename and delete them. */
function viewsPage(context: StoreContext, failed?: FailedForm): Page {
  const t = viewTexts(context.language);
  const list = listOf(context, failed);
  const views = LISTS.filter((each) => context.mayOpen(`/${each}`)).flatMap((each) =>
    savedViews(context.db, viewOwner(context), each),
  );
  return {
    title: t.views,
    body: (
      <>
        <Heading title={t.views} back={list && { href: `/office/${list}`, label: t[list] }} />
        {failed && failed.view === undefined && <NewView context={context} form={failed.form} />}
        {views.length === 0 && <Empty title={t.none} hint={t.noneHint} />}
        {views.map((view) => (
          <ViewCard context={context} view={view} form={view.id === failed?.view?.id ? failed.form : undefined} />
        ))}
      </>
    ),
  };
}

/** The form for a new view again, after saving failed. */
function NewView({ context, form }: StoreProps<{ form: Form<unknown> }>) {
  const t = viewTexts(context.language);
  return (
    <section class="card">
      <h2>{t.save}</h2>
      <NewViewForm context={context} form={form} list={form.typed('list')} search={form.typed('search')} />
    </section>
  );
}

function ViewCard({ context, view, form }: StoreProps<{ view: SavedView; form: Form<unknown> | undefined }>) {
  const t = viewTexts(context.language);
  const { id, list, name, query, accountId } = view;
  return (
    <section class="card">
      <h2>
        <a href={`/office/${list}?${query}`}>{name}</a>
      </h2>
      <p>
        {t[list]} {accountId === null && <Tag>{t.shared}</Tag>}
      </p>
      {(accountId !== null || mayShareViews(context)) && (
        <div class="actions">
          <Post action={`/views/${id}`} form={form} class="inline">
            <FieldIdPrefix.Provider value={`view-${id}-`}>
              <TextField name="name" label={t.name} labelHidden value={name} maxlength={MAX_VIEW_NAME} required />
              <Submit class="secondary outline" label={t.rename} />
            </FieldIdPrefix.Provider>
          </Post>
          <PostButton action={`/views/${id}/delete`} label={t.remove} class="secondary outline" />
        </div>
      )}
    </section>
  );
}
