import { asset } from '../../lib/assets.ts';

/**
 * Whether the password, ignoring case, is one of the most common ones. The list has only passwords of the allowed
 * length. It is read each time, because passwords are rarely chosen.
 */
export const isCommonPassword = (password: string): boolean =>
  asset('src/domain/accounts/common-passwords.txt')
    .toString()
    .split('\n')
    .includes(password.normalize('NFC').trim().toLowerCase());
