/**
 * FTS5 merges the parts of an index by itself, hundreds of pages within one commit, for which all others wait. Whoever
 * writes the index of orders has it merge a few pages each time.
 */
export const smallMerges = `
INSERT INTO order_search (order_search, rank) VALUES ('automerge', 0);
`;
