import { aria, Field, type FieldProps, fieldError, inputAttributes } from './inputs.tsx';

/** A password is never sent back to the browser. Its hint is the rule that an error repeats, so only one is shown. */
export const PasswordField = ({ hint, ...rest }: FieldProps) => {
  const isWrong = fieldError(rest) !== undefined;
  const props = isWrong ? rest : { hint, ...rest };
  return <SecretField autocomplete="current-password" {...props} />;
};

/** A secret of another service, such as a token. It is never sent back to the browser, which offers no saved password. */
export const SecretField = (props: FieldProps) => (
  <Field {...props}>
    <input type="password" {...aria(props)} autocomplete="new-password" {...inputAttributes(props)} />
  </Field>
);
