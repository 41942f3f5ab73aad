import type { Child } from 'hono/jsx';
import { type Id, idText } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { id, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import { ButtonLink, Empty, Heading } from '../../page/parts.tsx';
import type { Visit } from '../../visit.ts';
import { lineFields } from '../lines/line-form.ts';
import { LineRows } from '../lines/line-rows.tsx';
import { stockTexts } from '../stock-texts.ts';
import { openPlaces, placeOptions } from '../warehouse-options.ts';
import { goodsTexts } from './goods-texts.ts';

/** What every form that moves goods has. */
export const goodsFields = { ...lineFields, warehouse: id, note: optionalText() };

export interface GoodsPage {
  title: string;
  action: string;
  /** What the warehouse is asked for as. */
  placeLabel: string;
  submit: string;
  /** More fields beside the warehouse. */
  fields: Child;
  withCost?: boolean;
  hint?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: each page's form has fields of its own
type AnyForm = Form<any>;

/** A page with a form that moves goods in rows. */
export function goodsPage(visit: Visit, form: AnyForm, page: GoodsPage): Page {
  const t = goodsTexts(visit.language);
  const [first] = openPlaces(visit);
  if (!first) return noWarehouse(visit, page.title);
  const body = (
    <>
      <Heading title={page.title} back={{ href: '/office/stock', label: stockTexts(visit.language).stock }} />
      <Post visitor={visit} action={page.action} form={form} class="card goods">
        <LineRows visit={visit} form={form} withCost={page.withCost ?? false} />
        {page.hint && <p class="hint">{page.hint}</p>}
        <div class="fields">
          <SelectField
            form={form}
            name="warehouse"
            label={page.placeLabel}
            options={placeOptions(visit)}
            value={idText(first.id)}
          />
          {page.fields}
          <TextField form={form} name="note" label={t.note} hint={t.noteHint} />
        </div>
        <Submit>{page.submit}</Submit>
      </Post>
    </>
  );
  return { title: page.title, body };
}

export function noWarehouse(visit: Visit, title: string): Page {
  const t = stockTexts(visit.language);
  const body = (
    <>
      <Heading title={title} back={{ href: '/office/stock', label: t.stock }} />
      <Empty title={t.noWarehouse}>
        <p>{t.noWarehouseHint}</p>
        {visit.isOwner && <ButtonLink href="/office/settings">{t.settings}</ButtonLink>}
      </Empty>
    </>
  );
  return { title, body };
}

/** To the document that was made. */
export const toDocument = (visit: Visit, documentId: Id, notice: string): Response =>
  visit.redirect(`/stock/documents/${idText(documentId)}`, notice);
