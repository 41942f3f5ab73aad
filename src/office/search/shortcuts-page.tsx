import type { OfficeResponse } from '../office-response.ts';
import { Heading } from '../page/components.tsx';
import { Columns } from '../page/list.tsx';
import type { StoreContext } from '../request-context.ts';
import { searchTexts } from './search-texts.ts';

/** The list of keyboard shortcuts: a page, or the content of a dialog. */
export function shortcutsPage(context: StoreContext): OfficeResponse {
  const t = searchTexts(context.language);
  if (!context.request.partial)
    return {
      title: t.shortcuts,
      body: (
        <>
          <Heading title={t.shortcuts} />
          <div class="card">
            <Shortcuts context={context} />
          </div>
        </>
      ),
    };
  return {
    fragment: (
      <article>
        <h2>{t.shortcuts}</h2>
        <Shortcuts context={context} />
        <button type="button" class="secondary outline" data-closes>
          {t.close}
        </button>
      </article>
    ),
  };
}

function Shortcuts({ context }: { context: StoreContext }) {
  const t = searchTexts(context.language);
  const shortcuts = [
    ['Ctrl K', t.openSearch],
    ['/', t.focusSearch],
    ['n', t.createNew],
    ['j k', t.moveRows],
    ['x', t.selectRow],
    ['?', t.showShortcuts],
    ['↑ ↓', t.choose],
    ['Esc', t.leave],
  ];
  return (
    <>
      <table class="shortcuts">
        <Columns headings={[t.key, t.action]} />
        <tbody>
          {shortcuts.map(([key, action]) => (
            <tr>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{action}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">{t.shortcutsHint}</p>
    </>
  );
}
