/** The longest texts that can be stored, in code points (docs/decisions.md#text-lengths). */
export const MAX_LENGTH = {
  /** Names, and each line of an address. */
  name: 500,
  email: 254,
  telephone: 64,
  /** Number of a person, company or branch on a tax invoice. */
  legalId: 64,
  addressNote: 5_000,
  /** Notes of orders, payments and stock documents. */
  note: 1_000,
  description: 20_000,
  sku: 256,
  shelfLocation: 20,
  url: 2_048,
  /** Other settings, such as a key for a courier. */
  setting: 2_048,
} as const;

/** Characters of a text that a list shows. */
export const MAX_LISTED_LENGTH = 200;

/** Characters of a text on an order page, in print or in an export. Above all input limits, so only old texts are truncated. */
export const MAX_SHOWN_LENGTH = 5_000;

/** Characters of a search text that are used. */
export const MAX_QUERY_LENGTH = 200;
