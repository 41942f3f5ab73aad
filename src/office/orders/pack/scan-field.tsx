import type { Form } from '../../forms/form.ts';
import { Field } from '../../forms/inputs.tsx';

/** Takes what a scanner types. It is empty each time: a scanner types the next code after what is left there. */
export function ScanField({ form, label }: { form: Form<unknown> | undefined; label: string }) {
  const hasErrors = form?.errorOf('code') !== undefined;
  return (
    <Field form={form} name="code" label={label}>
      <input
        type="text"
        id="field-code"
        name="code"
        value=""
        required
        autofocus
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="go"
        aria-invalid={hasErrors ? 'true' : undefined}
        aria-describedby={hasErrors ? 'field-code-fault' : undefined}
      />
    </Field>
  );
}
