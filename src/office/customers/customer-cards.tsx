import { priceTiers } from '../../domain/catalogue/price-tiers.ts';
import { memberIds } from '../../domain/orders/customers/customer.ts';
import { tierOfCustomer } from '../../domain/orders/customers/customer-tier.ts';
import { type CustomerNote, notesOfCustomers } from '../../domain/orders/customers/notes-and-tags.ts';
import { idText } from '../../lib/ids.ts';
import { MAX_LENGTH } from '../../lib/text-limits.ts';
import { FieldIdPrefix, Post, SelectField, Submit, TextAreaField, TextField } from '../forms/inputs.tsx';
import { Confirm, Time } from '../page/components.tsx';
import type { CustomerProps } from './customer-props.ts';
import { customersTexts } from './customers-texts.ts';

const formAt = ({ open }: CustomerProps, action: string) => (open?.action === action ? open.form : undefined);

/** The price tier with which new orders start, if the store has several. */
export function PriceTierCard(props: CustomerProps) {
  const { context, customer } = props;
  const t = customersTexts(context.language);
  const tiers = priceTiers(context.db, context.store.id);
  if (tiers.length < 2) return null;
  const first = tiers.find(({ isDefault }) => isDefault);
  const action = `/customers/${customer.id}/price-tier`;
  return (
    <section class="card">
      <h2>{t.priceTier}</h2>
      <Post action={action} form={formAt(props, action)}>
        <SelectField
          name="price_tier_id"
          label={t.priceTier}
          labelHidden
          hint={t.priceTierHint}
          value={tierOfCustomer(context.db, customer)?.id}
          empty={first?.name ?? ''}
          options={tiers.filter((tier) => tier !== first).map(({ id, name }) => ({ value: idText(id), label: name }))}
        />
        <Submit class="secondary outline small" label={t.savePriceTier} />
      </Post>
    </section>
  );
}

/** Notes of the store about the customer. */
export function NotesCard(props: CustomerProps) {
  const { context, customer } = props;
  const t = customersTexts(context.language);
  const action = `/customers/${customer.id}/notes`;
  return (
    <section class="card">
      <h2>{t.notes}</h2>
      <ul class="notes">
        {notesOfCustomers(context.db, memberIds(customer)).map((note) => (
          <Note {...props} note={note} action={`${action}/${note.id}`} />
        ))}
      </ul>
      <Post action={action} form={formAt(props, action)}>
        <TextAreaField name="text" label={t.note} hint={t.noteHint} rows={3} maxlength={MAX_LENGTH.note} required />
        <Submit class="secondary outline small" label={t.addNote} />
      </Post>
    </section>
  );
}

function Note({ note: { text, author, createTime }, action, ...props }: CustomerProps & NoteProps) {
  const t = customersTexts(props.context.language);
  const form = formAt(props, action);
  return (
    <li>
      <p class="break lines">{text}</p>
      <div class="note-foot">
        <small class="muted">
          {author !== null && `${author} · `}
          <Time at={createTime} />
        </small>
        <Post action={`${action}/remove`}>
          <Submit class="quiet" label={t.deleteNote} />
        </Post>
      </div>
      <details open={form !== undefined}>
        <summary>{t.editNote}</summary>
        <FieldIdPrefix.Provider value={`${action.replaceAll('/', '-')}-`}>
          <Post action={action} form={form}>
            <input type="hidden" name="was" value={text} />
            <TextAreaField
              name="text"
              label={t.noteText}
              labelHidden
              value={text}
              rows={3}
              maxlength={MAX_LENGTH.note}
              required
            />
            <Submit class="secondary outline small" label={t.saveNote} />
          </Post>
        </FieldIdPrefix.Provider>
      </details>
    </li>
  );
}

interface NoteProps {
  note: CustomerNote;
  /** Path that saves it. */
  action: string;
}

/** The merged telephones, and a form that merges another one. */
export function MergeCard(props: CustomerProps) {
  const { context, customer } = props;
  const t = customersTexts(context.language);
  const path = `/customers/${customer.id}`;
  const form = formAt(props, `${path}/merge`);
  return (
    <section class="card">
      <h2>{t.telephones}</h2>
      <ul class="notes">
        {customer.members.map(({ id, name, telephone }) => (
          <li class="note-foot">
            <span class="break">
              {telephone} <small class="muted">{name}</small>
            </span>
            {id !== customer.id && (
              <Post action={`${path}/separate/${id}`}>
                <Submit class="quiet" label={t.separate} aria-label={t.separateNamed(telephone)} />
              </Post>
            )}
          </li>
        ))}
      </ul>
      <Confirm label={t.merge} danger={false} open={form !== undefined}>
        <Post action={`${path}/merge`} form={form}>
          <p class="hint">{t.mergeHint}</p>
          <TextField name="telephone" type="tel" label={t.otherTelephone} required />
          <SelectField
            name="main"
            label={t.main}
            options={[
              { value: 'this', label: t.mainThis(customer.name) },
              { value: 'other', label: t.mainOther },
            ]}
          />
          <Submit label={t.mergeYes} />
        </Post>
      </Confirm>
    </section>
  );
}
