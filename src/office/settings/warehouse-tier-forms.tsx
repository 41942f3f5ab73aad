import type { Child } from 'hono/jsx';
import type { Page } from '../answer.ts';
import { fields, text } from '../forms/fields.ts';
import type { Form } from '../forms/form.ts';
import { Post, Submit, TextField } from '../forms/inputs.tsx';
import { commonTexts } from '../page/common-texts.ts';
import { ButtonLink, Confirm, Heading, Notice } from '../page/components.tsx';
import type { StoreContext } from '../request-context.ts';
import { warehouseTierTexts } from './warehouse-tier-texts.ts';

// Warehouses and price tiers: a name, and a key that store files know them by.

export const nameForm = fields({ name: text(100) });
export const noFields = fields({});

export const CsvLink = ({ href }: { href: string }) => (
  <ButtonLink href={href} icon="download" download>
    CSV
  </ButtonLink>
);

interface Adding {
  context: StoreContext;
  /** Where it is added, below `/office`. */
  path: string;
  title: string;
  /** Of its name. */
  label: string;
  form?: Form<unknown> | undefined;
}

export const AddNamed = ({ context, path, title, label, form }: Adding) => (
  <section class="card form-only">
    <h2>{title}</h2>
    <Post context={context} action={path} form={form} class="inline">
      <TextField form={form} name="name" label={label} required />
      <Submit>{commonTexts(context.language).add}</Submit>
    </Post>
  </section>
);

interface Named {
  name: string;
  key: string;
  /** Its own address, below `/office`. */
  path: string;
  back: { href: string; label: string };
  /** Of its name. */
  label: string;
  /** What is said and asked before it is removed. */
  removal: { label: string; about: string; submit: string };
  /** What else is said of it. */
  about?: Child;
}

/** @param refused why it cannot be removed */
export function namedPage(context: StoreContext, named: Named, form: Form<unknown>, refused?: string): Page {
  const { name, key, path, back, label, removal, about } = named;
  const shown = refused === undefined ? form : undefined;
  return {
    title: name,
    body: (
      <>
        <Heading title={name} back={back}>
          <Confirm label={removal.label}>
            <Post context={context} action={`${path}/remove`}>
              <p>{removal.about}</p>
              <Submit>{removal.submit}</Submit>
            </Post>
          </Confirm>
        </Heading>
        {refused !== undefined && <Notice tone="bad">{refused}</Notice>}
        <section class="card form-only">
          <Post context={context} action={path} form={shown}>
            <TextField form={shown} name="name" label={label} value={name} required />
            <p class="hint">
              {warehouseTierTexts(context.language).key}: <code>{key}</code>
              {about}
            </p>
            <Submit>{commonTexts(context.language).save}</Submit>
          </Post>
        </section>
      </>
    ),
  };
}
