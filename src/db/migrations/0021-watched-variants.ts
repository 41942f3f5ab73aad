/** Of which variants an owner wants to hear that little is left: the others need not be read to tell. */
export const watchedVariants = `
CREATE INDEX variants_watched ON variants (store_id) WHERE low_stock_threshold IS NOT NULL;
`;
