import { html, raw } from 'hono/html';
import { type Child, createContext, useContext } from 'hono/jsx';
import type { Language } from '../../lib/messages/catalogue.ts';
import { commonTexts } from '../page/common-texts.ts';
import { RenderContext, useRequest } from '../page/render-context.ts';
import { controlTexts } from './control-texts.ts';
import type { FieldName, Form } from './form.ts';

// biome-ignore lint/suspicious/noExplicitAny: inputs work with any form
type AnyForm = Form<any>;

/** The form that contains a field, for its typed text and its error. */
const FormContext = createContext<AnyForm | undefined>(undefined);

/** The form around the component. */
export const useForm = (): AnyForm | undefined => useContext(FormContext);

/** Every form must contain it. */
export const CsrfField = () => <input type="hidden" name="csrf" value={useRequest().request.csrf} />;

interface PostProps {
  /** Below `/office`. */
  action: string;
  form?: AnyForm | undefined;
  /** For fields outside the form, with the attribute `form`. */
  id?: string;
  class?: string | undefined;
  /** The form has file fields. */
  files?: boolean;
  /** Not handled by htmx, because the response is a file. */
  plain?: boolean;
  /** `_blank` opens the response in a new tab. */
  target?: string;
  /** Message above a form with field errors. Default: not saved. */
  invalid?: string;
  children: Child;
}

/** A POST form; errors of the whole form are shown above its fields. Not shown if the account may not submit it. */
export const Post = (props: PostProps) => useRequest().mayOpen(props.action, 'POST') && <OpenPost {...props} />;

const OpenPost = ({ action, form, files, plain, target, invalid, children, ...rest }: PostProps) => (
  <form
    method="post"
    action={`/office${action}`}
    id={rest.id}
    class={rest.class}
    enctype={files ? 'multipart/form-data' : undefined}
    hx-boost={plain ? 'false' : undefined}
    target={target}
    data-typed={form?.isTyped && useRequest().request.method === 'POST' ? '' : undefined}
    novalidate
  >
    <CsrfField />
    <FormError form={form} invalid={invalid} />
    <FormContext.Provider value={form}>{children}</FormContext.Provider>
  </form>
);

/** The error of the whole form: a page that no longer has the form shows it by itself. */
export const FormError = ({ form, invalid }: Pick<PostProps, 'form' | 'invalid'>) =>
  form?.hasErrors ? (
    <p class="notice bad" role="alert">
      {form.error ?? invalid ?? commonTexts(useRequest().language).notSaved}
      <ErrorLinkOf form={form} />
    </p>
  ) : null;

/** After a space, the page that the error of the field, or of the whole form, refers to. */
function ErrorLinkOf({ form, name }: { form: AnyForm | undefined; name?: FieldName }) {
  const link = form?.linkOf(name);
  return (
    link &&
    useRequest().mayOpen(link.href) && (
      <>
        {' '}
        <a href={link.href}>{link.label}</a>
      </>
    )
  );
}

export interface FieldProps {
  /** By default the form around the field. */
  form?: AnyForm | undefined;
  /** The `id` of a form that the field lies outside of. */
  formId?: string | undefined;
  name: string;
  /** Index among the fields with this name. */
  at?: number;
  label: Child;
  /** Only for screen readers. */
  labelHidden?: boolean;
  hint?: Child;
  /** Initial value. */
  value?: string | number | null | undefined;
  required?: boolean;
  [attribute: string]: unknown;
}

const fieldName = ({ name, at }: Pick<FieldProps, 'name' | 'at'>): FieldName => (at === undefined ? name : [name, at]);
/** Prefix of field ids, e.g. `refund-`, for pages with several forms. */
export const FieldIdPrefix = createContext('');
const idOf = ({ name, at }: Pick<FieldProps, 'name' | 'at'>) =>
  `field-${useContext(FieldIdPrefix)}${name}${at === undefined ? '' : `-${at}`}`;

/** The error at the field of a form. */
export const fieldError = (props: FieldProps): string | undefined => formOf(props)?.errorOf(fieldName(props));

const formOf = ({ form }: Pick<FieldProps, 'form'>): AnyForm | undefined => form ?? useForm();

/** The typed text, or the initial value. */
export const currentValue = ({ form, name, at, value }: FieldProps): string =>
  formOf({ form })?.typed(name, at) ?? (value === null || value === undefined ? '' : String(value));

/** Attributes that connect an input with its hint and its error. */
export function aria(props: FieldProps) {
  const id = idOf(props);
  const error = fieldError(props);
  const described = [
    ...(error === undefined ? [] : [`${id}-error`]),
    ...(props.hint === undefined ? [] : [`${id}-hint`]),
  ];
  return {
    id,
    form: props.formId,
    name: props.name,
    required: props.required,
    'aria-invalid': error === undefined ? undefined : ('true' as const),
    'aria-describedby': described.join(' ') || undefined,
  };
}

/** A label, an input, and the error or hint below. With `errorElsewhere` the page shows the error in another place. */
export function Field({ children, ...props }: FieldProps & { children: Child }) {
  const id = idOf(props);
  const error = formOf(props)?.errorOf(fieldName(props), props.label);
  return (
    <div class="field">
      <label for={id} class={props.labelHidden ? 'visually-hidden' : undefined}>
        {props.label}
      </label>
      {children}
      {error !== undefined && !props.errorElsewhere && (
        <small class="error" id={`${id}-error`}>
          {error}
          <ErrorLinkOf form={formOf(props)} name={fieldName(props)} />
        </small>
      )}
      {props.hint !== undefined && <small id={`${id}-hint`}>{props.hint}</small>}
    </div>
  );
}

/** The attributes for the input element itself. */
export const inputAttributes = ({
  form,
  formId,
  name,
  at,
  label,
  labelHidden,
  hint,
  value,
  required,
  errorElsewhere,
  children,
  ...rest
}: FieldProps) => rest;

export const TextField = (props: FieldProps) => (
  <Field {...props}>
    <input type="text" {...aria(props)} value={currentValue(props)} autocomplete="off" {...inputAttributes(props)} />
  </Field>
);

/** Baht. */
export const AmountField = (props: FieldProps) => <TextField inputmode="decimal" {...props} />;

export const IntegerField = (props: FieldProps) => <TextField inputmode="numeric" {...props} />;

/** With scripts, the input lies invisible over a button in the language of the page: browsers use their own language. */
export const FileField = (props: FieldProps) => {
  const language = useContext(RenderContext)?.language ?? props.form?.language;
  return (
    <Field {...props}>
      <div class="file">
        <input type="file" {...aria(props)} {...inputAttributes(props)} />
        {language && <FileFace language={language} many={props.multiple === true} />}
      </div>
    </Field>
  );
};

function FileFace({ language, many }: { language: Language; many: boolean }) {
  const t = controlTexts(language);
  return (
    <span class="file-face scripted-only" aria-hidden="true" data-many={t.manyFiles} data-none={t.noFile}>
      <span class="button">{many ? t.chooseFiles : t.chooseFile}</span> <span class="file-name">{t.noFile}</span>
    </span>
  );
}

export const TextAreaField = (props: FieldProps) => (
  <Field {...props}>
    <textarea {...aria(props)} {...inputAttributes(props)}>
      {currentValue(props)}
    </textarea>
  </Field>
);

export interface Option {
  value: string;
  label: string;
}

/** `empty` is the label of the empty choice; without it a choice is required. */
export const SelectField = ({
  options,
  empty,
  ...props
}: FieldProps & { options: readonly Option[]; empty?: string }) => {
  const chosen = currentValue(props as FieldProps);
  return (
    <Field {...(props as FieldProps)}>
      <select {...aria(props as FieldProps)} {...inputAttributes(props as FieldProps)}>
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
  name: string;
  /** Submitted value if checked. */
  value?: string;
  checked?: boolean;
  label: Child;
  hint?: Child;
  [attribute: string]: unknown;
}

export function CheckField({ name, value = 'on', checked = false, label, hint, ...rest }: CheckProps) {
  const id = `field-${useContext(FieldIdPrefix)}${name}-${value}`;
  // of checkboxes with one name, the group shows the error
  const error = value === 'on' ? useForm()?.errorOf(name) : undefined;
  const described = [...(error === undefined ? [] : [`${id}-error`]), ...(hint === undefined ? [] : [`${id}-hint`])];
  return (
    <div class="check">
      <input
        type="checkbox"
        id={id}
        name={name}
        value={value}
        checked={useForm()?.has(name, value) ?? checked}
        aria-invalid={error === undefined ? undefined : 'true'}
        aria-describedby={described.join(' ') || undefined}
        {...rest}
      />
      <label for={id}>{label}</label>
      {error !== undefined && (
        <small class="error" id={`${id}-error`}>
          {error}
        </small>
      )}
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

export const Submit = ({ label, ...rest }: { label: Child; [attribute: string]: unknown }) => (
  <button type="submit" {...rest}>
    {label}
  </button>
);

interface PostButtonProps extends Pick<PostProps, 'action' | 'form' | 'plain'> {
  label: Child;
  [attribute: string]: unknown;
}

/** A button that posts a form without fields. It shows the error of the form. */
export const PostButton = ({ action, form, plain = false, ...button }: PostButtonProps) => (
  <Post action={action} form={form} plain={plain}>
    <Submit {...button} />
  </Post>
);
