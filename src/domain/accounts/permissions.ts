/** The permissions of roles. The pages of the office name the permissions they need. */
export const PERMISSIONS = [
  'orders',
  'money',
  'stock',
  'products',
  'costs',
  'customer_data',
  'partners',
  'settings',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** The roles that every store has. Only an owner has accounts, the audit log and, with all stores, backups. */
export const BUILT_IN_ROLES = ['owner', 'manager', 'staff', 'warehouse', 'packer', 'bookkeeper'] as const;

export type BuiltInRole = (typeof BUILT_IN_ROLES)[number];

/** `custom`: a role of the store's own. */
export type Role = BuiltInRole | 'custom';

const PERMISSIONS_OF: Record<BuiltInRole, readonly Permission[]> = {
  owner: PERMISSIONS,
  manager: PERMISSIONS,
  staff: ['orders', 'money', 'stock', 'products', 'customer_data'],
  warehouse: ['orders', 'stock'],
  packer: ['orders'],
  bookkeeper: ['money', 'costs', 'customer_data'],
};

export const permissionsOf = (role: BuiltInRole): ReadonlySet<Permission> => new Set(PERMISSIONS_OF[role]);

const isPermission = (word: string): word is Permission => (PERMISSIONS as readonly string[]).includes(word);

/** Stored as words separated by spaces. */
export const parsePermissions = (text: string): ReadonlySet<Permission> =>
  new Set(text.split(' ').filter(isPermission));

/** In the order of `PERMISSIONS`. */
export const permissionsText = (permissions: ReadonlySet<Permission>): string =>
  PERMISSIONS.filter((permission) => permissions.has(permission)).join(' ');
