import type * as v from 'valibot';
import type { Access } from './access.ts';
import type { FieldOf, Form } from './forms/form.ts';
import type { OfficeResponse, Page } from './office-response.ts';
import { FILE_FORMATS, fileResponse, fileUrl } from './page/file-formats.ts';
import type { ListFile } from './page/list-file.ts';
import type { AccountContext, GuestContext, StoreContext } from './request-context.ts';

type ContextFor<A extends Access> = A extends 'anyone'
  ? GuestContext
  : A extends 'account'
    ? AccountContext
    : StoreContext;

/** A route of the office. */
export interface Screen {
  method: 'GET' | 'POST';
  /** Below `/office`; ids as `:id`. */
  path: string;
  access: Access;
  /** Size limit of the form; the default has no room for files. */
  maxBytes?: number;
  /** Needs a recent check of the password, always or for some input; see sign-in/confirm.tsx. Not for forms with files. */
  sensitive?: boolean | ((context: StoreContext) => boolean);
  /** Whether it reads or writes so much that it runs in a thread; see large-requests/request-thread.ts. */
  isLarge?: (context: StoreContext) => boolean;
  /** The page has the camera scanner. */
  hasScanner?: boolean;
  handle: (context: StoreContext) => OfficeResponse | Promise<OfficeResponse>;
}

/** The screens of pages with the camera scanner. */
export const withScanner = (screens: readonly Screen[]): readonly Screen[] =>
  screens.map((screen) => ({ ...screen, hasScanner: true }));

type Options = Pick<Screen, 'maxBytes' | 'sensitive' | 'isLarge'>;

type Handler<A extends Access> = (context: ContextFor<A>) => OfficeResponse | Promise<OfficeResponse>;

export const get = <A extends Access>(
  path: string,
  access: A,
  handle: Handler<A>,
  options: Pick<Screen, 'sensitive' | 'isLarge'> = {},
): Screen => ({ method: 'GET', path, access, handle: handle as Screen['handle'], ...options });

/** A list as a file of each format, at `path` with the ending of the format. */
export const fileScreens = <A extends Access>(
  path: string,
  access: A,
  make: (context: ContextFor<A>) => ListFile | Promise<ListFile>,
  options: Pick<Screen, 'sensitive' | 'isLarge'> = {},
): readonly Screen[] =>
  FILE_FORMATS.map((format) =>
    get(fileUrl(path, format), access, async (context) => fileResponse(await make(context), format), options),
  );

/** A list of possibly thousands of rows that is read at once. */
export const largeFileScreens = <A extends Access>(
  path: string,
  access: A,
  make: (context: ContextFor<A>) => ListFile,
): readonly Screen[] => fileScreens(path, access, make, { isLarge: () => true });

export const post = <A extends Access>(path: string, access: A, handle: Handler<A>, options: Options = {}): Screen => ({
  method: 'POST',
  path,
  access,
  handle: handle as Screen['handle'],
  ...options,
});

type FormPage<A extends Access, Value> = (context: ContextFor<A>, form: Form<Value>) => Page | Promise<Page>;
type Submit<A extends Access, Value> = (
  context: ContextFor<A>,
  input: Value,
  form: Form<Value>,
) => OfficeResponse | Promise<OfficeResponse>;

interface FormRoute<A extends Access, Schema extends v.GenericSchema> extends Options {
  schema: Schema;
  page: FormPage<A, v.InferOutput<Schema>>;
  submit: Submit<A, v.InferOutput<Schema>>;
  fieldOf?: FieldOf;
  /** Adds the errors that the schema does not find. The other fields may be invalid: see `form.valid`. */
  check?: (context: ContextFor<A>, form: Form<v.InferOutput<Schema>>) => void;
}

/** A POST route for a form. Runs `submit` if the form is valid; otherwise shows `page` with the errors. */
export const postForm = <A extends Access, Schema extends v.GenericSchema>(
  path: string,
  access: A,
  { schema, page, submit, fieldOf, check, ...options }: FormRoute<A, Schema>,
): Screen => {
  const handle = (context: ContextFor<A>) => {
    const form: Form<v.InferOutput<Schema>> = context.form(schema);
    check?.(context, form);
    return form.submit(
      (input) => submit(context, input, form),
      () => page(context, form),
      fieldOf,
    );
  };
  return post(path, access, handle, options);
};

/** A page with a form, and the POST route of the form. */
export const formScreens = <A extends Access, Schema extends v.GenericSchema>(
  path: string,
  access: A,
  route: FormRoute<A, Schema>,
): readonly Screen[] => [
  get(path, access, (context) => route.page(context, context.form(route.schema))),
  postForm(path, access, route),
];
