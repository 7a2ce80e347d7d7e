import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { cx } from './cx.ts'

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  label: string
  /** What is wrong, in the customer's words; shown under the field and read out. */
  error?: string | undefined
  hint?: string | undefined
  /** Stands at the right: a unit, an eye, a "send code" button. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** The box every field shares: the label small on top, the value under it, the error below. */
export function FieldBox({
  error,
  children,
  className,
}: {
  error: boolean
  children: ReactNode
  className?: string
}) {
  return (
    <div
      className={cx(
        'flex min-h-14 items-center gap-2 rounded-8 border bg-s1 px-3 transition-colors focus-within:border-white focus-within:[box-shadow:0_0_0_1px_var(--color-white)]',
        error ? 'border-danger' : 'border-line2',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** A line of text to fill in. Works with react-hook-form: `<Field label=… {...form.register('email')} />`. */
export function Field({ label, error, hint, end, className, ref, ...input }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className={className}>
      <FieldBox error={error !== undefined}>
        <div className="min-w-0 flex-1 py-1.5">
          <label htmlFor={id} className="block text-12 text-t2">
            {label}
          </label>
          <input
            id={id}
            ref={ref}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={note ? noteId : undefined}
            {...input}
            className="block w-full bg-transparent text-15 text-t1 outline-none"
          />
        </div>
        {end}
      </FieldBox>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  )
}

/** The line under a field: its error, else its hint. */
export function FieldNote({
  id,
  error,
  hint,
}: {
  id: string
  error?: string | undefined
  hint?: string | undefined
}) {
  if (!error && !hint) return null
  return (
    <p
      id={id}
      role={error ? 'alert' : undefined}
      className={cx('mt-1.5 text-12', error ? 'text-danger' : 'text-t3')}
    >
      {error ?? hint}
    </p>
  )
}
