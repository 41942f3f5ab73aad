import { fieldLabel } from '../../lib/messages/field-labels.ts';
import { Tag } from '../page/components.tsx';
import { useRequest } from '../page/render-context.ts';

/** The code of a shelf, if the variant has one. */
export const ShelfLocation = ({ code }: { code: string | null | undefined }) =>
  code ? (
    <Tag>
      <span class="visually-hidden">{fieldLabel('shelf_location', useRequest().language)}</span> {code}
    </Tag>
  ) : null;
