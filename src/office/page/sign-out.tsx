import { Post } from '../forms/inputs.tsx';
import { commonTexts } from './common-texts.ts';
import { useRequest } from './render-context.ts';

/** Signs out, as a link beside the language. */
export const SignOutLink = () => (
  <Post action="/sign-out" plain>
    <button type="submit" class="quiet">
      {commonTexts(useRequest().language).signOut}
    </button>
  </Post>
);
