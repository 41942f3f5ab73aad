import type * as v from 'valibot';
import { type Account, listAccounts } from '../../../domain/accounts/accounts.ts';
import { BUILT_IN_ROLES, PERMISSIONS, type Permission, permissionsOf } from '../../../domain/accounts/permissions.ts';
import {
  addRole,
  type CustomRole,
  changeRole,
  existingRole,
  listRoles,
  removeRole,
  requireFreeRoleName,
} from '../../../domain/accounts/roles.ts';
import type { Id } from '../../../lib/ids.ts';
import { message } from '../../../lib/messages/message.ts';
import { errorText } from '../../error-text.ts';
import { choice, fields, listOf, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CheckField, Post, PostButton, Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Confirm, Heading, Notice } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { formScreens, get, postForm, type Screen } from '../../screen.ts';
import { accountTexts } from './account-texts.ts';
import { ACCOUNTS } from './one-time-password.tsx';
import { permissionHints, permissionNames, roleHints, roleNames, roleTexts } from './role-texts.ts';

const ROLES = `${ACCOUNTS}/roles`;

const roleForm = fields({ name: text(60), permissions: listOf(choice(PERMISSIONS)) });
const noFields = fields({});

/** The roles of the store: the built-in ones and its own. */
export const roleScreens: readonly Screen[] = [
  get(ROLES, 'owner', listPage),
  ...formScreens(`${ROLES}/new`, 'owner', {
    schema: roleForm,
    page: newPage,
    submit: async (context, { name, permissions }) => {
      await context.write((tx) => addRole(tx, context.store.id, { name, permissions: new Set(permissions) }));
      return context.redirect(ROLES, roleTexts(context.language).added);
    },
    sensitive: true,
    check: (context, form) => checkRole(context, form),
  }),
  ...formScreens(`${ROLES}/:id`, 'owner', {
    schema: roleForm,
    page: rolePage,
    submit: async (context, { name, permissions }) => {
      const change = { name, permissions: new Set(permissions) };
      await context.write((tx) => changeRole(tx, context.store.id, context.id(), change));
      return context.redirect(ROLES, roleTexts(context.language).saved);
    },
    sensitive: true,
    check: (context, form) => checkRole(context, form, context.id()),
  }),
  postForm(`${ROLES}/:id/remove`, 'owner', {
    schema: noFields,
    page: (context, { error }) => rolePage(context, context.form(noFields), error),
    submit: async (context) => {
      await context.write((tx) => removeRole(tx, context.store.id, context.id()));
      return context.redirect(ROLES, roleTexts(context.language).removed);
    },
    sensitive: true,
  }),
];

function checkRole({ db, store }: StoreContext, form: Form<v.InferOutput<typeof roleForm>>, id?: Id): void {
  const { name, permissions } = form.valid ?? {};
  if (name !== undefined) form.check(() => requireFreeRoleName(db, store.id, name, id));
  // Without a checked box, the form does not send the field.
  if (permissions?.length === 0)
    form.addError(errorText(form.language, message('role_without_permission')), 'permissions');
}

interface ListedRole {
  /** Null: built in. */
  id: Id | null;
  name: string;
  hint: string;
  permissions: ReadonlySet<Permission>;
  accounts: readonly Account[];
}

function listedRoles({ db, store, language }: StoreContext): ListedRole[] {
  const accounts = listAccounts(db, store.id);
  const builtIn = BUILT_IN_ROLES.map((role) => ({
    id: null,
    name: roleNames(language)[role],
    hint: roleHints(language)[role],
    permissions: permissionsOf(role),
    accounts: accounts.filter((account) => account.role === role),
  }));
  const own = listRoles(db, store.id).map((role) => ({
    ...role,
    hint: '',
    accounts: accounts.filter(({ roleId }) => roleId === role.id),
  }));
  return [...builtIn, ...own];
}

function listPage(context: StoreContext): Page {
  const t = roleTexts(context.language);
  const names = permissionNames(context.language);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: `/office${ACCOUNTS}`, label: accountTexts(context.language).title }}>
          <ButtonLink href={`/office${ROLES}/new`} icon="plus" main label={t.add} />
        </Heading>
        <p class="hint">{t.hint}</p>
        <List
          rows={listedRoles(context)}
          columns={(column) => [
            column(t.name, ({ id, name, hint }) => (
              <>
                {id === null ? name : <a href={`/office${ROLES}/${id}`}>{name}</a>}{' '}
                {hint !== '' && <small class="muted">{hint}</small>}
              </>
            )),
            column(t.permissions, ({ permissions }) =>
              PERMISSIONS.filter((permission) => permissions.has(permission))
                .map((permission) => names[permission])
                .join(', '),
            ),
            column(t.accounts, ({ accounts }) => accounts.map(({ name }) => name).join(', ')),
          ]}
        />
      </>
    ),
  };
}

const backToList = ({ language }: StoreContext) => ({ href: `/office${ROLES}`, label: roleTexts(language).title });

function newPage(context: StoreContext, form: Form<unknown>): Page {
  const t = roleTexts(context.language);
  return {
    title: t.add,
    body: (
      <>
        <Heading title={t.add} back={backToList(context)} />
        <section class="card form-only">
          <RoleForm context={context} form={form} action={`${ROLES}/new`} label={t.add} />
        </section>
      </>
    ),
  };
}

/** @param error why the role could not be removed */
function rolePage(context: StoreContext, form: Form<unknown>, error?: string): Page {
  const t = roleTexts(context.language);
  const role = existingRole(context.db, context.store.id, context.id());
  const path = `${ROLES}/${role.id}`;
  return {
    title: role.name,
    body: (
      <>
        <Heading title={role.name} back={backToList(context)} />
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        <section class="card form-only">
          <RoleForm
            context={context}
            role={role}
            form={error === undefined ? form : undefined}
            action={path}
            label={commonTexts(context.language).save}
          />
        </section>
        <div class="actions">
          <Confirm label={t.remove}>
            <p>{t.removeHint}</p>
            <PostButton action={`${path}/remove`} class="danger" label={t.remove} />
          </Confirm>
        </div>
      </>
    ),
  };
}

interface RoleFormProps {
  role?: CustomRole;
  form: Form<unknown> | undefined;
  action: string;
  label: string;
}

function RoleForm({ context, role, form, action, label }: StoreProps<RoleFormProps>) {
  const t = roleTexts(context.language);
  const names = permissionNames(context.language);
  const hints = permissionHints(context.language);
  const error = form?.errorOf('permissions');
  return (
    <Post action={action} form={form}>
      <TextField name="name" label={t.name} value={role?.name} required />
      <fieldset aria-describedby={error === undefined ? undefined : 'permissions-error'}>
        <legend>{t.permissions}</legend>
        {PERMISSIONS.map((permission) => (
          <CheckField
            name="permissions"
            value={permission}
            checked={role?.permissions.has(permission) ?? false}
            label={names[permission]}
            hint={hints[permission]}
          />
        ))}
        {error !== undefined && (
          <small class="error" id="permissions-error">
            {error}
          </small>
        )}
      </fieldset>
      <Submit label={label} />
    </Post>
  );
}
