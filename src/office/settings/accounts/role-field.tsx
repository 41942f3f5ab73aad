import { requireFreeName } from '../../../domain/accounts/account-changes.ts';
import type { Account } from '../../../domain/accounts/accounts.ts';
import { BUILT_IN_ROLES, type Role } from '../../../domain/accounts/permissions.ts';
import { listRoles, type RoleChoice, roleByKey } from '../../../domain/accounts/roles.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import { type Id, idText } from '../../../lib/ids.ts';
import type { Form } from '../../forms/form.ts';
import { type Option, SelectField } from '../../forms/inputs.tsx';
import type { StoreContext } from '../../request-context.ts';
import { accountTexts } from './account-texts.ts';
import { roleHints, roleNames } from './role-texts.ts';

type AccountRole = Pick<Account, 'role' | 'roleId' | 'roleName'>;

/** The name of an account's role, in the language of the office. */
export const roleNameOf = (
  { language }: StoreContext,
  { role, roleName }: Pick<Account, 'role' | 'roleName'>,
): string => (role === 'custom' ? (roleName ?? '') : roleNames(language)[role]);

const keyOf = ({ role, roleId }: { role: Role; roleId: AccountRole['roleId'] }): string =>
  roleId === null ? role : idText(roleId);

/** The built-in roles from the narrowest on, then the store's own. */
function roleOptions({ db, store, language }: StoreContext): Option[] {
  const builtIn = BUILT_IN_ROLES.map((role) => ({
    value: role,
    label: `${roleNames(language)[role]}: ${roleHints(language)[role]}`,
  }));
  return [
    ...builtIn.toReversed(),
    ...listRoles(db, store.id).map(({ id, name }) => ({ value: idText(id), label: name })),
  ];
}

/** The role of an account in a form, as `role`. */
export const RoleField = ({ context, account }: { context: StoreContext; account?: AccountRole }) => (
  <SelectField
    name="role"
    label={accountTexts(context.language).role}
    value={account ? keyOf(account) : 'packer'}
    options={roleOptions(context)}
  />
);

/** @throws AppError invalid_request unless the store has the role */
export function chosenRole({ db, store }: StoreContext, key: string): RoleChoice {
  const chosen = roleByKey(db, store.id, key);
  if (!chosen) throw invalidRequest('role_not_found', { path: 'role' });
  return chosen;
}

/** Adds the errors of both fields of an account. `own` is the account that is changed. */
export function checkNameAndRole(context: StoreContext, form: Form<{ name: string; role: string }>, own?: Id): void {
  const { name, role } = form.valid ?? {};
  if (name !== undefined) form.check(() => requireFreeName(context.db, name, own));
  if (role !== undefined) form.check(() => chosenRole(context, role));
}
