import type { Product, Variant } from '../../../domain/catalogue/detail.ts';
import type { Form } from '../../forms/form.ts';
import { FileField, Post, PostButton, Submit } from '../../forms/inputs.tsx';
import { Confirm } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { PICTURE_TYPES } from './picture-uploads.ts';
import { variantPath } from './product-paths.ts';
import { Thumbnail } from './product-pictures.tsx';
import { productTexts } from './product-texts.ts';

interface Props {
  context: StoreContext;
  product: Readonly<Product>;
  variant: Variant;
  form: Form<unknown> | undefined;
}

export function OwnPicture({ context, product, variant, form }: Props) {
  const t = productTexts(context.language);
  const action = `${variantPath(product, variant)}/picture`;
  const { imageUrl } = variant;
  return (
    <section class="card">
      <h2>{t.picture}</h2>
      {imageUrl !== null && (
        <div class="pictures">
          <Thumbnail
            context={context}
            url={imageUrl.replace(/full\.jpg$/, 'thumbnail.jpg')}
            full={imageUrl}
            alt={t.picture}
          />
          <Confirm label={t.removePicture}>
            <p>{t.removePictureAsk}</p>
            <PostButton action={`${action}/remove`} label={t.confirmRemovePicture} />
          </Confirm>
        </div>
      )}
      <Post action={action} form={form} files>
        <FileField name="picture" label={t.choosePicture} hint={t.onePictureHint} accept={PICTURE_TYPES} required />
        <Submit label={t.usePicture} />
      </Post>
    </section>
  );
}
