/** What a list of products can be sorted by. */
export const SORT_KEYS = ['update_time', 'create_time', 'name', 'id'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Each column has an index of a store's live products in this order; products that are equal in it follow by id. */
export const SORT_COLUMNS = {
  update_time: 'update_time',
  create_time: 'create_time',
  name: 'folded_name',
  id: 'id',
} as const;
