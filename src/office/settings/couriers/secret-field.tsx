import { TextField } from '../../forms/inputs.tsx';

/** Never shows what was typed, and browsers do not offer a saved password. */
export const SecretField = (props: { name: string; label: string; hint: string }) => (
  <TextField {...props} value={undefined} type="password" autocomplete="new-password" />
);
