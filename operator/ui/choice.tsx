import { SelectField } from '#web/ui/select-field.tsx'
import { useFieldError } from './field-errors.ts'

/** One of a few, as a field of a form that says what is wrong with it. */
export function Choice({
  label,
  name,
  options,
  value,
  required = false,
  onChange,
}: {
  label: string
  name: string
  options: readonly { id: string; label: string }[]
  value: string
  /** Whether an option without an id, which stands for none, is not taken. */
  required?: boolean
  /** Hears what is chosen, where more depends on it. */
  onChange?: ((chosen: string) => void) | undefined
}) {
  const error = useFieldError(name)
  return (
    <SelectField
      label={label}
      name={name}
      choices={options}
      defaultValue={value}
      required={required}
      error={error}
      onChoose={onChange}
    />
  )
}
