import { useId } from 'react'
import { FieldBox, FieldNote } from '#web/ui/field.tsx'
import { useFieldError } from './field-errors.ts'

/** One of a few, as a field of a form. */
export function Choice({
  label,
  name,
  options,
  value,
  onChange,
}: {
  label: string
  name: string
  options: readonly { id: string; label: string }[]
  value: string
  /** Hears what is chosen, where more depends on it. */
  onChange?: ((chosen: string) => void) | undefined
}) {
  const id = useId()
  const error = useFieldError(name)
  return (
    <div>
      <FieldBox error={error !== undefined}>
        <div className="min-w-0 flex-1 py-1.5">
          <label htmlFor={id} className="block text-12 text-t2">
            {label}
          </label>
          <select
            id={id}
            name={name}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : `${id}-note`}
            defaultValue={value}
            onChange={(event) => onChange?.(event.target.value)}
            className="-ml-1 block w-full bg-s1 text-15 text-t1"
          >
            {options.map((option) => (
              <option key={option.id} value={option.id}>
                {option.label}
              </option>
            ))}
          </select>
        </div>
      </FieldBox>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}
