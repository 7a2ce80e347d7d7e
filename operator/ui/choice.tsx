import { useId } from 'react'
import { FieldBox } from '#web/ui/field.tsx'

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
  return (
    <FieldBox error={false}>
      <div className="min-w-0 flex-1 py-1.5">
        <label htmlFor={id} className="block text-12 text-t2">
          {label}
        </label>
        <select
          id={id}
          name={name}
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
  )
}
