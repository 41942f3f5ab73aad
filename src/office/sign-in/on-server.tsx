import { useRequest } from '../page/render-context.ts';
import { signInTexts } from './sign-in-texts.ts';

/** A link to the commands of the server, for when no owner can help. */
export const OnServer = () => (
  <p>
    <small>
      <a href="/docs/office#accounts-and-roles">{signInTexts(useRequest().language).onServer}</a>
    </small>
  </p>
);
