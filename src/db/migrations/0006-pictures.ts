/** Pictures of products that the store uploaded itself; product_images and variants name their paths. */
export const pictures = `
-- Each in three sizes, all JPEG; the small ones first, so that reading one does not pass through the large.
CREATE TABLE pictures (
  name TEXT PRIMARY KEY, -- the hash of the full size
  create_time INTEGER NOT NULL,
  tiny BLOB NOT NULL,
  thumbnail BLOB NOT NULL,
  full_size BLOB NOT NULL
) STRICT;

-- Whether anything still shows a picture.
CREATE INDEX product_images_by_url ON product_images (url);
CREATE INDEX variants_by_image ON variants (image_url) WHERE image_url IS NOT NULL;
`;
