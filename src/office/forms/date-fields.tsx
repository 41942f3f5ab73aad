import { fieldDay, fieldTime, parseTypedDay, parseTypedTime } from '../../lib/typed-dates.ts';
import { Icon } from '../page/icons.tsx';
import { useRequest } from '../page/render-context.ts';
import { controlTexts } from './control-texts.ts';
import { aria, currentValue, Field, type FieldProps, inputAttributes } from './inputs.tsx';

/** A day in Bangkok; `value` as `2026-11-21`. */
export const DayField = (props: FieldProps) => (
  <DateField {...props} parse={parseTypedDay} format={fieldDay} placeholder={controlTexts(useRequest().language).day} />
);

interface TimeProps extends FieldProps {
  /** The time that a day from the calendar gets, such as `08:00` or `now`. */
  pickedTime?: string;
}

/** A time in Bangkok; `value` as `2026-11-21T22:47`. */
export const TimeField = ({ pickedTime = '23:59', ...props }: TimeProps) => (
  <DateField
    {...(props as FieldProps)}
    parse={parseTypedTime}
    format={fieldTime}
    placeholder={controlTexts(useRequest().language).time}
    pickedTime={pickedTime}
  />
);

interface DateProps extends FieldProps {
  parse: typeof parseTypedDay;
  format: typeof fieldDay;
  placeholder: string;
  pickedTime?: string | undefined;
}

/**
 * A text field, because the controls of browsers follow their own language. It shows dates as the page does, and
 * browser/day-picker.js adds a calendar.
 */
function DateField({ parse, format, placeholder, pickedTime, ...rest }: DateProps) {
  const props = rest as FieldProps;
  const { language } = useRequest();
  const t = controlTexts(language);
  const typed = currentValue(props);
  const time = parse(typed);
  return (
    <Field {...props}>
      <div class={pickedTime === undefined ? 'date' : 'date with-time'}>
        <input
          type="text"
          {...aria(props)}
          value={time === undefined ? typed : format(time, language)}
          autocomplete="off"
          placeholder={placeholder}
          {...inputAttributes(props)}
        />
        <button
          type="button"
          class="scripted-only quiet"
          aria-label={`${t.pickDay}: ${props.label}`}
          data-picks-day=""
          data-time={pickedTime}
          data-previous={t.previousMonth}
          data-next={t.nextMonth}
        >
          <Icon name="calendar" />
        </button>
      </div>
    </Field>
  );
}
