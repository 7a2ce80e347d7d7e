import { SelectField } from '#web/ui/select-field.tsx'
import { useFieldError } from './field-errors.ts'

/** One of a few, as a field of a form that says what is wrong with it. */
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
  const error = useFieldError(name)
  return (
    <SelectField
      label={label}
      name={name}
      choices={options}
      defaultValue={value}
      error={error}
      onChoose={onChange}
    />
  )
}
