import { type ComponentProps, useId } from 'react'
import { FieldNote } from './field.tsx'

/** A few lines to write: an introduction, or the reason for what is done. */
export function TextArea({
  label,
  error,
  hint,
  ...rest
}: {
  label: string
  error?: string | undefined
  hint?: string | undefined
} & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-12 text-t2">
        {label}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={300}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={(error ?? hint) === undefined ? undefined : `${id}-note`}
        {...rest}
        className="block w-full resize-none rounded-8 border border-line2 bg-s1 px-3 py-2 text-13 text-t1 outline-none focus:border-white focus:[box-shadow:0_0_0_1px_var(--color-white)]"
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
}
