import type { Child } from 'hono/jsx';
import { fields, text } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { Post, Submit, TextField } from '../forms/inputs.tsx';
import type { Page } from '../office-response.ts';
import { commonTexts } from '../page/common-texts.ts';
import { Confirm, Heading, Notice } from '../page/components.tsx';
import type { StoreContext } from '../request-context.ts';
import { warehouseTierTexts } from './warehouse-tier-texts.ts';

// Forms shared by warehouses and price tiers: both have a name, and a key for store files.

export const nameForm = fields({ name: text(100) });
export const noFields = fields({});

interface AddFormProps {
  context: StoreContext;
  /** Path of the add form, below `/office`. */
  path: string;
  title: string;
  label: string;
  form?: Form<unknown> | undefined;
}

export const AddForm = ({ context, path, title, label, form }: AddFormProps) => (
  <section class="card form-only">
    <h2>{title}</h2>
    <Post action={path} form={form} class="inline">
      <TextField name="name" label={label} required />
      <Submit label={commonTexts(context.language).add} />
    </Post>
  </section>
);

interface Item {
  name: string;
  key: string;
  /** Path of its edit page, below `/office`. */
  path: string;
  back: { href: string; label: string };
  label: string;
  /** Texts of the remove form. */
  removal: { label: string; hint: string; submit: string };
  /** Shown after the key. */
  details?: Child;
}

/** The page that renames or removes an item. @param error why it could not be removed */
export function renamePage(context: StoreContext, item: Item, form: Form<unknown>, error?: string): Page {
  const { name, key, path, back, label, removal, details } = item;
  const renameForm = error === undefined ? form : undefined;
  return {
    title: name,
    body: (
      <>
        <Heading title={name} back={back}>
          <Confirm label={removal.label}>
            <Post action={`${path}/remove`}>
              <p>{removal.hint}</p>
              <Submit label={removal.submit} />
            </Post>
          </Confirm>
        </Heading>
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        <section class="card form-only">
          <Post action={path} form={renameForm}>
            <TextField name="name" label={label} value={name} required />
            <p class="hint">
              {warehouseTierTexts(context.language).key}: <code>{key}</code>
              {details}
            </p>
            <Submit label={commonTexts(context.language).save} />
          </Post>
        </section>
      </>
    ),
  };
}
