import type { Picture, ProductHead, Variant } from '../../../domain/catalogue/product-detail.ts';
import type { Form } from '../../forms/form.ts';
import { Post, PostButton, Submit } from '../../forms/inputs.tsx';
import { PictureField } from '../../forms/picture-field.tsx';
import { Confirm, Tag } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { detailsPath, PRODUCT_FORM } from './product-form.tsx';
import { productPath, variantPath } from './product-paths.ts';
import { productTexts } from './product-texts.ts';

interface Props {
  context: StoreContext;
  product: Readonly<ProductHead>;
}

/** The saved pictures, and a field of the product's form that adds more. */
export function Pictures({ context, product, form }: Props & { form: Form<unknown> | undefined }) {
  const t = productTexts(context.language);
  const mayAdd = context.mayOpen(detailsPath(product), 'POST');
  if (product.pictures.length === 0 && !mayAdd) return null;
  return (
    <section class="card product-pictures">
      <h2>{t.pictures}</h2>
      {product.pictures.length > 0 && (
        <ol class="pictures">
          {product.pictures.map((picture, at) => (
            <li>
              <PictureItem context={context} product={product} picture={picture} at={at} />
            </li>
          ))}
        </ol>
      )}
      {mayAdd && (
        <PictureField
          language={context.language}
          form={form}
          formId={PRODUCT_FORM}
          name="picture"
          label={t.upload}
          hint={t.uploadHint}
          crop
          multiple
        />
      )}
    </section>
  );
}

interface PictureItemProps extends Props {
  picture: Picture;
  at: number;
}

function PictureItem({ context, product, picture: { url, thumbnailUrl }, at }: PictureItemProps) {
  const t = productTexts(context.language);
  const last = product.pictures.length - 1;
  return (
    <>
      <div class="framed">
        <Thumbnail context={context} url={thumbnailUrl} full={url} alt={t.pictureNumber(at + 1)} />
        {at === 0 && <Tag tone="good">{t.mainPicture}</Tag>}
      </div>
      <div class="actions">
        {at > 0 && <MoveButton product={product} url={url} position={at - 1} label={t.earlier} sign="←" />}
        {at < last && <MoveButton product={product} url={url} position={at + 1} label={t.later} sign="→" />}
        <Confirm label={t.removePicture}>
          <p>{t.removePictureAsk}</p>
          <Post action={`${productPath(product)}/pictures/remove`}>
            <input type="hidden" name="url" value={url} />
            <Submit label={t.confirmRemovePicture} />
          </Post>
        </Confirm>
      </div>
    </>
  );
}

/** A thumbnail linked to the full picture. External pictures are links only, since pages load nothing from other sites. */
const Thumbnail = ({ context, url, full, alt }: StoreProps<{ url: string; full: string; alt: string }>) => (
  <a
    href={/^(https?:\/)?\//.test(full) ? full : undefined}
    class="thumbnail"
    target="_blank"
    rel="noreferrer"
    hx-boost="false"
  >
    {url.startsWith('/') ? (
      <img src={url} alt={alt} loading="lazy" />
    ) : (
      <span>{productTexts(context.language).externalPicture}</span>
    )}
  </a>
);

interface MoveButtonProps extends Pick<Props, 'product'> {
  url: string;
  position: number;
  label: string;
  sign: string;
}

const MoveButton = ({ product, url, position, label, sign }: MoveButtonProps) => (
  <Post action={`${productPath(product)}/pictures/move`}>
    <input type="hidden" name="url" value={url} />
    <input type="hidden" name="position" value={position} />
    <Submit class="secondary outline small" aria-label={label} title={label} label={sign} />
  </Post>
);

interface VariantProps extends Props {
  variant: Variant;
}

/** The variant's own picture, if it has one. */
export const VariantPicture = ({ context, product, variant }: VariantProps) =>
  variant.imageUrl !== null && (
    <section class="card">
      <h2>{productTexts(context.language).variantPicture}</h2>
      <SavedPicture context={context} product={product} variant={variant} />
    </section>
  );

function SavedPicture({ context, product, variant }: VariantProps) {
  const t = productTexts(context.language);
  const { imageUrl } = variant;
  return (
    imageUrl !== null && (
      <div class="pictures">
        <Thumbnail
          context={context}
          url={imageUrl.replace(/full\.jpg$/, 'thumbnail.jpg')}
          full={imageUrl}
          alt={t.picture}
        />
        <Confirm label={t.removePicture}>
          <p>{t.removePictureAsk}</p>
          <PostButton action={`${variantPath(product, variant)}/picture/remove`} label={t.confirmRemovePicture} />
        </Confirm>
      </div>
    )
  );
}

/** The variant's own picture, and the form that sets it. */
export function OwnPicture({ context, product, variant, form }: VariantProps & { form: Form<unknown> | undefined }) {
  const t = productTexts(context.language);
  return (
    <section class="card">
      <h2>{t.picture}</h2>
      <SavedPicture context={context} product={product} variant={variant} />
      <Post action={`${variantPath(product, variant)}/picture`} form={form} files>
        <PictureField
          language={context.language}
          name="picture"
          label={t.choosePicture}
          hint={t.onePictureHint}
          crop
          required
        />
        <Submit class="secondary outline" label={t.usePicture} />
      </Post>
    </section>
  );
}
