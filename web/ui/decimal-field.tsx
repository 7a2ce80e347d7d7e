import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { amount } from '#web/format/number.ts'
import { cx } from './cx.ts'
import { FieldBox, FieldNote } from './field.tsx'
import { useNumberInput } from './use-number-input.ts'

export interface DecimalFieldProps {
  label: string
  /** A decimal string, without separators; empty while nothing is typed, or nothing that is one number. */
  value: string
  onChange(value: string): void
  /** How many decimals may be typed; a further one is refused, never rounded. */
  decimals: number
  unit?: string
  error?: string | undefined
  hint?: string | undefined
  /** Stands there while nothing is typed: what that means. */
  placeholder?: string
  /** Shows − and + that step the value; the page does the arithmetic by its rules. */
  onStep?: ((direction: -1 | 1) => void) | undefined
  /** The field is about to be edited: a value that still moves by itself has to stop. */
  onEdit?: (() => void) | undefined
  /** Puts label over value, centred: for narrow forms. */
  isStacked?: boolean
  disabled?: boolean
  /** Which field of a form it is: shortcuts find it by that. */
  name?: string
  className?: string
}

/**
 * An exact amount, price or quantity as a string, never a JS number. Thousands are separated while typing;
 * what could be two numbers is asked about, and what is not taken is said.
 */
export function DecimalField(props: DecimalFieldProps) {
  const { label, value, decimals, unit, error, hint, onStep, onEdit, isStacked, disabled, className } = props
  const id = useId()
  const noteId = `${id}-note`
  const { inputProps, problem, readings, understood, choose } = useNumberInput(
    value,
    decimals,
    props.onChange,
  )
  const note = problem ?? error
  const said = note ?? (understood && `= ${understood} ${unit ?? ''}`) ?? hint

  const input = (
    <input
      id={id}
      type="text"
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      disabled={disabled}
      placeholder={props.placeholder ?? '0'}
      aria-invalid={note !== undefined || undefined}
      aria-describedby={said ? noteId : undefined}
      aria-label={unit ? `${label} ${unit}` : label}
      {...inputProps}
      onFocus={(event) => {
        onEdit?.()
        inputProps.onFocus(event)
      }}
      className={cx(
        'figures min-w-0 bg-transparent font-semibold text-t1 outline-none disabled:text-t3',
        isStacked ? 'w-full text-center text-13 xs:text-15' : 'w-full text-right text-15',
      )}
    />
  )

  return (
    <div className={className} data-field={props.name}>
      <FieldBox error={note !== undefined} className={cx('!min-h-11', onStep && '!px-0')}>
        {onStep && (
          <StepButton icon="minus" label={`${label} −`} onClick={() => onStep(-1)} disabled={disabled} />
        )}
        {isStacked ? (
          <div className="min-w-0 flex-1 py-0.5 text-center">
            <label htmlFor={id} className="block truncate text-11 text-t3">
              {label} {unit}
            </label>
            {input}
          </div>
        ) : (
          <>
            <label htmlFor={id} className="shrink-0 text-13 text-t2">
              {label}
            </label>
            {input}
            {unit && <span className="shrink-0 text-13 text-t2">{unit}</span>}
          </>
        )}
        {onStep && (
          <StepButton icon="plus" label={`${label} +`} onClick={() => onStep(1)} disabled={disabled} />
        )}
      </FieldBox>
      <FieldNote id={noteId} error={note} hint={said} />
      {readings && <Readings readings={readings} unit={unit} onChoose={choose} />}
    </div>
  )
}

/** Both numbers that a text can be, to choose from: written so that neither can be read as the other. */
function Readings({
  readings,
  unit = '',
  onChoose,
}: {
  readings: readonly string[]
  unit: string | undefined
  onChoose(decimal: string): void
}) {
  return (
    <div className="mt-2 mb-1 flex flex-wrap gap-2">
      {readings.map((reading) => (
        <button
          key={reading}
          type="button"
          onClick={() => onChoose(reading)}
          className="figures press min-h-11 grow rounded-8 bg-s2 px-3 text-15 font-semibold text-t1"
        >
          {amount(reading, reading.includes('.') ? 4 : 2)} {unit}
        </button>
      ))}
    </div>
  )
}

function StepButton({
  icon,
  label,
  onClick,
  disabled,
}: {
  icon: 'plus' | 'minus'
  label: string
  onClick(): void
  disabled: boolean | undefined
}) {
  const Icon = icon === 'plus' ? Plus : Minus
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className="press flex min-h-11 w-8 shrink-0 items-center justify-center text-t1 xs:w-10"
    >
      <Icon aria-hidden size={16} />
    </button>
  )
}
