/**
 * Customers are found by the words that orders are searched by, their telephones among them. Two indexes told the same
 * once more, which every order paid for.
 */
export const customersBySearch = `
DROP INDEX orders_by_recipient;
DROP INDEX addresses_by_telephone;
ALTER TABLE addresses DROP COLUMN telephone_key;
`;
