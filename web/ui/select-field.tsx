import { type SelectHTMLAttributes, useId } from 'react'
import { FieldBox, FieldNote } from './field.tsx'

/** One of a list, by the device's own picker. */
export function SelectField<Id extends string>({
  label,
  choices,
  error,
  onChoose,
  ...select
}: {
  label: string
  choices: readonly { readonly id: Id; readonly label: string }[]
  /** What is wrong, shown under the field and read out. */
  error?: string | undefined
  onChoose?: ((chosen: Id) => void) | undefined
} & Pick<
  SelectHTMLAttributes<HTMLSelectElement>,
  'name' | 'value' | 'defaultValue' | 'autoComplete' | 'required'
>) {
  const id = useId()
  return (
    <div>
      <FieldBox error={error !== undefined}>
        <div className="min-w-0 flex-1 py-1.5">
          <label htmlFor={id} className="block text-12 text-t2">
            {label}
          </label>
          <select
            id={id}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : `${id}-note`}
            {...select}
            onChange={(event) => onChoose?.(event.target.value as Id)}
            className="-ml-1 block w-full bg-s1 text-15 text-t1 outline-none"
          >
            {choices.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.label}
              </option>
            ))}
          </select>
        </div>
      </FieldBox>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}
