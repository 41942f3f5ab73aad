import { asset } from '../../lib/assets.ts';

/**
 * Whether the password, ignoring case, is one of the most common ones. The list has only those that are long enough to
 * be chosen, and is read when a password is chosen: that is seldom.
 */
export const isCommonPassword = (password: string): boolean =>
  asset('src/domain/accounts/common-passwords.txt')
    .toString()
    .split('\n')
    .includes(password.normalize('NFC').trim().toLowerCase());
