import { bilingual } from '../bilingual.ts';
import { useRequest } from './render-context.ts';

const texts = bilingual({ title: ['วิธีคิดตัวเลข', 'How these numbers are calculated'] });

/** The text of `Notes`. */
export const lines = (...rules: readonly string[]): string => rules.join('\n');

/** How the figures above are computed: a rule in each line of the text. */
export const Notes = ({ text }: { text: string }) => (
  <div class="hint notes">
    <p>{texts(useRequest().language).title}</p>
    <ul>
      {text.split('\n').map((rule) => (
        <li>{rule}</li>
      ))}
    </ul>
  </div>
);
