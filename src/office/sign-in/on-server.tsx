import { useRequest } from '../page/render-context.ts';
import { signInTexts } from './sign-in-texts.ts';

/** A command that helps if no owner can, folded away from everyone who has no access to the server. */
export function OnServer({ command }: { command: string }) {
  const t = signInTexts(useRequest().language);
  return (
    <details>
      <summary>{t.installer}</summary>
      <p>
        {t.onServer} <code>{command}</code>
      </p>
    </details>
  );
}
