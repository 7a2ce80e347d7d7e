import { Minus, Plus } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { grouped, typedDecimal } from '#web/format/number.ts'
import { cx } from './cx.ts'
import { FieldBox, FieldNote } from './field.tsx'

export interface DecimalFieldProps {
  label: string
  /** A decimal string, without separators; empty when nothing is typed. */
  value: string
  onChange(value: string): void
  /** How many decimals may be typed; a further one is not taken, never rounded. */
  decimals: number
  unit?: string
  error?: string | undefined
  hint?: string | undefined
  /** Shows − and + that step the value; the page does the arithmetic by its rules. */
  onStep?: ((direction: -1 | 1) => void) | undefined
  /** The field is about to be edited: a value that still moves by itself has to stop. */
  onEdit?: (() => void) | undefined
  /** Puts label over value, centred: for narrow forms. */
  isStacked?: boolean
  disabled?: boolean
  className?: string
}

/** An exact amount, price or quantity as a string, never a JS number. */
export function DecimalField(props: DecimalFieldProps) {
  const {
    label,
    value,
    onChange,
    decimals,
    unit,
    error,
    hint,
    onStep,
    onEdit,
    isStacked,
    disabled,
    className,
  } = props
  const id = useId()
  const noteId = `${id}-note`
  // Thousands are separated while reading, not while typing.
  const [isEditing, setEditing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (isEditing) field.current?.select()
  }, [isEditing])

  const input = (
    <input
      id={id}
      ref={field}
      type="text"
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      disabled={disabled}
      value={isEditing ? value : grouped(value)}
      onFocus={() => {
        onEdit?.()
        setEditing(true)
      }}
      onBlur={() => setEditing(false)}
      placeholder="0"
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error || hint ? noteId : undefined}
      aria-label={unit ? `${label} ${unit}` : label}
      onChange={(event) => {
        const text = isEditing ? event.target.value : event.target.value.replaceAll(',', '')
        const typed = typedDecimal(text.replaceAll(/[\s\u00a0]/g, ''), decimals)
        if (typed !== undefined) onChange(typed)
      }}
      onPaste={(event) => {
        // A pasted 1,234.56 is the same amount; typing a comma means the point.
        const pasted = event.clipboardData.getData('text').trim()
        if (!/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(pasted)) return
        event.preventDefault()
        const typed = typedDecimal(pasted.replaceAll(',', ''), decimals)
        if (typed !== undefined) onChange(typed)
      }}
      className={cx(
        'figures min-w-0 bg-transparent font-semibold text-t1 outline-none disabled:text-t3',
        isStacked ? 'w-full text-center text-15' : 'w-full text-right text-15',
      )}
    />
  )

  return (
    <div className={className}>
      <FieldBox error={error !== undefined} className={cx('!min-h-11', onStep && '!px-0')}>
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
      <FieldNote id={noteId} error={error} hint={hint} />
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
      className="press flex h-11 w-8 shrink-0 items-center justify-center text-t1 xs:w-10"
    >
      <Icon aria-hidden size={16} />
    </button>
  )
}
