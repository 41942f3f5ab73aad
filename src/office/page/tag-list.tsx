import { MAX_TAG_LENGTH } from '../../lib/tags.ts';
import { bilingual } from '../bilingual.ts';
import type { Form } from '../forms/form.ts';
import { Post, Submit, TextField } from '../forms/inputs.tsx';
import { Tag } from './components.tsx';
import { useRequest } from './render-context.ts';

const texts = bilingual({
  tags: ['แท็ก', 'Tags'],
  newTag: ['เพิ่มแท็ก', 'Add tag'],
  add: ['เพิ่ม', 'Add'],
  remove: [(tag: string) => `ลบแท็ก ${tag}`, (tag: string) => `Remove tag ${tag}`],
});

interface TagsProps {
  tags: readonly string[];
  /** Tags in use. */
  suggested: readonly string[];
  /** Path below `/office` that adds a tag; with `/remove` it removes one. */
  action: string;
  /** Appended to the action. */
  query?: string;
  form?: Form<{ tag: string }> | undefined;
}

/** Tags as chips that can be removed, and a field that adds one; only the tags if the account may not change them. */
export function TagsCard({ tags, suggested, action, query = '', form }: TagsProps) {
  const request = useRequest();
  const t = texts(request.language);
  const mayChange = request.mayOpen(action, 'POST');
  if (!mayChange && tags.length === 0) return null;
  return (
    <section class="card tag-card">
      <h2>{t.tags}</h2>
      {mayChange ? <Chips tags={tags} action={action} query={query} /> : <TagList tags={tags} />}
      {mayChange && (
        <Post action={action + query} form={form} class="inline">
          <NewTagField suggested={suggested} required />
          <Submit class="secondary outline" label={t.add} />
        </Post>
      )}
    </section>
  );
}

/** A field for a tag that suggests those in use. */
export const NewTagField = ({ suggested, ...field }: Pick<TagsProps, 'suggested'> & Record<string, unknown>) => (
  <>
    <TextField
      name="tag"
      label={texts(useRequest().language).newTag}
      maxlength={MAX_TAG_LENGTH}
      list="known-tags"
      {...field}
    />
    <datalist id="known-tags">
      {suggested.map((tag) => (
        <option value={tag} />
      ))}
    </datalist>
  </>
);

export const TagList = ({ tags }: { tags: readonly string[] }) =>
  tags.length > 0 && (
    <p class="chips">
      {tags.map((tag) => (
        <Tag>{tag}</Tag>
      ))}
    </p>
  );

function Chips({ tags, action, query }: Pick<TagsProps, 'tags' | 'action' | 'query'>) {
  const t = texts(useRequest().language);
  if (tags.length === 0) return null;
  return (
    <Post action={`${action}/remove${query}`} class="chips">
      {tags.map((tag) => (
        <button type="submit" class="chip" name="tag" value={tag} aria-label={t.remove(tag)} title={t.remove(tag)}>
          <span class="break">{tag}</span> <span aria-hidden="true">×</span>
        </button>
      ))}
    </Post>
  );
}
