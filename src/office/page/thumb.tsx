const LETTER = /[ก-ฮ]|(?![\u0e00-\u0e7f])[\p{L}\p{N}]/u;

/** The first letter of the name, skipping Thai vowels that are written before their consonant. */
const initialOf = (name: string): string | undefined => LETTER.exec(name)?.[0] ?? [...name][0];

/** A small picture of a product, else the first letter of its name. @param url of an uploaded picture */
export const Thumb = ({ url, name }: { url: string | undefined; name: string }) =>
  url === undefined ? (
    <span class="thumb" aria-hidden="true">
      {initialOf(name)}
    </span>
  ) : (
    <img class="thumb" src={url} alt="" width="44" height="44" loading="lazy" />
  );
