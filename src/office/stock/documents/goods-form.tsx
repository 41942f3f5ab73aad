import type { Child } from 'hono/jsx';
import { type Id, idText } from '../../../lib/ids.ts';
import { id, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Empty, Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { lineFields } from '../lines/line-form.ts';
import { LineBar, LineRows } from '../lines/line-rows.tsx';
import { stockTexts } from '../stock-texts.ts';
import { openWarehouses, warehouseOptions } from '../warehouse-options.ts';
import { goodsTexts } from './goods-texts.ts';

/** The fields of every form that moves stock. */
export const goodsFields = { ...lineFields, warehouse: id, note: optionalText() };

interface GoodsPage {
  title: string;
  action: string;
  /** The label of the warehouse field. */
  warehouseLabel: string;
  submit: string;
  noteHint: string;
  /** Fields besides the warehouse. */
  fields: Child;
  withCost?: boolean;
  hint?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: each page's form has fields of its own
type AnyForm = Form<any>;

/** A page with a form whose rows move stock. */
export function goodsPage(context: StoreContext, form: AnyForm, page: GoodsPage): Page {
  const t = goodsTexts(context.language);
  const [first] = openWarehouses(context);
  if (!first) return noWarehousePage(context, page.title);
  const body = (
    <>
      <Heading title={page.title} back={{ href: '/office/stock', label: stockTexts(context.language).stock }} />
      <Post action={page.action} form={form} class="card goods">
        <LineRows context={context} form={form} withCost={page.withCost ?? false} />
        {page.hint && <p class="hint">{page.hint}</p>}
        <div class="fields">
          <SelectField
            name="warehouse"
            label={page.warehouseLabel}
            options={warehouseOptions(context)}
            value={idText(first.id)}
          />
          {page.fields}
          <TextField name="note" label={t.note} hint={page.noteHint} />
        </div>
        <LineBar context={context} form={form} submit={page.submit} />
      </Post>
    </>
  );
  return { title: page.title, body };
}

export function noWarehousePage(context: StoreContext, title: string): Page {
  const t = stockTexts(context.language);
  const body = (
    <>
      <Heading title={title} back={{ href: '/office/stock', label: t.stock }} />
      <Empty title={t.noWarehouse} hint={t.noWarehouseHint}>
        <ButtonLink href="/office/settings" label={t.settings} />
      </Empty>
    </>
  );
  return { title, body };
}

/** Redirects to the new document. */
export const redirectToDocument = (context: StoreContext, documentId: Id, notice: string): Response =>
  context.redirect(`/stock/documents/${idText(documentId)}`, notice);
