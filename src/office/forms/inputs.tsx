import { html, raw } from 'hono/html';
import { type Child, createContext, useContext } from 'hono/jsx';
import { commonTexts } from '../page/common-texts.ts';
import type { GuestContext } from '../request-context.ts';
import type { FieldName, Form } from './form.ts';

// biome-ignore lint/suspicious/noExplicitAny: a form of whatever it means is drawn the same way
type AnyForm = Form<any>;

/** What every form brings back. */
export const CsrfField = ({ context }: { context: GuestContext }) => (
  <input type="hidden" name="csrf" value={context.request.csrf} />
);

interface PostProps {
  context: GuestContext;
  /** Below `/office`. */
  action: string;
  form?: AnyForm | undefined;
  class?: string | undefined;
  /** It has files. */
  files?: boolean;
  /** Its answer is a file: htmx leaves it to the browser. */
  plain?: boolean;
  /** `_blank`: its answer opens beside the page. */
  target?: string;
  children: Child;
}

/** A form that changes something. What is wrong with it as a whole stands above its fields. */
export const Post = ({ context, action, form, files, plain, target, children, ...rest }: PostProps) => (
  <form
    method="post"
    action={`/office${action}`}
    class={rest.class}
    enctype={files ? 'multipart/form-data' : undefined}
    hx-boost={plain ? 'false' : undefined}
    target={target}
    novalidate
  >
    <CsrfField context={context} />
    {form?.hasErrors && (
      <p class="notice bad" role="alert">
        {form.error ?? commonTexts(context.language).faulty}
      </p>
    )}
    {children}
  </form>
);

interface FieldProps {
  form?: AnyForm | undefined;
  name: string;
  /** Which one where there are several of this name. */
  at?: number;
  label: Child;
  /** Seen by readers of screens only. */
  labelHidden?: boolean;
  hint?: Child;
  /** Shown when the form comes up for the first time. */
  value?: string | number | null | undefined;
  required?: boolean;
  [attribute: string]: unknown;
}

const fieldName = ({ name, at }: Pick<FieldProps, 'name' | 'at'>): FieldName => (at === undefined ? name : [name, at]);
/** Tells the fields of one form from those of the page's others: `refund-`. */
export const FieldsOf = createContext('');
const idOf = ({ name, at }: Pick<FieldProps, 'name' | 'at'>) =>
  `field-${useContext(FieldsOf)}${name}${at === undefined ? '' : `-${at}`}`;

/** What was typed, else what there is. */
const shown = ({ form, name, at, value }: FieldProps): string =>
  form?.typed(name, at) ?? (value === null || value === undefined ? '' : String(value));

/** What ties an input to its hint and its fault. */
function aria(props: FieldProps) {
  const id = idOf(props);
  const fault = props.form?.errorOf(fieldName(props));
  const described = [
    ...(fault === undefined ? [] : [`${id}-fault`]),
    ...(props.hint === undefined ? [] : [`${id}-hint`]),
  ];
  return {
    id,
    name: props.name,
    required: props.required,
    'aria-invalid': fault === undefined ? undefined : ('true' as const),
    'aria-describedby': described.join(' ') || undefined,
  };
}

/** The label, what it is tied to, and below it the fault or the hint. */
export function Field({ children, ...props }: FieldProps & { children: Child }) {
  const id = idOf(props);
  const fault = props.form?.errorOf(fieldName(props));
  return (
    <div class="field">
      <label for={id} class={props.labelHidden ? 'visually-hidden' : undefined}>
        {props.label}
      </label>
      {children}
      {fault !== undefined && (
        <small class="fault" id={`${id}-fault`}>
          {fault}
        </small>
      )}
      {props.hint !== undefined && <small id={`${id}-hint`}>{props.hint}</small>}
    </div>
  );
}

/** What of a field's attributes is the input's own. */
const own = ({ form, name, at, label, labelHidden, hint, value, required, children, ...rest }: FieldProps) => rest;

export const TextField = (props: FieldProps) => (
  <Field {...props}>
    <input type="text" {...aria(props)} value={shown(props)} autocomplete="off" {...own(props)} />
  </Field>
);

/** Baht. */
export const AmountField = (props: FieldProps) => <TextField inputmode="decimal" {...props} />;

/** A whole number. */
export const WholeField = (props: FieldProps) => <TextField inputmode="numeric" {...props} />;

/** A time in Bangkok; `value` as `2026-11-21T22:47`. */
export const TimeField = (props: FieldProps) => <TextField type="datetime-local" {...props} />;
export const DayField = (props: FieldProps) => <TextField type="date" {...props} />;

/** What was typed never comes back. */
export const PasswordField = (props: FieldProps) => (
  <Field {...props}>
    <input type="password" {...aria(props)} autocomplete="current-password" {...own(props)} />
  </Field>
);

export const FileField = (props: FieldProps) => (
  <Field {...props}>
    <input type="file" {...aria(props)} {...own(props)} />
  </Field>
);

export const TextAreaField = (props: FieldProps) => (
  <Field {...props}>
    <textarea {...aria(props)} {...own(props)}>
      {shown(props)}
    </textarea>
  </Field>
);

export interface Option {
  value: string;
  label: string;
}

/** `empty`: what stands for no choice; without it one has to be chosen. */
export const SelectField = ({
  options,
  empty,
  ...props
}: FieldProps & { options: readonly Option[]; empty?: string }) => {
  const chosen = shown(props as FieldProps);
  return (
    <Field {...(props as FieldProps)}>
      <select {...aria(props as FieldProps)} {...own(props as FieldProps)}>
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map(
          ({ value, label }) => html`<option value="${value}"${value === chosen && SELECTED}>${label}</option>`,
        )}
      </select>
    </Field>
  );
};

const SELECTED = raw(' selected=""');

interface CheckProps {
  form?: AnyForm | undefined;
  name: string;
  /** What it sends when it is ticked. */
  value?: string;
  checked?: boolean;
  label: Child;
  hint?: Child;
  [attribute: string]: unknown;
}

/** A box to tick. */
export function CheckField({ form, name, value = 'on', checked = false, label, hint, ...rest }: CheckProps) {
  const id = `field-${useContext(FieldsOf)}${name}-${value}`;
  return (
    <div class="check">
      <input
        type="checkbox"
        id={id}
        name={name}
        value={value}
        checked={form?.has(name, value) ?? checked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...rest}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

/** Sends the form. */
export const Submit = ({ children, ...rest }: { children: Child; [attribute: string]: unknown }) => (
  <button type="submit" {...rest}>
    {children}
  </button>
);
