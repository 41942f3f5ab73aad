import { type Choices, PAUSES } from '../../../domain/alerts/choices.ts';
import { KINDS, type Kind, mayReceive, type Way } from '../../../domain/alerts/kinds.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import type { StoreContext } from '../../request-context.ts';
import { alertTexts, kindNames, ownTexts, wayNames } from './alert-texts.ts';
import { MY_ALERTS } from './submitted-form.ts';

/** Minutes after midnight of a text such as `22:30`; undefined for other text. */
export function parseMinute(text: string): number | undefined {
  const [, hours = '', minutes = ''] = /^(\d\d):(\d\d)$/.exec(text) ?? [];
  const minute = Number(hours) * 60 + Number(minutes);
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60 ? minute : undefined;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const minuteText = (minute: number | undefined): string | undefined =>
  minute === undefined ? undefined : `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;

interface Props {
  context: StoreContext;
  /** The ways that are set up. */
  ways: readonly Way[];
  choices: Choices;
  form: Form<unknown> | undefined;
}

/** The account's choice of alerts, destinations and times. */
export function ChoicesCard(props: Props) {
  const { context, choices, form } = props;
  const o = ownTexts(context.language);
  const { quiet, pause, summaryMinute } = choices;
  return (
    <section class="card">
      <h2>{o.what}</h2>
      <Post action={MY_ALERTS} form={form}>
        <KindTable {...props} />
        <SelectField
          name="pause"
          label={o.pause}
          hint={o.merging}
          value={String(pause)}
          options={PAUSES.map((value) => ({ value: String(value), label: o.minutes(value) }))}
        />
        <fieldset>
          <legend>{o.quiet}</legend>
          <p class="hint">{o.quietHint}</p>
          <div class="fields">
            <TextField name="quiet_from" label={o.quietFrom} value={minuteText(quiet?.from)} type="time" />
            <TextField name="quiet_until" label={o.quietUntil} value={minuteText(quiet?.until)} type="time" />
          </div>
        </fieldset>
        <TextField
          name="summary_at"
          label={o.summaryAt}
          hint={o.summaryHint}
          value={minuteText(summaryMinute)}
          type="time"
        />
        <Submit label={alertTexts(context.language).save} />
      </Post>
    </section>
  );
}

/** A row for each kind that the account may get, with a checkbox for each way. */
function KindTable({ context, ways, choices, form }: Props) {
  const o = ownTexts(context.language);
  const kinds = kindNames(context.language);
  const names = wayNames(context.language);
  const isChosen = (kind: Kind, way: Way) => form?.has(kind, way) ?? choices.chosen[kind]?.includes(way) ?? false;
  return (
    <table class="ways">
      <thead>
        <tr>
          <th scope="col">{o.kind}</th>
          {ways.map((way) => (
            <th scope="col">{names[way]}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {KINDS.filter((kind) => mayReceive(context.account, kind)).map((kind) => (
          <tr>
            <th scope="row">{kinds[kind]}</th>
            {ways.map((way) => (
              <td>
                <input
                  type="checkbox"
                  name={kind}
                  value={way}
                  checked={isChosen(kind, way)}
                  aria-label={o.by(kinds[kind], names[way])}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
