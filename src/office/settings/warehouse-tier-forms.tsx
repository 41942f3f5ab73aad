import type { Child } from 'hono/jsx';
import type { Page } from '../answer.ts';
import { fields, text } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { Post, Submit, TextField } from '../forms/inputs.tsx';
import { commonTexts } from '../page/common-texts.ts';
import { Confirm, Heading, Notice } from '../page/components.tsx';
import type { StoreContext } from '../request-context.ts';
import { warehouseTierTexts } from './warehouse-tier-texts.ts';

// Forms shared by warehouses and price tiers: both have a name, and a key for store files.

export const nameForm = fields({ name: text(100) });
export const noFields = fields({});

interface Adding {
  context: StoreContext;
  /** Path of the add form, below `/office`. */
  path: string;
  title: string;
  label: string;
  form?: Form<unknown> | undefined;
}

export const AddNamed = ({ context, path, title, label, form }: Adding) => (
  <section class="card form-only">
    <h2>{title}</h2>
    <Post action={path} form={form} class="inline">
      <TextField name="name" label={label} required />
      <Submit label={commonTexts(context.language).add} />
    </Post>
  </section>
);

interface Named {
  name: string;
  key: string;
  /** Path of its page, below `/office`. */
  path: string;
  back: { href: string; label: string };
  label: string;
  /** Texts of the removal. */
  removal: { label: string; about: string; submit: string };
  /** Shown after the key. */
  about?: Child;
}

/** @param error why it could not be removed */
export function namedPage(context: StoreContext, named: Named, form: Form<unknown>, error?: string): Page {
  const { name, key, path, back, label, removal, about } = named;
  const shown = error === undefined ? form : undefined;
  return {
    title: name,
    body: (
      <>
        <Heading title={name} back={back}>
          <Confirm label={removal.label}>
            <Post action={`${path}/remove`}>
              <p>{removal.about}</p>
              <Submit label={removal.submit} />
            </Post>
          </Confirm>
        </Heading>
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        <section class="card form-only">
          <Post action={path} form={shown}>
            <TextField name="name" label={label} value={name} required />
            <p class="hint">
              {warehouseTierTexts(context.language).key}: <code>{key}</code>
              {about}
            </p>
            <Submit label={commonTexts(context.language).save} />
          </Post>
        </section>
      </>
    ),
  };
}
